/** Items of a stream for one account: rows of the edition, narrowed, ordered and cut as a client requests. */

import type { Ctx } from '../../ctx.ts'
import { type Follow, nameOf } from '../../news/accounts/rules/profile.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import { readAmong, savedRows } from '../../news/accounts/writes/read-markers.ts'
import { datedFirst } from '../../news/articles/rules/dated-first.ts'
import type { EditionRow } from '../../news/editions/rules/edition.ts'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import { feedIdOf, SITE_FEED, type Stream } from './streams.ts'

export type ReaderCtx = Pick<
  Ctx,
  'accounts' | 'database' | 'db' | 'site' | 'edition' | 'config' | 'clock' | 'limiter' | 'log' | 'origin'
>

/** An item of a stream, before its text is loaded. */
export interface Row {
  eventId: number
  /** Arrival of the item, by which clients order and filter. */
  at: Date
  /** The subscription that it is shown under. */
  feedId: string
  matchedFollows: Follow[]
  /** Null where none of its articles has a date. */
  publishedAt: Date | null
}

export interface StreamQuery {
  stream: Stream
  /** Left out. */
  without: Stream | null
  /** Of these alone. */
  within: Stream | null
  from: Date | null
  until: Date | null
  oldestFirst: boolean
  limit: number
  /** The item after which the list goes on. */
  after: { at: number; id: number } | null
}

export interface StreamPage {
  rows: Row[]
  next: string | null
}

const toRow = ({ eventId, reportedAt, matchedFollows, publishedAt }: EditionRow): Row => {
  const [nearest] = matchedFollows
  return { eventId, at: reportedAt, feedId: nearest ? feedIdOf(nearest) : SITE_FEED, matchedFollows, publishedAt }
}

/** All that the account's apps show, in no order that is promised. */
export async function readingList({ database, edition }: ReaderCtx, userId: number): Promise<Row[]> {
  return (await edition.readingList(await getProfile(database, userId))).map(toRow)
}

/** Saved events that are not in the reading list any more are shown under the site's name. */
const starred = ({ database }: ReaderCtx, userId: number, list: Row[]): Promise<Row[]> =>
  savedRows(database, userId, list, ({ eventId, at }) => ({
    eventId,
    at,
    feedId: SITE_FEED,
    matchedFollows: [],
    publishedAt: at,
  }))

export async function rowsIn(ctx: ReaderCtx, userId: number, stream: Stream, list?: Row[]): Promise<Row[]> {
  const rows = list ?? (await readingList(ctx, userId))
  switch (stream.kind) {
    case 'all':
      return rows
    case 'site':
      return rows.filter(({ feedId }) => feedId === SITE_FEED)
    case 'starred':
      return starred(ctx, userId, rows)
    case 'read': {
      const read = await readIn(ctx, userId, rows)
      return rows.filter(({ eventId }) => read.has(eventId))
    }
    case 'label':
      return rows.filter(({ matchedFollows }) => matchedFollows.some(({ kind }) => kind === stream.label))
    case 'follow':
      return rows.filter(({ matchedFollows }) =>
        matchedFollows.some((follow) => nameOf(follow) === nameOf(stream.follow)),
      )
  }
}

export const readIn = ({ database, clock }: ReaderCtx, userId: number, rows: Row[]): Promise<Set<number>> =>
  readAmong(
    database,
    userId,
    rows.map(({ eventId }) => eventId),
    clock.now(),
  )

export async function pageOf(ctx: ReaderCtx, userId: number, query: StreamQuery): Promise<StreamPage> {
  const list = await readingList(ctx, userId)
  const ids = async (stream: Stream) => new Set((await rowsIn(ctx, userId, stream, list)).map(({ eventId }) => eventId))
  const [without, within] = [query.without && (await ids(query.without)), query.within && (await ids(query.within))]
  const sign = query.oldestFirst ? 1 : -1
  const order = (a: { at: number; id: number }, b: { at: number; id: number }) => sign * (a.at - b.at || a.id - b.id)
  const position = (row: Row) => ({ at: row.at.getTime(), id: row.eventId })
  const { after, from, until, limit } = query
  const all = (await rowsIn(ctx, userId, query.stream, list))
    .filter((row) => !without?.has(row.eventId) && (within?.has(row.eventId) ?? true))
    .filter(({ at }) => (!from || at >= from) && (!until || at <= until))
    .sort((a, b) => order(position(a), position(b)))
  const ordered = query.oldestFirst ? all : datedFirst(all)
  const seen = after ? ordered.findIndex(({ eventId }) => eventId === after.id) : -1
  const found = after && seen < 0 ? all.filter((row) => order(position(row), after) > 0) : ordered.slice(seen + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? formatListCursor(position(last)) : null }
}

const formatListCursor = ({ at, id }: { at: number; id: number }) => `${at}.${id}`

export function parseListCursor(text: string): StreamQuery['after'] {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  return at === undefined ? null : { at: Number(at), id: Number(id) }
}

const AT_ONCE = 200

/** Views of the rows' events, in their order. */
export async function hydrateRows({ db, site }: ReaderCtx, rows: Row[]) {
  const events = []
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const ids = rows.slice(i, i + AT_ONCE).map(({ eventId }) => eventId)
    events.push(...(await hydrateEvents(db, ids, site.language)))
  }
  const byId = new Map(rows.map((row) => [row.eventId, row]))
  return events.flatMap((event) => {
    const row = byId.get(event.id)
    return row ? { event, row } : []
  })
}
