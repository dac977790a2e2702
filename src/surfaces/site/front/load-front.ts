/** Content of the front page, or the progress of the first reading of the sources. */
import type { Ctx } from '../../../ctx.ts'
import { listEvents } from '../../../news/events/queries/list.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { readingState } from '../../../news/operator/queries/source-health.ts'
import { listStories } from '../../../news/stories/queries/stories.ts'
import { loadImages } from '../components/settle-pictures.ts'
import { namedEvents } from '../components/titled-events.ts'
import type { FeatureSite } from '../feature-site.ts'
import type { FirstStartView } from './first-start.ts'
import type { FrontView } from './front.ts'
import { chooseFront, type FrontChoice, isDated } from './front-choice.ts'

const max = 60
const minDated = 30
const far = 300
const maxPopular = 5
/** Fewer are no list of what is read most. */
const minPopular = 3

export async function loadFront(ctx: Ctx, parts: FeatureSite): Promise<FrontView | FirstStartView> {
  const { db, site, clock } = ctx
  const options = { filter: { relevant: true }, siteLanguage: site.language }
  const newest = async (limit: number) => namedEvents(await listEvents(db, { ...options, sort: 'newest', limit }))
  const latest = await newest(max)
  // An undated article counts as found today, and may precede all that have a date.
  const events = latest.length < max || latest.filter(isDated).length >= minDated ? latest : await newest(far)
  const reading = await readingState(db)
  const choice = chooseFront(events, clock.now(), site)
  if (!choice) return reading
  const drawings = await loadImages(ctx, parts, [choice.lead, ...choice.cards])
  warmImages(ctx, [...choice.rows])
  return {
    ...choice,
    drawings,
    stories: await listStories(db, { status: 'active', limit: 4 }),
    popular: maxRead(namedEvents(await listEvents(db, { ...options, sort: 'popular', limit: 2 * maxPopular })), choice),
    parts: (await Promise.all(parts.front.map((load) => load(db, site)))).filter((part) => part !== null),
    feeds: reading.feeds,
    tried: reading.tried,
    readAt: reading.readAt,
    failing: reading.failing,
    offline: reading.offline,
  }
}

/** The most read events without the lead; empty where too little was read. */
function maxRead(events: EventView[], { lead }: FrontChoice): EventView[] {
  const read = events.filter((event) => event.id !== lead.id && event.entries.some(({ views }) => views > 0))
  return read.length < minPopular ? [] : read.slice(0, maxPopular)
}

/** Prefetches images that stand further down; a failure shows at the first request. */
function warmImages({ images }: Pick<Ctx, 'images'>, events: EventView[]): void {
  for (const { imageUrl } of events) if (imageUrl) void images.get(imageUrl, 320, 'webp')
}
