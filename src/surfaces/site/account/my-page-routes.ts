/** Reader actions (follow, mute, save, read): `/account/choice`, one form for all of them, and the reader's own pages. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { appUserName } from '../../../news/accounts/rules/account.ts'
import { parseFollow, parseMute } from '../../../news/accounts/rules/profile.ts'
import { MAX_SECRET_NAME, SecretInput } from '../../../news/accounts/secret-resource.ts'
import {
  listApiKeys,
  listAppPasswords,
  makeApiKey,
  makeAppPassword,
  revokeSecret,
} from '../../../news/accounts/writes/app-passwords.ts'
import { getProfile, setFollow, setMute } from '../../../news/accounts/writes/follows.ts'
import { listRead, mark, noteVisit, savedEvents } from '../../../news/accounts/writes/read-markers.ts'
import { listSessions, revokeSession, sessionOfToken } from '../../../news/accounts/writes/tokens.ts'
import { nameFollows, nameMutes } from '../../../news/editions/queries/names.ts'
import { hydrateEvents } from '../../../news/events/queries/events.ts'
import { AppError } from '../../../platform/errors.ts'
import { statusOf } from '../../../platform/http/errors.ts'
import { parseId } from '../../../platform/ids.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import type { Paths } from '../../../platform/site/paths.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { ACTION_CODES, READER_ACTIONS, type ReaderAction } from '../components/reader-actions.ts'
import type { SitePage } from '../page.ts'
import { accountForms } from './account-forms.ts'
import type { AccountSection } from './account-part.ts'
import {
  checkForm,
  findSession,
  formField,
  formFields,
  formTokenFor,
  forScript,
  requireSession,
  type SignedIn,
  wantsJson,
} from './account-session.ts'
import { appsPage, confirmPage, donePage, nothingMutedPage, savedPage } from './my-pages.ts'
import { profileRoutes } from './profile-routes.ts'
import { doneIn, doneParams, isUndoable } from './undo.ts'

export interface MyPageDeps {
  page(): SitePage
  sections: readonly AccountSection[]
  appsTexts: readonly string[]
  requestSignIn(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply
}

interface Wanted {
  readerAction: ReaderAction
  kind: string
  key: string
  back: string
}

/** Each with what it sets, and whether that is so then. */
const EFFECTS = {
  follow: ['follow', true],
  unfollow: ['follow', false],
  mute: ['mute', true],
  unmute: ['mute', false],
  save: ['saved', true],
  unsave: ['saved', false],
  read: ['read', true],
  unread: ['read', false],
} as const satisfies Record<ReaderAction, unknown>

const maxSaved = 200
const IMPORTED_ACTIONS = ['follow', 'mute', 'save'] as const
const maxImported = 1000

