/** The stage stories: events into running affairs, their life, and their text. */
import type { Logger } from 'pino'
import {
  centroid,
  createScale,
  groupEvents,
  joinScore,
  lifeOf,
  likeness,
  mayOpen,
  partsOf,
  REVIVAL_MS,
  STORY_WINDOW_MS,
  shouldMerge,
} from '../../domain/stories/stories.ts'
import type { Clock } from '../../domain/time/clock.ts'
import { type Database, publishing, type Trx } from '../../store/database/database.ts'
import {
  insertStory,
  type LinkedEvent,
  linkEvents,
  listEventsForStories,
  listStoryMaterial,
  listStoryStates,
  lockStories,
  mergeStories,
  refreshStories,
  type StoryMaterial,
  type StoryState,
  saveStoryText,
  settleEvents,
} from '../../store/stories/stories.ts'

export interface StoryText {
  title: string
  lead: string
  body: string
}

export interface StoriesCtx {
  database: Database
  clock: Clock
  log: Logger
  language: string
  timeZone: string
  /** Writes a story's text with a model, under its gates; null where none is configured or it was refused. */
  write: ((material: StoryMaterial) => Promise<StoryText | null>) | null
}

/** How alike a new affair must be to an old one to be its successor. */
const SUCCESSION = 0.3

/** Brings every story up to date. Idempotent; one process at a time. */
export async function updateStories(ctx: StoriesCtx): Promise<void> {
  const now = ctx.clock.now()
  await publishing(ctx.database, async (trx) => {
    await lockStories(trx)
    const world = await readWorld(trx, now)
    await joinOrOpen(trx, world, now)
    await splitAndMerge(trx, world, now)
    await settleEvents(trx)
    await refreshStories(trx, now)
  })
  for (const material of await listStoryMaterial(ctx.database, ctx.language)) await writeText(ctx, material)
}

interface World {
  /** In the order of their happening. */
  events: LinkedEvent[]
  stories: Map<number, StoryState>
}

/** Far enough back for a dormant story to be revived or followed. */
async function readWorld(trx: Trx, now: Date): Promise<World> {
  const since = new Date(now.getTime() - REVIVAL_MS - 2 * STORY_WINDOW_MS)
  const events = (await listEventsForStories(trx, since)).filter((event) => event.terms.size > 0)
  const stories = new Map((await listStoryStates(trx)).map((story) => [story.id, story]))
  return { events, stories }
}

const membersOf = (world: World, storyId: number) => world.events.filter((event) => event.storyId === storyId)

/** Each waiting event joins the affair that it continues best; what is left over may open new ones. */
async function joinOrOpen(trx: Trx, world: World, now: Date): Promise<void> {
  const scale = createScale(world.events)
  const waiting = world.events.filter(({ pending, storyId }) => pending && storyId === null)
  for (const event of waiting) {
    const best = [...world.stories.values()]
      .filter((story) => lifeOf(story.lastAt, event.firstAt) !== 'past')
      .map((story) => ({ story, score: joinScore(scale, event, membersOf(world, story.id)) }))
      .sort((a, b) => b.score - a.score || a.story.id - b.story.id)[0]
    if (best && best.score > 0) {
      await join(trx, best.story, event, best.score, now)
      continue
    }
    await openAround(trx, world, scale, event, now)
  }
}

async function join(trx: Trx, story: StoryState, event: LinkedEvent, score: number, now: Date): Promise<void> {
  await linkEvents(trx, story.id, [{ eventId: event.id, score, reason: { joined: 'likeness' } }], now)
  event.storyId = story.id
  story.lastAt = Math.max(story.lastAt, event.lastAt)
}

