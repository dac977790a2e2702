/** Events: what happened, and who reports it. */

import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../domain/errors.ts'
import { formatPlace, pageOf } from '../../domain/site/pages.ts'
import { findTag } from '../../read/articles/tags.ts'
import { loadBeside } from '../../read/events/beside.ts'
import { findEvent } from '../../read/events/events.ts'
import { type EventFilter, listEventsBehind, pageEvents } from '../../read/events/list.ts'
import { findHeir } from '../../read/heirs.ts'
import { type Filters, listOf, oneOf } from './envelopes.ts'
import { eventFilters, eventId, eventSort, listCursor, pages, tagSlug } from './parameters.ts'
import { presentArticle } from './present-article.ts'
import { presentEvent, presentEventDetail } from './present-event.ts'
import { type ApiRoute, type Call, route } from './route.ts'
import { Entry, Event, EventDetail } from './schemas.ts'
import { listRead, Moved, movedTo, one, renderList, sendRead } from './send.ts'

const ofTag = z.object({ ...pages, ...listCursor, ...eventFilters, sort: eventSort })
const query = ofTag.extend({ tag: z.string().max(200).optional().describe('Only events of the tag with this slug.') })
type Query = z.infer<typeof query>

const answers = [{ status: 200, description: 'A page of events.', schema: listOf(Event) }]
const moved = {
  status: 301,
  description: 'The event was merged into another; see the Location header.',
  schema: oneOf(Moved),
}

export const eventRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'Events, newest first',
    description:
      'Articles that report the same happening are one event. All events, also those that are not about the topic: see `relevant`.',
    auth: 'none',
    query,
    answers,
    handle: (call) => sendEvents(call, '/events', call.query, call.query.tag),
  }),
  route({
    method: 'GET',
    path: '/api/v1/tags/:id/events',
    operationId: 'listTagEvents',
    tag: 'Tags',
    summary: 'Events of a tag',
    description: 'The events of which an article carries the tag.',
    auth: 'none',
    params: tagSlug,
    query: ofTag,
    answers,
    handle: (call) => sendEvents(call, `/tags/${call.params.id}/events`, call.query, call.params.id, true),
  }),
  route({
    method: 'GET',
    path: '/api/v1/events/:id',
    operationId: 'getEvent',
    tag: 'Events',
    summary: 'One event',
    description:
      'One event with its articles, its points, reactions to it, and the texts that it has had. An event that was merged answers with the address of the other.',
    auth: 'none',
    params: eventId,
    answers: [{ status: 200, description: 'The event.', schema: oneOf(EventDetail) }, moved],
    handle: (call) => {
      const { db, site, origin } = call.ctx
      const id = Number.parseInt(call.params.id, 10)
      return sendRead(call, {
        key: `api /events/${id}`,
        dependsOn: ['content', 'views'],
        load: async () => {
          const event = await findEvent(db, id, site.language)
          return event ? { event, ...(await loadBeside(db, event, site.language)) } : findHeir(db, 'events', id)
        },
        render: (found, now) =>
          typeof found === 'number' ? toHeir(call.ctx, found, '', now) : one(presentEventDetail(found, origin), now),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/events/:id/entries',
    operationId: 'listEventEntries',
    tag: 'Events',
    summary: 'Articles of an event',
    description: 'The articles of one event in the order of publication, a hundred at most.',
    auth: 'none',
    params: eventId,
    query: z.object(pages),
    answers: [{ status: 200, description: 'A page of articles.', schema: listOf(Entry) }, moved],
    handle: (call) => {
      const { db, site, origin } = call.ctx
      const { page, per_page: perPage } = call.query
      const id = Number.parseInt(call.params.id, 10)
      return sendRead(call, {
        key: `api /events/${id}/entries ${page} ${perPage}`,
        dependsOn: ['content', 'views'],
        load: async () => (await findEvent(db, id, site.language)) ?? findHeir(db, 'events', id),
        render: (found, now) => {
          if (typeof found === 'number') return toHeir(call.ctx, found, '/entries', now)
          const all = found.entries.map((article) => presentArticle(article, origin))
          return renderList(pageOf(all, { page, perPage }), {}, now)
        },
      })
    },
  }),
]

function toHeir({ config }: Pick<Ctx, 'config'>, id: number, below: string, now: Date) {
  const address = `/api/v1/events/${id}${below}`
  return movedTo(address, { id, url: config.BASE_URL + address }, now)
}

/** A tag that is part of the address must exist; one that is a filter finds nothing. */
function sendEvents(call: Call, path: string, asked: Query, slug: string | undefined, mustExist = false) {
  const { db, site, origin } = call.ctx
  const { page, per_page: perPage, sort = 'newest', cursor } = asked
  if (cursor && sort === 'popular')
    throw new AppError('bad_request', 'cursor goes with sort=newest and sort=updated; page through other orders.')
  const echo = echoOf(asked)
  const load = async () => {
    const tag = slug === undefined ? undefined : await findTag(db, { slug })
    if (tag === null && mustExist) return null
    const filter: EventFilter = { ...filterOf(asked), ...(tag === undefined ? {} : { tagId: tag?.id ?? 0 }) }
    if (cursor) return listEventsBehind(db, { filter, sort, perPage, after: cursor, siteLanguage: site.language })
    return pageEvents(db, { filter, sort, page, perPage, siteLanguage: site.language })
  }
  const key = `api ${path} ${page} ${perPage} ${cursor ? formatPlace(cursor) : ''} ${JSON.stringify(echo)}`
  return sendRead(
    call,
    listRead({ key, dependsOn: ['content', 'views'], load }, echo, (event) => presentEvent(event, origin)),
  )
}

function filterOf(asked: Query): EventFilter {
  const { apple_relevant: named, relevant = named, since, until } = asked
  const { feed_id: feedId, min_sources: minSources, story_id: storyId } = asked
  return {
    ...(relevant === undefined ? {} : { relevant }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(feedId === undefined ? {} : { feedIds: [feedId] }),
    ...(minSources === undefined ? {} : { minSources }),
    ...(storyId === undefined ? {} : { storyId }),
  }
}

/** The filters in force, as parsed. */
function echoOf({ page: _, per_page: __, cursor: ___, since, until, ...rest }: Query): Filters {
  const given = Object.entries({ ...rest, since: since?.toISOString(), until: until?.toISOString() })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Filters
}