export function myPageRoutes(app: FastifyInstance, ctx: Ctx, parts: MyPageDeps): void {
  const { clock, config, database, db, site } = ctx
  const { origin } = ctx
  const { paths } = origin
  const accountPath = paths.account
  const sendHtml = (reply: FastifyReply, body: string) => reply.type('text/html; charset=utf-8').send(body)
  profileRoutes(app, ctx, parts.page)

  async function grant(userId: number, { readerAction, kind, key }: Wanted): Promise<void> {
    const [followed, muted] = [parseFollow(kind, key), parseMute(kind, key)]
    const [as, on] = EFFECTS[readerAction]
    if (as === 'follow' && followed) return setFollow(database, userId, followed, on, clock.now())
    if (as === 'mute' && muted) return setMute(database, userId, muted, on, clock.now())
    if (as === 'follow' || as === 'mute' || kind !== 'event' || !followed)
      throw new AppError('bad_request', 'There is no such thing to do.')
    return mark(database, userId, { eventIds: [Number(key)], as, on }, clock.now())
  }

  app.post('/account/choice', forScript, async (request, reply) => {
    if (!wantsJson(request) && isEmptyMute(request.body))
      return sendHtml(reply.code(422), nothingMutedPage(parts.page(), backIn(accountPath, request.body)))
    const wanted = wantedIn(accountPath, request.body)
    const session = wantsJson(request) ? await requireSession(request, ctx) : await findSession(request, ctx)
    if (!session) return parts.requestSignIn(request, reply, requestPath(paths, wanted))
    // A cached page has no token of this browser's: the browser's own headers replace it, or the reader confirms.
    if (!(request.body as { form?: unknown }).form && !isFromSameSite(request, config.BASE_URL))
      return reply.redirect(requestPath(paths, wanted), 303)
    if ((request.body as { form?: unknown }).form) checkForm(request, origin)
    await grant(session.account.id, wanted)
    if (wantsJson(request)) return reply.send({ done: true })
    return reply.redirect(answerPath(paths, wanted), 303)
  })

  app.get('/account/choice', async (request, reply) => {
    const session = await findSession(request, ctx)
    const done = session && (await doneIn(request, ctx, session.account.id))
    if (done) {
      const view = { done, back: backIn(accountPath, request.query), formToken: formTokenFor(request, reply, origin) }
      return sendHtml(reply, donePage(parts.page(), view))
    }
    if ((request.query as { done?: unknown }).done !== undefined)
      return reply.redirect(backIn(accountPath, request.query), 303)
    const wanted = wantedIn(accountPath, request.query)
    if (!session) return parts.requestSignIn(request, reply, requestPath(paths, wanted))
    const title = await titleOf(wanted)
    const formToken = formTokenFor(request, reply, origin)
    return sendHtml(reply, confirmPage(parts.page(), { ...wanted, title, formToken }))
  })

  // Imports the state of a device from before its reader signed in, or marks all of the reader's page as read. The answer
  // lists what was taken, and the script forgets no more. The rest exceeds a quota, is not there, or comes in another call.
  app.post('/account/bring', forScript, async (request, reply) => {
    checkForm(request, origin)
    const { account } = await requireSession(request, ctx)
    const sent = [...IMPORTED_ACTIONS, 'read' as const].flatMap((readerAction) =>
      [...new Set(formFields(request, readerAction))].map((name) => ({ readerAction, name })),
    )
    const taken: Record<string, string[]> = { follow: [], mute: [], save: [], read: [] }
    for (const { readerAction, name } of sent.slice(0, maxImported)) {
      const at = name.indexOf(':')
      const [kind, key] = [name.slice(0, at), name.slice(at + 1)]
      if (await isGranted(grant(account.id, { readerAction, kind, key, back: accountPath })))
        taken[readerAction]?.push(name)
    }
    // Scripts of earlier versions forget all but these.
    const left = sent.flatMap(({ readerAction, name }) => (taken[readerAction]?.includes(name) ? [] : [name]))
    return wantsJson(request) ? reply.send({ taken, left }) : reply.redirect(accountPath, 303)
  })

  async function titleOf({ readerAction, kind, key }: Wanted): Promise<string> {
    const [follow, mute] = [parseFollow(kind, key), parseMute(kind, key)]
    const named =
      readerAction === 'mute' || readerAction === 'unmute'
        ? mute && (await nameMutes(db, [mute]))[0]
        : follow && (await nameFollows(db, [follow], site))[0]
    if (!named) throw new AppError('not_found', 'There is no such thing.')
    return named.title
  }

  /** State for the buttons of cached pages; requested by browsers that have been signed in alone. */
  app.get('/account/state.json', async (request) => {
    const session = await findSession(request, ctx)
    if (!session) return { signedIn: false }
    const { id } = session.account
    const [{ follows, mutes }, { seenUntil }] = [
      await getProfile(database, id),
      await noteVisit(database, id, clock.now()),
    ]
    const names = (list: { kind: string; key: string }[]) => list.map(({ kind, key }) => `${kind}:${key}`)
    const saved = (await savedEvents(database, id)).map(({ eventId }) => `event:${eventId}`)
    return {
      signedIn: true,
      follow: names(follows),
      mute: names(mutes),
      save: saved,
      read: (await listRead(database, id)).map((eventId) => `event:${eventId}`),
      seenUntil: seenUntil?.getTime() ?? null,
    }
  })

  app.get('/account/saved', async (request, reply) => {
    const { account } = await requireSession(request, ctx)
    const saved = (await savedEvents(database, account.id)).slice(0, maxSaved)
    const ids = saved.map(({ eventId }) => eventId)
    const events = await hydrateEvents(db, ids, site.language)
    const done = await doneIn(request, ctx, account.id)
    return sendHtml(reply, savedPage(parts.page(), { events, done, formToken: formTokenFor(request, reply, origin) }))
  })

  async function showApps(
    request: FastifyRequest,
    reply: FastifyReply,
    session: SignedIn,
    made: { password?: string; key?: string; isUnnamed?: boolean } = {},
  ) {
    const { id } = session.account
    const view = {
      sessions: await listSessions(database, id, clock.now()),
      here: sessionOfToken(session.token),
      apps: await listAppPasswords(database, id),
      keys: await listApiKeys(database, id),
      sections: await Promise.all(parts.sections.map((section) => section.load(id))),
      appsTexts: parts.appsTexts,
      password: null,
      key: null,
      isUnnamed: false,
      ...made,
      name: appUserName(session.account),
      formToken: formTokenFor(request, reply, origin),
    }
    return sendHtml(reply, appsPage(parts.page(), view))
  }

  app.get('/account/apps', async (request, reply) => showApps(request, reply, await requireSession(request, ctx)))

  accountForms(app, ctx, '/apps', {
    '': async ({ request, reply, session, userId }) => {
      const [app, signedIn] = ['app', 'session'].map((field) => formField(request, field))
      const [password, key] = ['name', 'key'].map((field) => secretIn(formField(request, field)))
      const revoked = parseId(app)
      if (revoked !== null) await revokeSecret(database, { userId, id: revoked })
      if (signedIn) await revokeSession(database, userId, signedIn)
      if (password)
        return showApps(request, reply, session, {
          password: await makeAppPassword(database, userId, password, clock.now()),
        })
      if (key)
        return showApps(request, reply, session, {
          key: await makeApiKey(
            database,
            userId,
            { ...key, access: formField(request, 'access') === 'full' ? 'full' : 'read' },
            clock.now(),
          ),
        })
      const isToBeMade = [...formFields(request, 'name'), ...formFields(request, 'key')].length > 0
      if (isToBeMade) return showApps(request, reply.code(422), session, { isUnnamed: true })
    },
  })
}

