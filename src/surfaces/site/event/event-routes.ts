/** `/events` and each event at its canonical address; one that was taken up in another leads to that. */

import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { loadBeside } from '../../../news/events/queries/beside.ts'
import { checkableEvent } from '../../../news/events/queries/checkable.ts'
import { findShownEvent } from '../../../news/events/queries/events.ts'
import { pageEvents } from '../../../news/events/queries/list.ts'
import { listSettled } from '../../../news/events/queries/settled.ts'
import { hydrateStories } from '../../../news/stories/queries/stories.ts'
import { findChecks } from '../../../news/texts/queries/checks.ts'
import { eventPath } from '../../../platform/site/paths.ts'
import { isNamed } from '../../../platform/text/titles.ts'
import { loadImages } from '../components/settle-pictures.ts'
import { namedPage, withNamedEntries } from '../components/titled-events.ts'
import { type FeatureSite, findNotes, partsOf } from '../feature-site.ts'
import { eventsPage } from '../lists/lists.ts'
import { type AtPath, canonicalRoute, numberedRoute, type SendPage, within } from '../send-page.ts'
import { disputesPage } from './disputes-page.ts'
import { type EventPageView, eventPage } from './event.ts'

const perPage = 30

export function eventRoutes(app: FastifyInstance, ctx: Ctx, send: SendPage, parts: FeatureSite): void {
  const { db, site, config } = ctx
  const siteLanguage = site.language

  const disputes = { relevant: true, disputed: 'open' } as const
  const newest = { filter: { relevant: true }, sort: 'newest', perPage, siteLanguage } as const
  numberedRoute(app, '/events', send, {
    negotiated: site.paths.events,
    load: async (page) => within(namedPage(await pageEvents(db, { ...newest, page }))),
    render: eventsPage,
  })

  numberedRoute(app, '/disputes', send, {
    load: async (page) => {
      const list = within(namedPage(await pageEvents(db, { ...newest, filter: disputes, page })))
      return list && { ...list, settled: page === 1 ? await listSettled(db, siteLanguage, perPage) : [] }
    },
    render: disputesPage,
  })

  canonicalRoute(app, '/events', send, { folder: site.paths.events, load, render: eventPage })

  async function load(id: number): Promise<AtPath<EventPageView>> {
    const event = await findShownEvent(db, id, siteLanguage)
    return event && { view: event.id === id ? await viewOf(event) : null, path: eventPath(site.paths, event) }
  }

  async function viewOf(event: EventPageView['event']): Promise<EventPageView> {
    const drawings = await loadImages(ctx, parts, [event])
    const [story] = event.story ? await hydrateStories(db, [event.story.id]) : []
    const { revisions, reactions } = await loadBeside(db, event, siteLanguage)
    const corrected = event.textBy === 'operator' ? (`event:${event.id}` as const) : null
    return {
      event: withNamedEntries(event),
      drawing: drawings.get(event.id),
      revisions,
      reactions: reactions.filter(({ title }) => isNamed(title)),
      notes: await findNotes(db, parts, { articles: event.entries, text: corrected }),
      story: story ?? null,
      parts: await partsOf(parts.event.map((load) => load(db, event))),
      checks: await findChecks(db, checkableEvent(event), config.EVIDENCE_PUBLIC),
    }
  }
}
