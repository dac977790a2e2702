/** The clustering stage without a database, for evaluation and for replaying a month in a second: same decisions. */
import { type Features, featuresOf } from '../../src/domain/clustering/features.ts'
import type { Lexicon } from '../../src/domain/clustering/lexicon.ts'
import {
  type Grounds,
  type Item,
  scalesFor,
  VECTOR_SAMPLE,
  vectorFloorOf,
  type Weighed,
  WINDOW_MS,
} from '../../src/domain/clustering/likeness.ts'
import { chooseEvents, type Hit, MAX_HITS, queryTermsOf } from '../../src/domain/clustering/lookup.ts'
import { dayOf } from '../../src/domain/clustering/rarity.ts'
import { type EventState, regroup, SAMPLE } from '../../src/domain/clustering/regroup.ts'

export interface Report {
  id: number
  title: string
  text: string
  language: string | null
  at: number
  vector?: number[] | null
}

export class ClusterMemory {
  readonly #lexicon: Lexicon
  readonly #items = new Map<number, Item>()
  readonly #index = new Map<string, number[]>()
  readonly #days = new Map<string, Set<number>>()
  readonly #allDays = new Set<number>()
  readonly events = new Map<number, number[]>()
  readonly eventOf = new Map<number, number>()
  readonly #lookedAt = new Set<number>()
  #nextEvent = 1

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** Reads all of them, then decides one after the other: what the stage does with what one pass of feeds brings. */
  add(reports: Report[]): void {
    for (const report of reports) this.#read(report)
    const grounds = {
      vocabulary: this.#lexicon.vocabulary,
      scales: scalesFor(this.#lexicon, {
        days: [...this.#allDays],
        seen: (term) => [...(this.#days.get(term) ?? [])],
      }),
      vectorFloor: vectorFloorOf(this.#latestVectors()),
    }
    for (const report of reports) this.#decide(report.id, grounds)
    this.#lookAgain(grounds)
  }

  /** A report that leaves the window is decided once more, when all that it could be compared with has come in. */
  #lookAgain(grounds: Grounds): void {
    const newest = Math.max(...[...this.#items.values()].map((item) => item.at))
    const leaving = [...this.#items.values()].filter(
      ({ id, at }) => at <= newest - WINDOW_MS && !this.#lookedAt.has(id),
    )
    for (const { id } of leaving.sort((a, b) => a.at - b.at)) {
      this.#lookedAt.add(id)
      this.#decide(id, grounds)
    }
  }

  #read(report: Report): void {
    const features = featuresOf(this.#lexicon, report)
    this.#items.set(report.id, { id: report.id, at: report.at, features, vector: report.vector ?? null })
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

  #decide(id: number, grounds: Grounds): void {
    const article = this.#item(id)
    const own = this.eventOf.get(id)
    const chosen = chooseEvents(this.#hits(grounds.scales(article, dayOf(article.at))))
    const near = [...new Set(own === undefined ? chosen : [...chosen, own])].map((eventId): EventState => {
      const members = this.events.get(eventId) ?? []
      return { id: eventId, size: members.length, members: this.#sample(members).map((member) => this.#item(member)) }
    })
    const { events } = regroup(own === undefined ? [article] : [], near, { same: [], apart: [] }, grounds)
    for (const event of events) {
      const eventId = event.eventId ?? this.#nextEvent++
      const state = near.find((n) => n.id === eventId)
      const kept = [...(state ? [state.id] : []), ...event.absorbs].flatMap((old) => {
        const size = near.find((n) => n.id === old)?.size ?? 0
        return size > SAMPLE ? (this.events.get(old) ?? []) : []
      })
      for (const old of event.absorbs) this.events.delete(old)
      this.events.set(eventId, [...kept, ...event.members.map((member) => member.articleId)])
      for (const member of this.events.get(eventId) ?? []) this.eventOf.set(member, eventId)
    }
  }

  #latestVectors(): (readonly number[])[] {
    const latest = [...this.#items.values()].slice(-VECTOR_SAMPLE)
    return latest.flatMap(({ vector }) => (vector ? [vector] : []))
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

  #hits(article: Weighed): Hit[] {
    const overlaps = new Map<number, number>()
    for (const { term, weight } of queryTermsOf(article))
      for (const id of this.#index.get(term) ?? [])
        if (this.eventOf.has(id) && Math.abs(this.#at(id) - article.at) <= WINDOW_MS)
          overlaps.set(id, (overlaps.get(id) ?? 0) + weight * weight)
    return [...overlaps]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_HITS)
      .map(([articleId, overlap]) => {
        const eventId = this.eventOf.get(articleId) ?? 0
        return { articleId, eventId, eventSize: this.events.get(eventId)?.length ?? 1, overlap }
      })
  }
}

function termsOf({ title, text, titleWords, textWords }: Features): Set<string> {
  return new Set([...title, ...text, ...titleWords, ...textWords])
}
