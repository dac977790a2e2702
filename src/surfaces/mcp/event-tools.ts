/** Tools for events: what happened, and who reports it. */

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Translate } from '../../domain/site/messages.ts'
import { paragraphs } from '../../markdown/escape.ts'
import { eventBody, eventLine } from '../../markdown/event.ts'
import { loadBeside } from '../../read/events/beside.ts'
import { findEvent } from '../../read/events/events.ts'
import { EVENT_SORTS, type EventFilter, type EventSort, listEvents, listEventsFrom } from '../../read/events/list.ts'
import type { EventView } from '../../read/events/views.ts'
import { findHeir } from '../../read/heirs.ts'
import { feedId, findFilters, limit, MOST_ID, since, tag } from './filters.ts'
import { byRank, cursor, fitted, formatNext, nextCursor, offsetIn, type Part, placeIn } from './paging.ts'
import type { McpParts } from './parts.ts'
import { presentEvent, presentEventDetail } from './present-event.ts'
import { eventDetailSchema, eventSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

export function registerEventTools(server: McpServer, parts: McpParts, say: Translate): void {
  const { ctx, md } = parts
  const { db, site } = ctx

  registerTool(server, parts, say, {
    name: 'latest_events',
    input: z.object({
      limit,
      tag: tag.optional(),
      feed_id: feedId.optional(),
      since: since.optional(),
      min_sources: z.int().min(1).max(99).optional().describe('Only what so many independent publishers report.'),
      sort: z.enum(EVENT_SORTS).default('newest').describe('First reported last, reported on last, or most read.'),
      cursor,
    }),
    output: z.object({ events: z.array(eventSchema), next_cursor: nextCursor }),
    run: async (input) => {
      const found = await findFilters(ctx, input)
      if ('unknown' in found) return found
      const filter: EventFilter = {
        ...found.filter,
        relevant: true,
        ...(input.min_sources === undefined ? {} : { minSources: input.min_sources }),
      }
      const options = { filter, sort: input.sort, siteLanguage: site.language }
      const { data, text, next_cursor } = await fitted(input.limit, loaderOf(options, input.cursor), (event) => ({
        data: presentEvent(event, md),
        text: eventLines([event], md),
      }))
      return { data: { events: data, next_cursor }, text }
    },
  })

  registerTool(server, parts, say, {
    name: 'get_event',
    input: z.object({
      id: z.int().min(1).max(MOST_ID).describe('Id of an event, from latest_events or an article.'),
      cursor,
    }),
    output: z.object({
      event: eventDetailSchema,
      next_cursor: nextCursor.describe('Where its entries go on.'),
    }),
    run: async ({ id, cursor: from }) => {
      const event =
        (await findEvent(db, id, site.language)) ??
        (await findEvent(db, (await findHeir(db, 'events', id)) ?? 0, site.language))
      if (!event) return { unknown: `There is no event ${id}. Call latest_events for those that exist.` }
      const start = offsetIn(from)
      const { reactions, ...beside } = await loadBeside(db, event, site.language)
      const revisions = beside.revisions.slice(0, MOST_REVISIONS)
      const entries = event.entries.slice(start, start + MOST_ENTRIES)
      const shown = { ...event, entries }
      return {
        data: {
          event: presentEventDetail(shown, { revisions, reactions }, md),
          next_cursor: event.entries.length > start + MOST_ENTRIES ? String(start + MOST_ENTRIES) : null,
        },
        text: eventBody(shown, md, 1, { revisions, reactions }),
      }
    },
  })

  function loaderOf(
    options: { filter: EventFilter; sort: EventSort; siteLanguage: string },
    from: string | undefined,
  ): (limit: number) => Promise<Part<EventView>> {
    if (options.sort === 'popular') return byRank(from, (limit) => listEvents(db, { ...options, limit }))
    const after = placeIn(from)
    return async (perPage) => {
      const { items, next } = await listEventsFrom(db, { ...options, after, perPage })
      return { items, next: formatNext(next) }
    }
  }
}

/** Of one answer: so many fit. */
const MOST_ENTRIES = 50
const MOST_REVISIONS = 20

/** A line an event, with its text below it. */
export const eventLines = (events: EventView[], md: McpParts['md']): string =>
  events
    .map(
      (event) =>
        `${eventLine(event, md)} (id ${event.id})\n\n  ${paragraphs(event.summary).replaceAll('\n\n', '\n\n  ')}`,
    )
    .join('\n')