/** Opens a story when the event completes an affair of those that stand alone. */
async function openAround(
  trx: Trx,
  world: World,
  scale: ReturnType<typeof createScale>,
  event: LinkedEvent,
  now: Date,
): Promise<void> {
  const alone = world.events.filter(
    (other) => other.storyId === null && Math.abs(other.firstAt - event.firstAt) <= STORY_WINDOW_MS,
  )
  // Only what is somewhat like the event can stand with it; that keeps the grouping small.
  const near = alone.filter((other) => other === event || likeness(scale(other), scale(event)) > 0.1).slice(-60)
  const group = groupEvents(scale, near).find((each) => each.includes(event))
  if (!group || !mayOpen(group)) return
  const predecessor = findPredecessor(world, scale, group as LinkedEvent[])
  await open(trx, world, group as LinkedEvent[], predecessor, now)
}

async function open(
  trx: Trx,
  world: World,
  group: LinkedEvent[],
  predecessorId: number | null,
  now: Date,
): Promise<void> {
  const id = await insertStory(trx, predecessorId, now)
  await linkEvents(
    trx,
    id,
    group.map((event) => ({ eventId: event.id, score: null, reason: { opened: group.length } })),
    now,
  )
  for (const event of group) event.storyId = id
  world.stories.set(id, { id, lastAt: Math.max(...group.map((event) => event.lastAt)), predecessorId })
}

/** The dormant story, too old to be revived, that the new one is most like. */
function findPredecessor(world: World, scale: ReturnType<typeof createScale>, group: LinkedEvent[]): number | null {
  const start = Math.min(...group.map((event) => event.firstAt))
  const common = centroid(scale, group)
  const best = [...world.stories.values()]
    .filter((story) => story.lastAt < start && lifeOf(story.lastAt, start) === 'past')
    .map((story) => ({ story, score: likeness(common, centroid(scale, membersOf(world, story.id))) }))
    .sort((a, b) => b.score - a.score || b.story.id - a.story.id)[0]
  return best && best.score >= SUCCESSION ? best.story.id : null
}

/** Affairs that have become one are joined, the older id stays; one that has become several gives each part its own. */
async function splitAndMerge(trx: Trx, world: World, now: Date): Promise<void> {
  const scale = createScale(world.events)
  const running = [...world.stories.values()].filter((story) => lifeOf(story.lastAt, now.getTime()) === 'active')
  for (const story of running) {
    const members = membersOf(world, story.id)
    // An operator has said that they belong together.
    if (members.some((event) => event.byOperator)) continue
    for (const part of partsOf(scale, members)) await open(trx, world, part as LinkedEvent[], story.id, now)
  }
  const merged = new Set<number>()
  for (const [i, one] of running.entries()) {
    for (const other of running.slice(i + 1)) {
      const [a, b] = [membersOf(world, one.id), membersOf(world, other.id)]
      if (merged.has(one.id) || merged.has(other.id) || a.length === 0 || b.length === 0) continue
      if (!shouldMerge(scale, a, b)) continue
      await mergeStories(trx, one.id, other.id, now)
      for (const event of b) event.storyId = one.id
      merged.add(other.id)
    }
  }
}

async function writeText(ctx: StoriesCtx, material: StoryMaterial): Promise<void> {
  let text: StoryText | null = null
  if (ctx.write) {
    text = await ctx.write(material).catch((error) => {
      ctx.log.warn({ err: error, storyId: material.storyId }, 'the text of a story could not be written')
      return null
    })
  }
  await saveStoryText(
    ctx.database,
    material,
    text ? { ...text, by: 'ai' } : { ...plainStoryText(material, ctx.language, ctx.timeZone), by: 'excerpt' },
    ctx.clock.now(),
  )
}

/** Without a model: title and lead from the best-covered event in the site's language, body a dated list of the events. */
function plainStoryText(material: StoryMaterial, language: string, timeZone: string): StoryText {
  const readable = material.events.filter((event) => event.inLanguage)
  const best = (readable.length > 0 ? readable : material.events).reduce((a, b) =>
    b.sources.length > a.sources.length ? b : a,
  )
  const day = new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'long' })
  const lines = material.events.map((event) => `${day.format(event.at)}: ${event.title} (${event.sources.join(', ')})`)
  return { title: best.title, lead: best.summary, body: lines.join('\n') }
}
