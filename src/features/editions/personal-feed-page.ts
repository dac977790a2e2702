/** `/account/own-feed`: the secret address of a reader's own feed: made, shown once, taken back. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { timeAgo } from '../../platform/html/times.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import { accountForms } from '../../surfaces/site/account/account-forms.ts'
import type { AccountPages } from '../../surfaces/site/account/account-part.ts'
import { formTokenFor, requireSession } from '../../surfaces/site/account/account-session.ts'
import { type FormToken, hidden } from '../../surfaces/site/components/form-token.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import { findPersonalFeed, makePersonalFeed, type PersonalFeed, revokePersonalFeed } from './personal-feeds.ts'

interface PersonalFeedView extends FormToken {
  feed: PersonalFeed | null
  /** Known in the answer that made it alone. */
  key: string | null
  /** True when it exists as audio, too. */
  hasVoice: boolean
}

function personalFeedPage(page: SitePage, view: PersonalFeedView): string {
  const { t, site } = page
  const make = button(
    view,
    addressOf(page.paths, '/account/own-feed'),
    t(view.feed ? 'own_feed.again' : 'own_feed.make'),
  )
  const body = html`<div class="wrap narrow account" data-account="in">${title(t('own_feed.title'), t('own_feed.text'))}
${view.key !== null && shownOnce(page, view.key, view.hasVoice)}
${view.feed && view.key === null && html`<p>${t('own_feed.there')} ${timeAgo(view.feed.createdAt, page)}.${view.feed.lastUsedAt && html` ${t('own_feed.used')} ${timeAgo(view.feed.lastUsedAt, page)}.`}</p>`}
${make}${view.feed && button(view, addressOf(page.paths, '/account/own-feed/close'), t('own_feed.close'))}
<p><a href="${page.paths.account}">${t('account.to_account')}</a></p></div>`
  const head = { title: t('own_feed.title'), description: site.description, path: null, noindex: true }
  return layout(page, head, body)
}

const button = (view: PersonalFeedView, action: string, label: string): Html =>
  html`<form method="post" action="${action}">${hidden(view)}<button class="button">${label}</button></form>`

function shownOnce({ t, baseUrl, paths }: SitePage, key: string, hasVoice: boolean): Html {
  const row = (ending: string, label: string) =>
    html`<label for="own${ending}">${label}</label><input id="own${ending}" readonly value="${baseUrl}${addressOf(paths, `/personal/${key}${ending}`)}">`
  return html`<div class="form sign-in"><p class="said" role="status">${t('own_feed.made')}</p>${row('.rss', 'RSS')}${row('.atom', 'Atom')}${row('.json', 'JSON Feed')}${hasVoice && html`${row('/podcast.rss', t('own_feed.spoken'))}<p class="small">${t('own_feed.spoken_text')}</p>`}</div>`
}

/** `app` is the scope of the account, with cookies. */
export function personalFeedRoutes(app: FastifyInstance, ctx: Ctx, pages: AccountPages): void {
  const { database, clock } = ctx
  const hasVoice = ctx.config.TTS_PROVIDER !== 'none'

  async function show(request: FastifyRequest, reply: FastifyReply, userId: number, key: string | null) {
    const feed = await findPersonalFeed(database, userId)
    const formToken = formTokenFor(request, reply, ctx.origin)
    const page = personalFeedPage(pages.page(), { formToken, feed, key, hasVoice })
    return reply.type('text/html; charset=utf-8').send(page)
  }

  app.get('/account/own-feed', async (request, reply) => {
    const { account } = await requireSession(request, ctx)
    return show(request, reply, account.id, null)
  })

  accountForms(app, ctx, '/own-feed', {
    '': async ({ request, reply, userId }) =>
      show(request, reply, userId, await makePersonalFeed(database, userId, clock.now())),
    close: ({ userId }) => revokePersonalFeed(database, userId),
  })
}
