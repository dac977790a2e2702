/** Writes of apps: read and starred items, and subscriptions. */

import type { FastifyRequest } from 'fastify'
import type { Follow } from '../../news/accounts/rules/profile.ts'
import type { Mark } from '../../news/accounts/rules/read-markers.ts'
import { follow, setFollow } from '../../news/accounts/writes/follows.ts'
import { mark } from '../../news/accounts/writes/read-markers.ts'
import { nameFollows } from '../../news/editions/queries/names.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'
import { AppError } from '../../platform/errors.ts'
import { parseItemId } from './item-ids.ts'
import { all, first, instant } from './parameters.ts'
import type { MessageContext } from './present.ts'
import { type ReaderCtx, rowsIn } from './reading-lists.ts'
import { callerOf } from './session.ts'
import { streamOf } from './stream-answers.ts'
import { addressIn, feedIdOf, parseStream, READ, RETAINED_UNREAD, STARRED } from './streams.ts'
import { followOf, sourcesByAddress } from './subscriptions.ts'

/** Each once, however often it is named. Clients put the user's id in place of the dash. */
const statesIn = (request: FastifyRequest, name: 'a' | 'r') => [
  ...new Set(all(request, name).map((state) => state.replace(/^user\/[^/]+\//, 'user/-/'))),
]

const ADDED = new Map<string, Omit<Mark, 'eventIds'>>([
  [READ, { as: 'read', on: true }],
  [RETAINED_UNREAD, { as: 'read', on: false }],
  [STARRED, { as: 'saved', on: true }],
])
const REMOVED = new Map<string, Omit<Mark, 'eventIds'>>([
  [READ, { as: 'read', on: false }],
  [STARRED, { as: 'saved', on: false }],
])

/** Clients send as many at once. */
const MAX_ITEMS = 10_000
/** Each is looked for and written by itself. */
const MAX_FEEDS = 100

/** States that are written, and those by which apps remind themselves. */
const STATE = /^user\/-\/state\/com\.google\/(?:read|starred|kept-unread|fresh|tracking-[a-z-]+)$/

/** Each state is written once for all items, however often it is named. Refuses what would not be kept, before it writes. */
export async function editTags({ database, clock }: ReaderCtx, request: FastifyRequest): Promise<undefined> {
  const ids = [...new Set(all(request, 'i').flatMap((text) => parseItemId(text) ?? []))]
  if (ids.length === 0) throw new AppError('bad_request', 'NoItems')
  if (ids.length > MAX_ITEMS) throw new AppError('bad_request', 'TooManyItems')
  const userId = callerOf(request)
  const [added, removed] = [statesIn(request, 'a'), statesIn(request, 'r')]
  if (added.some((state) => !STATE.test(state))) throw new AppError('bad_request', 'UnsupportedTag')
  const marks = [
    ...added.flatMap((state) => ADDED.get(state) ?? []),
    ...removed.flatMap((state) => REMOVED.get(state) ?? []),
  ]
  for (const one of marks) await ifThere(mark(database, userId, { eventIds: ids, ...one }, clock.now()))
}

/** An app may name items that are gone: there is nothing left to do with them. */
async function ifThere(write: Promise<void>): Promise<void> {
  await write.catch((error) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  })
}

/** Of what the app can have seen: items that came after `ts` stay unread. */
export async function markAllRead(
  ctx: ReaderCtx,
  context: MessageContext,
  request: FastifyRequest,
): Promise<undefined> {
  const userId = callerOf(request)
  const until = instant(request, 'ts') ?? ctx.clock.now()
  const rows = await rowsIn(ctx, userId, streamOf(first(request, 's'), context))
  const ids = rows.filter(({ at }) => at <= until).map(({ eventId }) => eventId)
  await ifThere(mark(ctx.database, userId, { eventIds: ids, as: 'read', on: true }, ctx.clock.now()))
}

/** Names and folders are those of the site: what an app changes of them is accepted and not kept. */
export async function editSubscription(ctx: ReaderCtx, request: FastifyRequest): Promise<undefined> {
  const [action, userId] = [first(request, 'ac'), callerOf(request)]
  if (action === 'edit') return
  if (action !== 'subscribe' && action !== 'unsubscribe') throw new AppError('bad_request', 'UnknownAction')
  const streams = new Set(all(request, 's'))
  if (streams.size > MAX_FEEDS) throw new AppError('bad_request', 'TooManyFeeds')
  for (const named of streams) {
    const wanted = await toFollow(ctx, named)
    if (!wanted) throw new AppError('not_found', 'UnknownFeed')
    await setFollow(ctx.database, userId, wanted, action === 'subscribe', ctx.clock.now())
  }
}

export async function quickAdd(ctx: ReaderCtx, context: MessageContext, request: FastifyRequest) {
  const query = first(request, 'quickadd')
  const wanted = await toFollow(ctx, query)
  if (!wanted) return { query, numResults: 0 }
  await follow(ctx.database, callerOf(request), wanted, ctx.clock.now())
  const [named] = await nameFollows(ctx.db, [wanted], ctx.site)
  return { query, numResults: 1, streamId: feedIdOf(wanted), streamName: named?.title ?? context.baseUrl }
}

/** Follows the sources of this site that an app's list names; the answer names the rest, a line each. */
export async function importSubscriptions(ctx: ReaderCtx, request: FastifyRequest): Promise<string> {
  const { sources, leftOut } = parseOpml(request.body as Uint8Array)
  const sourceOf = await sourcesByAddress(ctx)
  const found = sources.map(({ url: address }) => ({ address, follow: sourceOf(address) }))
  const follows = found.flatMap((one) => one.follow ?? [])
  for (const wanted of follows) await follow(ctx.database, callerOf(request), wanted, ctx.clock.now())
  const foreign = found.flatMap(({ address, follow }) => (follow ? [] : `${address} is no source of this site`))
  return [`OK: ${follows.length}`, ...leftOut, ...foreign].join('\n')
}

async function toFollow(ctx: ReaderCtx, named: string): Promise<Follow | null> {
  const address = addressIn(named)
  if (address !== null) return followOf(ctx, address)
  const stream = parseStream(named, new Map())
  return stream?.kind === 'follow' ? stream.follow : null
}
