/** The caller's own feed, saved events and read marks. */

import { z } from 'zod'
import type { Mark } from '../../news/accounts/rules/read-markers.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import {
  findReadMarkers,
  mark,
  markReadUntil,
  marksAmong,
  readAmong,
  savedEvents,
} from '../../news/accounts/writes/read-markers.ts'
import { presentRef } from '../../news/editions/profile-resource.ts'
import { eventsOfArticles } from '../../news/editions/queries/names.ts'
import { type PersonalEvent, type PersonalRow, personalEvents } from '../../news/editions/queries/personal-events.ts'
import { Event } from '../../news/events/resource.ts'
import { pages } from '../../news/resources/parameters.ts'
import { AppError } from '../../platform/errors.ts'
import { sendPersonal } from '../../platform/http/send-cached.ts'
import { pageOf } from '../../platform/site/pages.ts'
import { listOf, oneOf } from './envelopes.ts'
import { callerOf } from './me-profile.ts'
import {
  FeedRow,
  Me,
  type MeBody,
  MyEvent,
  ReadBody,
  ReadEvents,
  readQuery,
  SavedBody,
  type SavedQuery,
} from './me-schemas.ts'
import { type ApiRoute, type Call, me, route } from './route.ts'
import { renderList, sendDone } from './send.ts'

const saved = [
  { status: 200, description: 'The saved events now.', schema: oneOf(z.object({ event_ids: z.array(z.int()) })) },
]
const read = [{ status: 200, description: 'The given events that are read.', schema: oneOf(ReadEvents) }]

export const readingRoutes: ApiRoute[] = [
  route({
    ...me('GET', '', 'getMe'),
    summary: 'The caller',
    description: 'The account of the token, and the counts of what it holds.',
    answers: [{ status: 200, description: 'The account.', schema: oneOf(Me) }],
    handle: async (call) => sendDone(call, await presentMe(call)),
  }),
  route({
    ...me('GET', '/feed', 'listMyFeed'),
    summary: "The caller's own feed",
    description:
      'Events of the last seven days that the caller follows and does not mute, each with what brought it. Nearest to what ' +
      'is followed, most independent publishers and newest first.',
    query: z.object(pages),
    answers: [{ status: 200, description: 'A page of events.', schema: listOf(FeedRow) }],
    handle: async (call) => {
      const { page, per_page: perPage } = call.query
      const profile = await getProfile(call.ctx.database, callerOf(call))
      const found = pageOf(await call.ctx.edition.editionFor(profile), { page, perPage })
      const items = (await eventsOf(call, found.items)).map((one) => ({
        ...presentEvent(call, one),
        new: one.new,
        because: one.matchedFollows.map((ref) => presentRef(ref, call.ctx.origin)),
      }))
      return sendPage(call, { ...found, items })
    },
  }),
  route({
    ...me('GET', '/saved', 'listMySaved'),
    summary: 'Saved events',
    description: 'Saved last, first.',
    query: z.object(pages),
    answers: [{ status: 200, description: 'A page of events.', schema: listOf(MyEvent) }],
    handle: async (call) => {
      const { page, per_page: perPage } = call.query
      const found = pageOf(await savedEvents(call.ctx.database, callerOf(call)), { page, perPage })
      const rows = found.items.map(({ eventId, at }) => ({ eventId, matchedFollows: [], reportedAt: at }))
      const items = (await eventsOf(call, rows)).map((one) => presentEvent(call, one))
      return sendPage(call, { ...found, items })
    },
  }),
  route({
    ...me('POST', '/saved', 'saveEvent'),
    summary: 'Save an event',
    description: 'Saving twice is saving once. An article stands for its event.',
    body: SavedBody,
    answers: saved,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      const ids = await eventOf(call, call.body)
      await markAs(call, { eventIds: ids, as: 'saved', on: true })
      return sendDone(call, { event_ids: ids })
    },
  }),
  route({
    ...me('DELETE', '/saved', 'unsaveEvent'),
    summary: 'Unsave an event',
    description: 'Unsaving what is not saved changes nothing.',
    query: SavedBody,
    answers: saved,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      const ids = await eventOf(call, call.query)
      await markAs(call, { eventIds: ids, as: 'saved', on: false })
      return sendDone(call, { event_ids: [] })
    },
  }),
  route({
    ...me('GET', '/read', 'listMyRead'),
    summary: 'List read events',
    description:
      'The given events that the caller has read. Read marks are kept for 90 days; older events count as read.',
    query: readQuery,
    answers: read,
    handle: (call) => sendRead(call, call.query.event_ids),
  }),
  route({
    ...me('POST', '/read', 'markRead'),
    summary: 'Mark as read or unread',
    description: 'Events, articles (their events are meant), or everything until an instant.',
    body: ReadBody,
    answers: read,
    errors: ['not_found', 'unprocessable'],
    handle: async (call) => {
      const { event_ids: events = [], entry_ids: entries, read, until } = call.body
      const ids = [...events, ...(entries ? await eventsOfArticles(call.ctx.db, entries) : [])]
      if (ids.length === 0 && until === undefined)
        throw new AppError('unprocessable', 'Send `event_ids`, `entry_ids` or `until`.')
      if (until !== undefined && !read)
        throw new AppError('unprocessable', '`until` marks as read: send `event_ids` or `entry_ids` to mark as unread.')
      if (until !== undefined) await markReadUntil(call.ctx.database, callerOf(call), notAfterNow(call, until))
      if (ids.length > 0) await markAs(call, { eventIds: ids, as: 'read', on: read })
      return sendRead(call, ids)
    },
  }),
]