/** A name as the form sends it, cut where it is too long; undefined where there is none. */
const secretIn = (name: string) => SecretInput.safeParse({ name: foldSpace(name).slice(0, MAX_SECRET_NAME) }).data

/** False where it was refused. */
async function isGranted(done: Promise<void>): Promise<boolean> {
  try {
    await done
    return true
  } catch (error) {
    if (!(error instanceof AppError) || statusOf[error.code] >= 500) throw error
    return false
  }
}

const requestPath = (paths: Paths, { readerAction, kind, key, back }: Wanted): string =>
  addressOf(
    paths,
    `/account/choice?${new URLSearchParams({ do: ACTION_CODES[readerAction], kind, what: key, next: back })}`,
  )

function textIn(fields: unknown, name: string): string {
  const value = (fields as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** A reader's pages report what was done; for the others, which everybody gets, a page does. */
function answerPath(paths: Paths, { readerAction, back, ...target }: Wanted): string {
  if (!isUndoable(readerAction)) return back
  const params = doneParams(readerAction, target)
  const withNotice = ['/account', '/account/profile', '/account/saved'].map((route) => addressOf(paths, route))
  if (withNotice.includes(back)) return `${back}?${params}`
  params.set('next', back)
  return addressOf(paths, `/account/choice?${params}`)
}

/** A form of words or kinds in which nothing was written or chosen. */
function isEmptyMute(fields: unknown): boolean {
  const [code, kind, key] = ['do', 'kind', 'what'].map((name) => textIn(fields, name)) as [string, string, string]
  return code === ACTION_CODES.mute && (kind === 'word' || kind === 'kind') && !parseMute(kind, key)
}

function backIn(accountPath: string, fields: unknown): string {
  const back = textIn(fields, 'next')
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,600}$/.test(back) ? back : accountPath
}

/** Throws `bad_request` for a form that no page of ours has. */
function wantedIn(accountPath: string, fields: unknown): Wanted {
  const [code, kind, key] = ['do', 'kind', 'what'].map((name) => textIn(fields, name)) as [string, string, string]
  const readerAction = READER_ACTIONS.find((each) => ACTION_CODES[each] === code)
  if (!readerAction || (!parseFollow(kind, key) && !parseMute(kind, key)))
    throw new AppError('bad_request', 'There is no such thing to do.')
  return { readerAction, kind, key, back: backIn(accountPath, fields) }
}

/** Headers of the browser itself; a form of another site cannot set them. */
function isFromSameSite({ headers }: FastifyRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin'
}
