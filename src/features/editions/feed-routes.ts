/** A reader's own edition as RSS, Atom and JSON Feed, at an address that only they know. */

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { nameOf } from '../../news/accounts/rules/profile.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import { type NamedFollow, nameFollows } from '../../news/editions/queries/names.ts'
import { describeReason } from '../../news/editions/rules/describe-reason.ts'
import type { EditionRow } from '../../news/editions/rules/edition.ts'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import { AppError } from '../../platform/errors.ts'
import { sendFresh } from '../../platform/http/send-fresh.ts'
import { isSame } from '../../platform/http/validators.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { escapeHtml } from '../../surfaces/html/plain-html.ts'
import type { FeedItem } from '../../surfaces/syndication/channel.ts'
import { eventItem } from '../../surfaces/syndication/items.ts'
import { FEED_FORMS } from '../../surfaces/syndication/render.ts'
import { ownerOfPersonalFeed } from './personal-feeds.ts'

type Keyed = FastifyRequest<{ Params: { key: string } }>

const listed = 50

export function personalFeeds(app: FastifyInstance, ctx: Ctx, t: Translate): void {
  const { site, config } = ctx

  for (const [form, render] of FEED_FORMS)
    app.get(`/personal/:key(^[\\w-]{32}).${form}`, async (request: Keyed, reply) => {
      const { key } = request.params
      const owner = await ownerOfPersonalFeed(ctx.database, key, ctx.clock.now())
      if (owner === null) throw new AppError('not_found', 'There is nothing at this address.')
      const { type, body } = render({
        language: site.language,
        baseUrl: config.BASE_URL,
        hub: null,
        title: t('own_feed.channel', { site: site.name }),
        description: t('own_feed.text'),
        page: site.paths.account,
        self: addressOf(site.paths, `/personal/${key}.${form}`),
        items: await itemsOf(ctx, t, owner),
      })
      return sendPrivate(request, reply, type, String(body))
    })
}

/** No cache stores it, no search engine lists it, and no link from it reveals its address. */
export function sendPrivate(request: FastifyRequest, reply: FastifyReply, type: string, body: string): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
  return isSame(request.headers['if-none-match'], etag) ? reply.code(304).send() : sendFresh(request, reply, type, body)
}

/** The edition in its order, each event with why it is there. */
async function itemsOf({ database, db, site, origin, edition }: Ctx, t: Translate, owner: number): Promise<FeedItem[]> {
  const profile = await getProfile(database, owner)
  const rows = (await edition.editionFor(profile)).slice(0, listed)
  const events = await hydrateEvents(
    db,
    rows.map(({ eventId }) => eventId),
    site.language,
  )
  const named = await nameFollows(db, profile.follows, site)
  const names = new Map(named.map((follow) => [nameOf(follow), follow]))
  const reasons = new Map(rows.map((row) => [row.eventId, reasonOf(row, names, t)]))
  return events.map((event) => {
    const item = eventItem(event, { ...origin, t })
    return { ...item, contentHtml: `${item.contentHtml}<p>${escapeHtml(reasons.get(event.id) ?? '')}</p>` }
  })
}

function reasonOf(
  { matchedFollows, sourceCount }: EditionRow,
  names: ReadonlyMap<string, NamedFollow>,
  t: Translate,
): string {
  const why = describeReason(
    t,
    matchedFollows.flatMap((follow) => names.get(nameOf(follow)) ?? []),
  )
  return [why, t('letters.sources', { n: sourceCount })].filter(Boolean).join(' · ')
}
