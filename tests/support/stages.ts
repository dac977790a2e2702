/** The stages of clustering and of stories without a database: the same features, indexes and decisions, a month in a second. */
import { ClusterIndex } from '../../src/news/events/clustering/cluster-index.ts'
import { type Choices, type Deciding, decide, startDeciding } from '../../src/news/events/clustering/decide.ts'
import { type Features, featuresOf } from '../../src/news/events/clustering/pair-features.ts'
import { VECTOR_SAMPLE, type Vectors, vectorFloorOf, WINDOW_MS } from '../../src/news/events/clustering/similarity.ts'
import type { Item } from '../../src/news/events/clustering/weighing.ts'
import {
  dissolve,
  joinOrOpen,
  type Link,
  merge,
  split,
  startDeciding as startStories,
} from '../../src/news/stories/rules/decide.ts'
import { type ReportedArticle, featuresOf as storyFeaturesOf } from '../../src/news/stories/rules/features.ts'
import { StoryIndex } from '../../src/news/stories/rules/story-index.ts'
import type { Lexicon } from '../../src/platform/text/thesaurus.ts'

export interface Report {
  id: number
  title: string
  text: string
  language: string | null
  at: number
  publisher?: string | null
  vector?: number[] | null
}

/** A report is read once, however often it is replayed. */
const featuresRead = new WeakMap<Report, Features>()

export class ClusterMemory {
  readonly #lexicon: Lexicon
  readonly #index = new ClusterIndex()
  readonly #vectors = new Map<number, readonly number[]>()
  /** Pairs that a model would have been asked about, as "older younger". */
  readonly questions = new Set<string>()
  #inWindow: Item[] = []

  readonly #choices: Choices

  constructor(lexicon: Lexicon, choices: Choices = {}) {
    this.#lexicon = lexicon
    this.#choices = choices
  }

  get events(): Map<number, number[]> {
    return new Map([...this.#index.eventIds].map((id) => [id, [...this.#index.members(id)]]))
  }

  get eventOf(): Map<number, number> {
    return new Map([...this.events].flatMap(([id, members]) => members.map((member) => [member, id] as const)))
  }

  /** Reads all of them, then decides one after the other: what the stage does with what one pass of feeds brings. */
  add(reports: Report[]): void {
    const items = reports.map((report) => this.#read(report))
    const deciding = startDeciding(this.#index, this.#lexicon, this.#openVectors(), this.#choices)
    for (const item of items) decide(deciding, item, true)
    this.#lookAgain(deciding)
    for (const { pair } of deciding.changes.questions) this.questions.add(pair.sort((a, b) => a - b).join(' '))
  }

  /** Time passes and nothing more comes in: what is left leaves the window. */
  close(): void {
    this.#lookAgain(
      startDeciding(this.#index, this.#lexicon, this.#openVectors(), this.#choices),
      Number.POSITIVE_INFINITY,
    )
  }

  #lookAgain(deciding: Deciding, newest = this.#newest): void {
    const leaving = this.#inWindow.filter(({ at }) => at <= newest - WINDOW_MS)
    if (leaving.length === 0) return
    this.#inWindow = this.#inWindow.filter(({ at }) => at > newest - WINDOW_MS)
    for (const item of leaving.sort((a, b) => a.at - b.at || a.id - b.id)) decide(deciding, item, false)
  }

  get #newest(): number {
    return this.#inWindow.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY)
  }

  #read(report: Report): Item {
    const features = featuresRead.get(report) ?? featuresOf(this.#lexicon, report)
    featuresRead.set(report, features)
    const item = { id: report.id, at: report.at, publisher: report.publisher ?? null, features }
    this.#index.put(item)
    this.#inWindow.push(item)
    if (report.vector) this.#vectors.set(report.id, report.vector)
    return item
  }

  #openVectors(): Vectors | null {
    const sample = this.#index.unrelated(VECTOR_SAMPLE).flatMap((id) => [this.#vectors.get(id) ?? []])
    const floor = vectorFloorOf(sample.filter((vector) => vector.length > 0))
    return floor === null ? null : { floor, of: (id) => this.#vectors.get(id) }
  }
}

interface HappeningTold {
  id: number
  articles: (ReportedArticle & { at: number })[]
}

export class StoryMemory {
  readonly #lexicon: Lexicon
  readonly index = new StoryIndex()
  /** How each event came into its story. */
  readonly links = new Map<number, Link>()

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** Events by story, in the order of their happening. */
  get stories(): Map<number, number[]> {
    const ids = [...this.index.events].flatMap(({ storyId }) => storyId ?? [])
    return new Map([...new Set(ids)].map((id) => [id, this.index.members(id).map((event) => event.id)]))
  }

  /** Takes in what has happened since the last call, as the stage does. */
  add(happenings: HappeningTold[]): void {
    const events = happenings.map(({ id, articles }) => {
      const times = articles.map(({ at }) => at)
      const about = { id, firstAt: Math.min(...times), lastAt: Math.max(...times) }
      return this.index.put(about, storyFeaturesOf(this.#lexicon, articles))
    })
    const telling = events.filter(({ terms }) => terms.length > 0).sort((a, b) => a.firstAt - b.firstAt || a.id - b.id)
    const deciding = startStories(this.#lexicon, this.index, telling, Math.max(...events.map(({ lastAt }) => lastAt)))
    for (const event of telling) if (event.storyId === null) joinOrOpen(deciding, event)
    split(deciding)
    merge(deciding)
    dissolve(deciding)
    for (const [id, link] of deciding.links) this.links.set(id, link)
  }
}
