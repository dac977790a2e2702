/** Answers with items: their ids, their texts, and how many are unread. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { stateOf } from '../../news/accounts/rules/read-markers.ts'
import { markedAmong } from '../../news/accounts/writes/read-markers.ts'
import { AppError } from '../../platform/errors.ts'
import { sendFresh } from '../../platform/http/send-fresh.ts'
import { parseItemId } from './item-ids.ts'
import { all, count, first, instant } from './parameters.ts'
import { type MessageContext, presentItem, presentRef, type Subscription, streamsOf } from './present.ts'
import { atomOf } from './present-atom.ts'
import {
  hydrateRows,
  pageOf,
  parseListCursor,
  type ReaderCtx,
  type Row,
  readIn,
  readingList,
  type StreamQuery,
} from './reading-lists.ts'
import { callerOf } from './session.ts'
import { parseStream, READING_LIST, type Stream } from './streams.ts'
import { labelsOf, siteSubscription, subscriptionsOf } from './subscriptions.ts'

const maxIds = 10_000
const maxItems = 1000
const maxUnread = 5000

type Answer = (
  ctx: ReaderCtx,
  context: MessageContext,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

const json = (request: FastifyRequest, reply: FastifyReply, data: unknown) =>
  sendFresh(request, reply, 'application/json; charset=utf-8', JSON.stringify(data))

export const sendItemIds: Answer = async (ctx, context, request, reply) => {
  const query = queryOf(request, context, first(request, 's'), maxIds)
  const { rows, next } = await pageOf(ctx, callerOf(request), query)
  return json(request, reply, { itemRefs: rows.map(presentRef), ...(next ? { continuation: next } : {}) })
}

export const sendContents: Answer = async (ctx, context, request, reply) =>
  json(request, reply, await contentsOf(ctx, context, request))

/** The same as Atom, as newsboat reads streams. */
export const sendAtom: Answer = async (ctx, context, request, reply) =>
  sendFresh(
    request,
    reply,
    'application/atom+xml; charset=utf-8',
    atomOf(await contentsOf(ctx, context, request), context),
  )

async function contentsOf(ctx: ReaderCtx, context: MessageContext, request: FastifyRequest) {
  const named = (request.params as { '*'?: string })['*'] || first(request, 's') || READING_LIST
  const { rows, next } = await pageOf(ctx, callerOf(request), queryOf(request, context, named, maxItems))
  const updated = Math.floor(ctx.clock.now().getTime() / 1000)
  const items = await itemsOf(ctx, context, callerOf(request), rows)
  return {
    direction: 'ltr',
    id: named,
    title: ctx.site.name,
    self: [{ href: `${context.baseUrl}/reader/api/0/stream/contents/${named}` }],
    updated,
    items,
    ...(next ? { continuation: next } : {}),
  }
}

/** Of the ids that name an event; in the order in which they were asked for. */
export const sendItems: Answer = async (ctx, context, request, reply) => {
  const ids = all(request, 'i').flatMap((text) => parseItemId(text) ?? [])
  const existing = new Map((await readingList(ctx, callerOf(request))).map((row) => [row.eventId, row]))
  const rows = [...new Set(ids)].slice(0, maxItems).map((eventId) => existing.get(eventId) ?? strayRow(eventId))
  const updated = Math.floor(ctx.clock.now().getTime() / 1000)
  const items = await itemsOf(ctx, context, callerOf(request), rows)
  return json(request, reply, { direction: 'ltr', id: READING_LIST, title: ctx.site.name, updated, items })
}

/** An item that is no longer in the reading list: saved long ago, or read elsewhere. */
const strayRow = (eventId: number): Row => ({
  eventId,
  at: new Date(0),
  feedId: '',
  matchedFollows: [],
  publishedAt: null,
})

async function itemsOf(ctx: ReaderCtx, context: MessageContext, userId: number, rows: Row[]) {
  const site = siteSubscription(ctx, context)
  const feeds = new Map<string, Subscription>(
    (await subscriptionsOf(ctx, userId, context)).map((subscription) => [subscription.id, subscription]),
  )
  const ids = rows.map(({ eventId }) => eventId)
  const [found, marked] = [await hydrateRows(ctx, rows), await markedAmong(ctx.database, userId, ids, ctx.clock.now())]
  return found.map(({ event, row }) => {
    const at = row.at.getTime() === 0 ? event.firstPublishedAt : row.at
    const state = { ...stateOf(marked, event.id), origin: feeds.get(row.feedId) ?? site }
    return presentItem(event, { ...row, at }, state, context)
  })
}

export const sendUnreadCounts: Answer = async (ctx, context, request, reply) => {
  const userId = callerOf(request)
  const rows = await readingList(ctx, userId)
  const read = await readIn(ctx, userId, rows)
  const unread = rows.filter(({ eventId }) => !read.has(eventId))
  const groups = Map.groupBy(
    unread.flatMap((row) => streamsOf(row, context).map((id) => ({ id, at: row.at.getTime() }))),
    ({ id }) => id,
  )
  const total = { id: READING_LIST, group: unread.map((row) => ({ at: row.at.getTime() })) }
  const unreadcounts = [...[...groups].map(([id, group]) => ({ id, group })), total].map(({ id, group }) => ({
    id,
    count: group.length,
    newestItemTimestampUsec: `${group.reduce((newest, { at }) => Math.max(newest, at), 0)}000`,
  }))
  return json(request, reply, { max: maxUnread, unreadcounts })
}

function queryOf(request: FastifyRequest, context: MessageContext, named: string, max: number): StreamQuery {
  const labels = labelsOf(context.t)
  const other = (name: string) => {
    const text = first(request, name)
    return text === '' ? null : parseStream(text, labels)
  }
  return {
    stream: streamOf(named, context),
    without: other('xt'),
    within: other('it'),
    from: instant(request, 'ot'),
    until: instant(request, 'nt'),
    oldestFirst: first(request, 'r') === 'o',
    limit: count(request, 'n', 20, max),
    after: parseListCursor(first(request, 'c')),
  }
}

/** Throws `bad_request` for a stream that there is not. */
export function streamOf(named: string, context: MessageContext): Stream {
  const stream = parseStream(named, labelsOf(context.t))
  if (!stream) throw new AppError('bad_request', 'UnknownStream')
  return stream
}
