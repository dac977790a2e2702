/** `/account` and all below it: the only pages that set cookies; never cached. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { loginWithinLimits } from '../../../news/accounts/login-limits.ts'
import { parseEmail } from '../../../news/accounts/rules/account.ts'
import { exportAccount } from '../../../news/accounts/writes/export-account.ts'
import { follow, followedFeeds, getProfile, unfollow } from '../../../news/accounts/writes/follows.ts'
import { markedAmong, noteVisit } from '../../../news/accounts/writes/read-markers.ts'
import { datedFirst } from '../../../news/articles/rules/dated-first.ts'
import { nameFollows } from '../../../news/editions/queries/names.ts'
import { type PersonalEvent, personalEvents } from '../../../news/editions/queries/personal-events.ts'
import type { EditionRow } from '../../../news/editions/rules/edition.ts'
import { hydrateEvents } from '../../../news/events/queries/events.ts'
import { listPublicOutlines } from '../../../news/operator/queries/source-records.ts'
import { findFeed, listFeeds } from '../../../news/sources/queries/list-feeds.ts'
import { AppError } from '../../../platform/errors.ts'
import { type ById, idOf, idParam } from '../../../platform/http/id-param.ts'
import { isId } from '../../../platform/ids.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import type { Site } from '../../../platform/site/site.ts'
import { namedEvents } from '../components/titled-events.ts'
import type { SiteContext } from '../page-context.ts'
import {
  type AccountNotice,
  accountPage,
  carryOnPage,
  followPage,
  type SignInView,
  settingsPage,
  signInPage,
} from './account.ts'
import { accountForms } from './account-forms.ts'
import type { AccountPart } from './account-part.ts'
import {
  checkForm,
  cookieOptions,
  endSession,
  findSession,
  formField,
  formTokenFor,
  requireSession,
  startSession,
} from './account-session.ts'
import { myPageRoutes } from './my-page-routes.ts'
import { nameExported } from './named-export.ts'
import { authorizationUrl, newOAuthState, type OAuthState, type Provider, providersOf } from './oauth.ts'
import { popularTopics } from './personal-news.ts'
import { pageAfter } from './return-url.ts'
import { doneIn } from './undo.ts'

const maxRows = 40
const maxSaved = 3
const oauthCookie = 'konto_svar'

/** `app` is a scope of its own, with cookies. */
export function accountRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  pageContext: SiteContext,
  parts: readonly AccountPart[],
): void {
  const sections = parts.flatMap(({ section }) => section ?? [])
  const appsTexts = parts.flatMap(({ appsText }) => appsText ?? [])
  const choices = parts.flatMap((part) => part.choices ?? [])
  const forPrograms = parts.flatMap((part) => part.forPrograms ?? [])
  const permissions = parts.flatMap((part) => part.permissions ?? [])
  const exportAll = async (userId: number) => {
    const ofFeatures = await Promise.all(parts.map(({ data }) => data?.export(userId)))
    const exported = await exportAccount(database, userId)
    return Object.assign({}, exported, await nameExported(ctx, exported), ...ofFeatures)
  }
  const { accounts, clock, config, database, db, site } = ctx
  const { origin } = ctx
  const { paths } = origin
  const accountPath = paths.account
  const providers = providersOf(config)

  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  const sendHtml = (reply: FastifyReply, body: string) => reply.type('text/html; charset=utf-8').send(body)
  const page = () => pageContext.page(ctx.clock.now())

  function requestSignIn(request: FastifyRequest, reply: FastifyReply, view: Partial<SignInView> = {}): FastifyReply {
    const formToken = formTokenFor(request, reply, origin)
    const blank = { notice: null, next: accountPath, email: '', codeSent: false, providers }
    return sendHtml(reply, signInPage(page(), { ...blank, ...view, formToken }))
  }

  app.get('/account', async (request, reply) => {
    const session = await findSession(request, ctx)
    if (!session) {
      const { next } = request.query as { next?: unknown }
      return requestSignIn(request, reply, { notice: noticeOf(request), next: pageAfter(site, next) })
    }
    const follows = new Set(await followedFeeds(database, session.account.id))
    const feeds = await listFeeds(db, site.language)
    const formToken = formTokenFor(request, reply, origin)
    const view = {
      account: session.account,
      feeds,
      follows,
      formToken,
      ...(await personalNewsOf(session.account.id, (request.query as { hidden?: unknown }).hidden === 'yes')),
      done: await doneIn(request, ctx, session.account.id),
      choices,
      boxes: await Promise.all(parts.flatMap(({ box }) => box?.(session.account.id) ?? [])),
    }
    return sendHtml(reply, accountPage(page(), view))
  })

  app.get('/account/settings', async (request, reply) => {
    const session = await findSession(request, ctx)
    // Signing in leads to the own news.
    if (!session) return requestSignIn(request, reply)
    const follows = new Set(await followedFeeds(database, session.account.id))
    const formToken = formTokenFor(request, reply, origin)
    return sendHtml(
      reply,
      settingsPage(page(), {
        account: session.account,
        follows,
        formToken,
        sections,
        choices,
        appsTexts,
        forPrograms,
      }),
    )
  })

  async function personalNewsOf(userId: number, showsHidden: boolean) {
    const profile = await getProfile(database, userId)
    const { seenUntil } = await noteVisit(database, userId, clock.now())
    const all = await ctx.edition.editionFor(profile)
    const shown = new Set(all.map(({ eventId }) => eventId))
    const unmuted = profile.mutes.length > 0 ? await ctx.edition.editionFor({ ...profile, mutes: [] }) : all
    const hidden = unmuted.filter(({ eventId }) => !shown.has(eventId))
    const ids = unmuted.map(({ eventId }) => eventId)
    const marks = { ...(await markedAmong(database, userId, ids, clock.now())), seenUntil }
    const followed = await nameFollows(db, profile.follows, site)
    const isRead = ({ eventId }: EditionRow) => marks.read.has(eventId)
    const shownEvents = async (wanted: EditionRow[]): Promise<PersonalEvent[]> => {
      const found = datedFirst([...wanted.filter((row) => !isRead(row)), ...wanted.filter(isRead)]).slice(0, maxRows)
      const events = await personalEvents(db, site, found, marks, followed)
      return events.flatMap((one) => namedEvents([one.event]).map((event) => ({ ...one, event })))
    }
    return {
      followed,
      mutes: profile.mutes.length,
      saved: await hydrateEvents(db, [...marks.saved].slice(0, maxSaved), site.language),
      topics: followed.length === 0 ? await popularTopics(db, site) : [],
      front: {
        rows: await shownEvents(all),
        seenUntil,
        hidden: hidden.length,
        hiddenRows: showsHidden && hidden.length > 0 ? await shownEvents(hidden) : null,
      },
    }
  }

  myPageRoutes(app, ctx, {
    page,
    sections,
    appsTexts,
    requestSignIn: (request, reply, next) => requestSignIn(request, reply, { next }),
  })
  for (const { routes } of parts)
    routes?.(app, { page, permissions, signIn: (request, reply, next) => requestSignIn(request, reply, { next }) })

  app.get(`/account/follow/${idParam}`, async (request: ById, reply) => {
    const feed = await findFeed(db, idOf(request))
    if (!feed) throw new AppError('not_found', 'There is no such source.')
    const session = await findSession(request, ctx)
    if (!session) return requestSignIn(request, reply, { next: addressOf(paths, `/account/follow/${feed.id}`) })
    const follows = (await followedFeeds(database, session.account.id)).includes(feed.id)
    return sendHtml(reply, followPage(page(), { feed, follows, formToken: formTokenFor(request, reply, origin) }))
  })

  /** A code is mailed, or one that was mailed is tried. */
  async function byMail(request: FastifyRequest, reply: FastifyReply, codeSent: boolean) {
    checkForm(request, origin)
    const next = pageAfter(site, formField(request, 'next'))
    const given = formField(request, 'email')
    const email = parseEmail(given)
    if (email === null) return requestSignIn(request, reply.code(422), { notice: 'bad_email', email: given, next })
    const code = codeSent ? { code: formField(request, 'code').replace(/\s/g, '') } : {}
    return signIn(request, reply, { provider: 'email', email, ...code }, { email, next, codeSent })
  }

  app.post('/account/code', (request, reply) => byMail(request, reply, false))

  app.post('/account/sign-in', (request, reply) => byMail(request, reply, true))

  type Credentials = Parameters<typeof accounts.login>[0]

  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    credentials: Credentials,
    view: Partial<SignInView>,
  ) {
    try {
      const result = await loginWithinLimits(ctx, request, reply, credentials)
      if (result.status === 'code_sent') return requestSignIn(request, reply, { ...view, codeSent: true })
      startSession(reply, origin, result.session.token)
      return reply.redirect(view.next ?? accountPath, 303)
    } catch (error) {
      const notice = refusal(error, credentials.provider)
      if (notice === null) throw error
      return requestSignIn(request, reply.code(STATUS_OF_NOTICE[notice] ?? 422), { ...view, notice })
    }
  }

  /** Registered with the providers: the word that it had before addresses became English. */
  const answerWord = site.addresses.wordsBefore('answer').at(-1) ?? 'answer'

  app.get(
    '/account/sign-in/:provider(^(apple|google)$)',
    async (request: FastifyRequest<{ Params: { provider: Provider } }>, reply) => {
      const { provider } = request.params
      if (!providers.includes(provider)) throw new AppError('not_found', 'Signing in that way is not set up.')
      const oauthState = newOAuthState(pageAfter(site, (request.query as { next?: unknown }).next))
      reply.setCookie(oauthCookie, JSON.stringify(oauthState), { ...cookieOptions(origin), maxAge: 600 })
      return reply.redirect(
        authorizationUrl(config, `${accountPath}/${answerWord}/${provider}`, provider, oauthState),
        303,
      )
    },
  )

  app.post(
    '/account/answer/:provider(^(apple|google)$)',
    async (request: FastifyRequest<{ Params: { provider: Provider } }>, reply) =>
      sendHtml(reply, carryOnPage(page(), request.params.provider, { id_token: formField(request, 'id_token') })),
  )

  app.post(
    '/account/sign-in/:provider(^(apple|google)$)',
    async (request: FastifyRequest<{ Params: { provider: Provider } }>, reply) => {
      const oauthState = oauthStateOf(site, request.cookies[oauthCookie])
      reply.clearCookie(oauthCookie, cookieOptions(origin))
      const idToken = formField(request, 'id_token')
      // The nonce binds the token to the sign-in that this browser started.
      if (!oauthState || idToken === '') return requestSignIn(request, reply.code(422), { notice: 'bad_provider' })
      return signIn(
        request,
        reply,
        { provider: request.params.provider, idToken, nonce: oauthState.nonce },
        { next: oauthState.next },
      )
    },
  )

  accountForms(app, ctx, '', {
    sources: async ({ request, userId }) => {
      const [chosen, leave] = [formField(request, 'follow'), formField(request, 'stop')]
      if (isId(chosen)) await follow(database, userId, { kind: 'source', key: chosen }, clock.now())
      if (isId(leave)) await unfollow(database, userId, { kind: 'source', key: leave })
    },
    delete: async ({ request, reply, userId }) => {
      if (formField(request, 'sure') !== 'yes') return
      await accounts.deleteAccount(userId)
      endSession(reply, origin)
      return reply.redirect(addressOf(paths, '/account?said=deleted'), 303)
    },
  })

  app.post('/account/sign-out', async (request, reply) => {
    checkForm(request, origin)
    const session = await findSession(request, ctx)
    if (session) await accounts.logout(session.token)
    endSession(reply, origin)
    return reply.redirect(addressOf(paths, '/account?said=signed_out'), 303)
  })

  const files = {
    'export.json': [
      'application/json',
      'konto.json',
      async (userId: number) => JSON.stringify(await exportAll(userId), null, 2),
    ],
    'sources.opml': [
      'text/x-opml',
      'sources.opml',
      async (userId: number) => {
        const { renderOpml } = await import('../../../news/feeds/formats/render-opml.ts')
        const followed = await followedFeeds(database, userId)
        return renderOpml(await listPublicOutlines(db, site.language, followed), site.name)
      },
    ],
  } as const
  for (const [name, [type, file, write]] of Object.entries(files))
    app.get(`/account/${name}`, async (request, reply) => {
      const { account } = await requireSession(request, ctx)
      return reply
        .type(`${type}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(await write(account.id))
    })
}

const notices = ['signed_out', 'deleted'] as const

function noticeOf(request: FastifyRequest): AccountNotice | null {
  const { said } = request.query as { said?: unknown }
  return notices.find((existing) => existing === said) ?? null
}

function oauthStateOf(site: Site, cookie: string | undefined): OAuthState | null {
  try {
    const { nonce, next } = JSON.parse(cookie ?? '') as Partial<OAuthState>
    return typeof nonce === 'string' && nonce.length >= 32 ? { nonce, next: pageAfter(site, next) } : null
  } catch {
    return null
  }
}

const STATUS_OF_NOTICE: Partial<Record<AccountNotice, number>> = { busy: 429, away: 503 }

/** Message of a refused sign-in; null for an internal error. */
function refusal(error: unknown, provider: string): AccountNotice | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'rate_limited') return 'busy'
  if (error.code === 'unavailable') return 'away'
  if (error.code !== 'unauthorized' && error.code !== 'unprocessable') return null
  if (provider !== 'email') return 'bad_provider'
  return error.code === 'unauthorized' ? 'bad_code' : 'bad_email'
}
