/** Tools for events: what happened, and who reports it. */

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { paragraphs } from '../../markdown/escape.ts'
import { eventBody, eventLine } from '../../markdown/event.ts'
import { findEvent } from '../../read/events/events.ts'
import { EVENT_SORTS, type EventFilter, listEvents } from '../../read/events/list.ts'
import { listRevisions } from '../../read/events/revisions.ts'
import type { EventView } from '../../read/events/views.ts'
import { findHeir } from '../../read/heirs.ts'
import { feedId, findFilters, limit, since, tag } from './filters.ts'
import type { McpParts } from './parts.ts'
import { presentEvent, presentEventDetail } from './present-event.ts'
import { eventDetailSchema, eventSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

export function registerEventTools(server: McpServer, parts: McpParts): void {
  const { ctx, md } = parts
  const { db, site } = ctx

  registerTool(server, parts, {
    name: 'latest_events',
    input: z.object({
      limit,
      tag: tag.optional(),
      feed_id: feedId.optional(),
      since: since.optional(),
      min_sources: z.int().min(1).max(99).optional().describe('Only what so many independent publishers report.'),
      sort: z.enum(EVENT_SORTS).default('newest').describe('First reported last, reported on last, or most read.'),
    }),
    output: z.object({ events: z.array(eventSchema) }),
    run: async (input) => {
      const found = await findFilters(db, input)
      if ('unknown' in found) return found
      const filter: EventFilter = {
        ...found.filter,
        relevant: true,
        ...(input.min_sources === undefined ? {} : { minSources: input.min_sources }),
      }
      return list(await listEvents(db, { filter, sort: input.sort, limit: input.limit, siteLanguage: site.language }))
    },
  })

  registerTool(server, parts, {
    name: 'get_event',
    input: z.object({ id: z.int().min(1).describe('Id of an event, from latest_events or an article.') }),
    output: z.object({ event: eventDetailSchema }),
    run: async ({ id }) => {
      const event =
        (await findEvent(db, id, site.language)) ??
        (await findEvent(db, (await findHeir(db, 'events', id)) ?? 0, site.language))
      if (!event) return { unknown: `There is no event ${id}. Call latest_events for those that exist.` }
      const revisions = await listRevisions(db, event)
      return {
        data: { event: presentEventDetail(event, revisions, md.baseUrl) },
        text: eventBody(event, md, 1, revisions),
      }
    },
  })

  const list = (events: EventView[]) => ({
    data: { events: events.map((event) => presentEvent(event, md.baseUrl)) },
    text: eventLines(events, md),
  })
}

/** A line an event, with its text below it. */
export const eventLines = (events: EventView[], md: McpParts['md']): string =>
  events
    .map(
      (event) =>
        `${eventLine(event, md)} (id ${event.id})\n\n  ${paragraphs(event.summary).replaceAll('\n\n', '\n\n  ')}`,
    )
    .join('\n')