const markAs = ({ account, ctx }: Call, wanted: Mark) =>
  mark(ctx.database, callerOf({ account }), wanted, ctx.clock.now())

const notAfterNow = ({ ctx }: Call, until: string) => new Date(Math.min(Date.parse(until), ctx.clock.now().getTime()))

async function presentMe(call: Call): Promise<MeBody> {
  const { database } = call.ctx
  const id = callerOf(call)
  const [profile, retained, markers] = [
    await getProfile(database, id),
    await savedEvents(database, id),
    await findReadMarkers(database, id),
  ]
  return {
    id,
    email: call.account?.email ?? null,
    seen_until: markers.seenUntil?.toISOString() ?? null,
    read_until: markers.readUntil?.toISOString() ?? null,
    follows: profile.follows.length,
    mutes: profile.mutes.length,
    saved: retained.length,
  }
}

async function eventsOf(call: Call, rows: PersonalRow[]): Promise<PersonalEvent[]> {
  const { clock, database, db, site } = call.ctx
  const ids = rows.map(({ eventId }) => eventId)
  return personalEvents(db, site, rows, await marksAmong(database, callerOf(call), ids, clock.now()))
}

const presentEvent = ({ ctx }: Call, { event, read, saved }: PersonalEvent) => ({
  event: Event.present(event, ctx.origin),
  read,
  saved,
})

const sendPage = ({ ctx, request, reply }: Call, page: Parameters<typeof renderList>[0]) =>
  sendPersonal(request, reply, renderList(page, {}, ctx.clock.now()))

async function sendRead(call: Call, ids: number[]) {
  const { clock, database } = call.ctx
  const read = await readAmong(database, callerOf(call), ids, clock.now())
  const { readUntil } = await findReadMarkers(database, callerOf(call))
  return sendDone(call, { read: [...read], read_until: readUntil?.toISOString() ?? null })
}

/** Throws `unprocessable` unless one of both is given, `not_found` where there is no such event. */
async function eventOf({ ctx }: Call, { event_id, entry_id }: SavedQuery): Promise<number[]> {
  if ((event_id === undefined) === (entry_id === undefined))
    throw new AppError('unprocessable', 'Send either `event_id` or `entry_id`.')
  const ids = event_id === undefined ? await eventsOfArticles(ctx.db, [entry_id ?? 0]) : [event_id]
  if (ids.length === 0) throw new AppError('not_found', 'There is no such event.')
  return ids
}
