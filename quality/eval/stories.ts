/**
 * How many stories are affairs: `npm run eval:stories [-- --file X.jsonl]`. Lines as for eval:clusters, with `affair` where an
 * event belongs to one. Labelled events are taken as they are; those of the demo world are as clustering joins them. Fewer than
 * nine of ten right on the tuning half: exit code 1.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { StoryMemory } from '../../tests/support/stages.ts'
import { demoHappenings, type Happening, happeningsOf, lexicon } from './story-sets.ts'

interface Judged {
  /** The affair that most of its events are of. */
  affair: string | null
  right: boolean
  anchors: string[]
  /** Oldest first. */
  events: Happening[]
}

const HOUR = 3_600_000
const MIN_SHARE = 0.9
const OPENING_EVENTS = 3
const { values: options } = parseArgs({ options: { file: { type: 'string' } } })

/** An hour's events at once, as the service meets them. */
function storiesOf(happenings: Happening[]): Judged[] {
  const memory = new StoryMemory(lexicon)
  const reported = happenings.map(({ articles }, i) => ({
    id: i + 1,
    articles: articles.map(({ excerpt, tagSlugs, ...article }) => ({ ...article, lead: excerpt, tags: tagSlugs })),
  }))
  const startOf = ({ articles }: { articles: { at: number }[] }) => Math.min(...articles.map(({ at }) => at))
  const inOrder = reported.sort((a, b) => startOf(a) - startOf(b))
  for (const hour of Map.groupBy(inOrder, (one) => Math.floor(startOf(one) / HOUR)).values()) memory.add(hour)
  return [...memory.stories.values()].map((ids) => {
    const anchors = ids.flatMap((id) => (memory.links.get(id)?.reason.joined_by ?? []) as string[])
    return judge(
      ids.flatMap((id) => happenings[id - 1] ?? []),
      [...new Set(anchors)],
    )
  })
}

/** Right: at least nine of ten of its events are of one affair, and none of a second. */
function judge(events: Happening[], anchors: string[]): Judged {
  const storylines = [
    ...Map.groupBy(
      events.filter(({ affair }) => affair),
      ({ affair }) => affair,
    ),
  ]
  const [first, second] = storylines.sort((a, b) => b[1].length - a[1].length)
  const right = first !== undefined && second === undefined && first[1].length >= MIN_SHARE * events.length
  return { affair: first?.[0] ?? null, right, anchors, events }
}

/** Which half an affair is in; stories of none are held out by their first headline. */
const isTuning = (affair: string) => (createHash('md5').update(affair).digest()[0] ?? 0) % 2 === 0

const titleOf = ({ articles }: Happening) => articles[0]?.title ?? ''

function printStory({ affair, right, anchors, events }: Judged): void {
  console.log(`\n${right ? 'right' : 'WRONG'}  ${titleOf(events.at(-1) as Happening)}`)
  console.log(`       ${events.length} events, most of ${affair ?? 'no affair'}; held by ${anchors.join(', ')}`)
  for (const event of events) {
    const at = new Date(Math.min(...event.articles.map((article) => article.at))).toISOString().slice(0, 10)
    console.log(`       ${at} ${event.affair ?? '-'}: ${titleOf(event)}`)
  }
}

/** False where fewer than nine of ten stories of the tuning half are right. */
function evaluate(name: string, happenings: Happening[]): boolean {
  const stories = storiesOf(happenings)
  console.log(`\n== ${name}: ${happenings.length} events`)
  for (const story of stories) printStory(story)
  console.log(`\n${name}`)
  const inTuning = (story: Judged) => isTuning(story.affair ?? titleOf(story.events[0] as Happening))
  const tuned = printHalf('tuning half', stories.filter(inTuning), storylinesOf(happenings).filter(isTuning))
  printHalf(
    'held-out half',
    stories.filter((story) => !inTuning(story)),
    storylinesOf(happenings).filter((affair) => !isTuning(affair)),
  )
  return tuned
}

/** Storylines that are long enough for a story. */
function storylinesOf(happenings: Happening[]): string[] {
  const storylines = Map.groupBy(happenings, ({ affair }) => affair)
  return [...storylines].flatMap(([affair, events]) => (affair && events.length >= OPENING_EVENTS ? affair : []))
}

function printHalf(name: string, stories: Judged[], affairs: string[]): boolean {
  const right = stories.filter((story) => story.right)
  const found = affairs.filter((affair) => right.some((story) => story.affair === affair))
  const missing = affairs.filter((affair) => !found.includes(affair))
  const onOne = stories.filter(({ anchors }) => anchors.length < 2).length
  console.log(
    `  ${name.padEnd(14)} ${right.length} of ${stories.length} stories right, ${onOne} on one word; ` +
      `${found.length} of ${affairs.length} affairs found${missing.length > 0 ? `, not ${missing.join(', ')}` : ''}`,
  )
  return right.length >= MIN_SHARE * stories.length
}

const swedish = new URL('./clusters-swedish.jsonl', import.meta.url).pathname
const sets: [string, Happening[]][] = options.file
  ? [['file', happeningsOf(options.file)]]
  : [['demo world', demoHappenings(new Date('2026-11-21T12:00:00Z'))]]
if (!options.file && existsSync(swedish)) sets.push(['Swedish news', happeningsOf(swedish)])
if (sets.map(([name, happenings]) => evaluate(name, happenings)).includes(false)) process.exitCode = 1
