/** The Google Reader API, as far as reading apps use it: `/accounts/ClientLogin` and `/reader/api/0/…`. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appUserName } from '../../news/accounts/rules/account.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import { isForOperator, statusOf, toAppError } from '../../platform/http/errors.ts'
import { sendFresh } from '../../platform/http/send-fresh.ts'
import type { ErrorRenderer } from '../../platform/http/server.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { first } from './parameters.ts'
import { labelId, labelOf, type MessageContext, presentSubscription } from './present.ts'
import type { ReaderCtx } from './reading-lists.ts'
import {
  accountOf,
  authenticate,
  authenticateRead,
  callerOf,
  checkToken,
  logIn,
  requireCredential,
  writeToken,
} from './session.ts'
import { sendAtom, sendContents, sendItemIds, sendItems, sendUnreadCounts } from './stream-answers.ts'
import { READING_LIST, STARRED } from './streams.ts'
import { subscriptionList } from './subscription-list.ts'
import { subscriptionsOf } from './subscriptions.ts'
import { editSubscription, editTags, importSubscriptions, markAllRead, quickAdd } from './writes.ts'

/** Clients send up to ten thousand ids at once. */
const bodyLimit = 1024 * 1024

const sendJson = (request: FastifyRequest, reply: FastifyReply, data: unknown): FastifyReply =>
  sendFresh(request, reply, 'application/json; charset=utf-8', JSON.stringify(data))

const sendText = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/plain; charset=utf-8').send(text)

export function googleReaderRoutes(app: FastifyInstance, ctx: ReaderCtx, t: Translate): void {
  const context: MessageContext = { t, ...ctx.origin }
  app.register(async (scope) => {
    scope.setErrorHandler(renderError)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    loginRoute(scope, ctx)
    scope.register(async (api) => {
      api.addHook('onRequest', (request, reply) => authenticate(ctx, request, reply))
      readRoutes(api, ctx, context)
      writeRoutes(api, ctx, context)
      api.register(async (lists) => importRoute(lists, ctx))
    })
    scope.register(async (items) => itemsRoute(items, ctx, context))
  })
}

/** Of what is not there, in the API's form. */
export const readerErrors = (prefix: string): ErrorRenderer => ({
  prefix,
  render: (error, request, reply) => renderError(error, request, reply),
})

/** Passwords may stand in the address, which therefore is not logged. */
function renderError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (isForOperator(error)) request.log.error({ err: thrown }, error.message)
  if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)))
  return sendText(reply.code(statusOf[error.code]), `Error=${error.message}\n`)
}

function loginRoute(app: FastifyInstance, ctx: ReaderCtx): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/accounts/ClientLogin',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const auth = await logIn(ctx, request, reply)
      const answer = { SID: auth, LSID: 'null', Auth: auth }
      if (first(request, 'output') === 'json') return sendJson(request, reply, answer)
      const lines = Object.entries(answer).map(([name, value]) => `${name}=${value}\n`)
      return sendText(reply, lines.join(''))
    },
  })
}

function readRoutes(app: FastifyInstance, ctx: ReaderCtx, context: MessageContext): void {
  app.get('/reader/api/0/token', async (request, reply) => sendText(reply, writeToken(request)))
  app.get('/reader/api/0/user-info', async (request, reply) => {
    const { id, email } = accountOf(request)
    const userName = appUserName({ id, email })
    return sendJson(request, reply, { userId: String(id), userName, userProfileId: String(id), userEmail: email ?? '' })
  })
  app.get('/reader/api/0/subscription/list', async (request, reply) => {
    const subscriptions = await subscriptionsOf(ctx, callerOf(request), context)
    return sendJson(request, reply, {
      subscriptions: subscriptions.map((subscription) => presentSubscription(subscription, context)),
    })
  })
  app.get('/reader/api/0/tag/list', async (request, reply) => {
    const { follows } = await getProfile(ctx.database, callerOf(request))
    const labels = [...new Set(follows.map(({ kind }) => kind))].map((kind) => ({
      id: labelId(kind, context.t),
      label: labelOf(kind, context.t),
      type: 'folder',
    }))
    return sendJson(request, reply, { tags: [{ id: STARRED }, ...labels] })
  })
  app.get('/reader/api/0/unread-count', (request, reply) => sendUnreadCounts(ctx, context, request, reply))
  app.get('/reader/api/0/stream/items/ids', (request, reply) => sendItemIds(ctx, context, request, reply))
  app.get('/reader/api/0/stream/contents', (request, reply) => sendContents(ctx, context, request, reply))
  app.get('/reader/api/0/stream/contents/*', (request, reply) => sendContents(ctx, context, request, reply))
  app.get('/reader/atom/*', (request, reply) => sendAtom(ctx, context, request, reply))
  app.get('/reader/api/0/subscription/export', async (request, reply) => {
    const list = subscriptionList(await subscriptionsOf(ctx, callerOf(request), context), ctx.site.name, context)
    return sendFresh(request, reply, 'text/x-opml; charset=utf-8', list)
  })
  // Apps ask for these at their start: nothing is set, and an account has no friends but itself.
  app.get('/reader/api/0/preference/list', (request, reply) => sendJson(request, reply, { prefs: [] }))
  app.get('/reader/api/0/preference/stream/list', (request, reply) => sendJson(request, reply, { streamprefs: {} }))
  app.get('/reader/api/0/friend/list', (request, reply) => {
    const { id, email } = accountOf(request)
    const me = { userIds: [String(id)], profileIds: [String(id)], contactId: '-1', stream: READING_LIST, flags: 1 }
    return sendJson(request, reply, { friends: [{ ...me, displayName: appUserName({ id, email }) }] })
  })
}

function itemsRoute(app: FastifyInstance, ctx: ReaderCtx, context: MessageContext): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/reader/api/0/stream/items/contents',
    exposeHeadRoute: false,
    bodyLimit,
    onRequest: async (request) => requireCredential(request),
    preHandler: (request, reply) => authenticateRead(ctx, request, reply),
    handler: (request, reply) => sendItems(ctx, context, request, reply),
  })
}

function writeRoutes(app: FastifyInstance, ctx: ReaderCtx, context: MessageContext): void {
  const writes: [string, (request: FastifyRequest) => Promise<unknown>][] = [
    ['edit-tag', (request) => editTags(ctx, request)],
    ['mark-all-as-read', (request) => markAllRead(ctx, context, request)],
    ['subscription/edit', (request) => editSubscription(ctx, request)],
    ['subscription/quickadd', (request) => quickAdd(ctx, context, request)],
    // Folders are the kinds of what is followed: they are neither renamed nor removed.
    ['rename-tag', async () => undefined],
    ['disable-tag', async () => undefined],
  ]
  for (const [name, write] of writes)
    app.post(`/reader/api/0/${name}`, { bodyLimit }, async (request, reply) => {
      checkToken(request, reply)
      const answer = await write(request)
      return answer === undefined ? sendText(reply, 'OK') : sendJson(request, reply, answer)
    })
}

const listLimit = 2 * 1024 * 1024

/** An OPML file is a body of any type, forms too: curl sends it so. */
function importRoute(app: FastifyInstance, ctx: ReaderCtx): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: listLimit }, (_request, body, done) => done(null, body))
  app.post('/reader/api/0/subscription/import', { bodyLimit: listLimit }, async (request, reply) =>
    sendText(reply, await importSubscriptions(ctx, request)),
  )
}
