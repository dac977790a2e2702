/** The clustering stage without a database, for evaluation and for replaying a month in a second: same decisions. */
import { type Comparison, comparisonOn } from '../../src/domain/clustering/comparison.ts'
import { type Features, featuresOf } from '../../src/domain/clustering/features.ts'
import type { Lexicon } from '../../src/domain/clustering/lexicon.ts'
import { VECTOR_SAMPLE, type Vectors, vectorFloorOf, WINDOW_MS } from '../../src/domain/clustering/likeness.ts'
import { chooseEvents, type Hit, MAX_HITS, type QueryTerm, queryTermsOf } from '../../src/domain/clustering/lookup.ts'
import { dayOf } from '../../src/domain/clustering/rarity.ts'
import { type EventState, regroup, SAMPLE } from '../../src/domain/clustering/regroup.ts'
import { createNumbering, type Item, type Scales, scalesFor } from '../../src/domain/clustering/weighing.ts'

export interface Report {
  id: number
  title: string
  text: string
  language: string | null
  at: number
  vector?: number[] | null
}

/** A report is read once, however often it is replayed. */
const featuresRead = new WeakMap<Report, Features>()

export class ClusterMemory {
  readonly #lexicon: Lexicon
  readonly #items = new Map<number, Item>()
  readonly #vectors = new Map<number, readonly number[]>()
  readonly #index = new Map<string, number[]>()
  readonly #days = new Map<string, Set<number>>()
  readonly #allDays = new Set<number>()
  readonly events = new Map<number, number[]>()
  readonly eventOf = new Map<number, number>()
  /** Pairs that a model would have been asked about, as "older younger". */
  readonly questions = new Set<string>()
  readonly #numbering = createNumbering()
  #inWindow: Item[] = []
  #newest = Number.NEGATIVE_INFINITY
  #nextEvent = 1

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** Reads all of them, then decides one after the other: what the stage does with what one pass of feeds brings. */
  add(reports: Report[]): void {
    for (const report of reports) this.#read(report)
    const days = [...this.#allDays]
    const seen = (term: string) => [...(this.#days.get(term) ?? [])]
    const scales = scalesFor(this.#lexicon, { days, seen }, this.#numbering)
    const { vocabulary } = this.#lexicon
    const grounds = { scales, ...comparisonOn({ vocabulary, scales, vectors: this.#openVectors() }) }
    for (const report of reports) this.#decide(this.#item(report.id), grounds)
    this.#lookAgain(grounds)
  }

  /** A report that leaves the window is decided once more, when all that it could be compared with has come in. */
  #lookAgain(grounds: MemoryGrounds): void {
    const leaving = this.#inWindow.filter(({ at }) => at <= this.#newest - WINDOW_MS)
    if (leaving.length === 0) return
    this.#inWindow = this.#inWindow.filter(({ at }) => at > this.#newest - WINDOW_MS)
    for (const item of leaving.sort((a, b) => a.at - b.at || a.id - b.id)) this.#decide(item, grounds)
  }

  #read(report: Report): void {
    const features = featuresRead.get(report) ?? featuresOf(this.#lexicon, report)
    featuresRead.set(report, features)
    const item = { id: report.id, at: report.at, features }
    this.#items.set(report.id, item)
    this.#inWindow.push(item)
    this.#newest = Math.max(this.#newest, report.at)
    if (report.vector) this.#vectors.set(report.id, report.vector)
    const day = dayOf(report.at)
    this.#allDays.add(day)
    for (const term of termsOf(features)) {
      const days = this.#days.get(term) ?? new Set()
      this.#days.set(term, days.add(day))
      const postings = this.#index.get(term) ?? []
      postings.push(report.id)
      this.#index.set(term, postings)
    }
  }

  #decide(article: Item, grounds: MemoryGrounds): void {
    const own = this.eventOf.get(article.id)
    const chosen = chooseEvents(this.#hits(queryTermsOf(grounds.scales, article), article))
    const near = [...new Set(own === undefined ? chosen : [...chosen, own])]
      .map((id) => ({ id, all: (this.events.get(id) ?? []).filter((member) => member !== article.id) }))
      .map(({ id, all }): EventState => {
        return { id, size: all.length, members: this.#sample(all).map((member) => this.#item(member)) }
      })
      .filter(({ members }) => members.length > 0)
    const { events, questions } = regroup([article], near, [], grounds)
    for (const { pair } of questions) this.questions.add(pair.sort((a, b) => a - b).join(' '))
    const sizes = new Map(near.map(({ id, size }) => [id, size]))
    for (const event of events) {
      const alone = event.members.length === 1 && event.eventId === null && own !== undefined && !sizes.has(own)
      const eventId = event.eventId ?? (alone ? own : this.#nextEvent++)
      const kept = [...(event.eventId === null ? [] : [eventId]), ...event.absorbs].flatMap((old) =>
        (sizes.get(old) ?? 0) > SAMPLE ? (this.events.get(old) ?? []).filter((id) => id !== article.id) : [],
      )
      for (const old of event.absorbs) this.events.delete(old)
      this.events.set(eventId, [...kept, ...event.members.map((member) => member.articleId)])
      for (const member of this.events.get(eventId) ?? []) this.eventOf.set(member, eventId)
    }
  }

  #openVectors(): Vectors | null {
    const newest = [...this.events.values()].slice(-VECTOR_SAMPLE)
    const floor = vectorFloorOf(newest.flatMap(([first]) => [this.#vectors.get(first ?? 0) ?? []].filter((v) => v[0])))
    return floor === null ? null : { floor, of: (id) => this.#vectors.get(id) }
  }

  #item(id: number): Item {
    const item = this.#items.get(id)
    if (!item) throw new Error(`no report ${id}`)
    return item
  }

  #sample(members: number[]): number[] {
    if (members.length <= SAMPLE) return members
    const sorted = [...members].sort((a, b) => this.#at(a) - this.#at(b) || a - b)
    return Array.from({ length: SAMPLE }, (_, i) => sorted[Math.floor((i * (sorted.length - 1)) / (SAMPLE - 1))] ?? 0)
  }

  #at(id: number): number {
    return this.#item(id).at
  }

  #hits(terms: QueryTerm[], article: Item): Hit[] {
    const overlaps = new Map<number, number>()
    for (const { term, weight } of terms)
      for (const id of this.#index.get(term) ?? [])
        if (id !== article.id && this.eventOf.has(id) && Math.abs(this.#at(id) - article.at) <= WINDOW_MS)
          overlaps.set(id, (overlaps.get(id) ?? 0) + weight * weight)
    return [...overlaps]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_HITS)
      .map(([articleId, overlap]) => {
        const eventId = this.eventOf.get(articleId) ?? 0
        return { articleId, eventId, eventSize: this.events.get(eventId)?.length ?? 1, overlap }
      })
  }
}

type MemoryGrounds = Comparison & { scales: Scales }

function termsOf({ title, text, titleWords, textWords }: Features): Set<string> {
  return new Set([...title, ...text, ...titleWords, ...textWords])
}
