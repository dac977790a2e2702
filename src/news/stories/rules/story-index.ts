/** An inverted index in memory over the terms of the last months' events and their stories. Pure; knows no database. */
import { DampenedFrequency } from '../../../platform/text/dampened-frequency.ts'
import { rarityOn } from '../../../platform/text/rarity.ts'
import type { Lexicon } from '../../../platform/text/thesaurus.ts'
import { type AnchoredEvent, type IsRare, isCommon } from './core-entities.ts'
import type { EventFeatures } from './features.ts'
import { REVIVAL_MS, type Scale, unit, type Vector } from './story-rules.ts'

/** An event in the index, with the storyline that it belongs to, if any. */
export interface IndexedEvent extends AnchoredEvent {
  storyId: number | null
  /** An operator put it there. */
  byOperator: boolean
  /** By number, ascending. */
  terms: Int32Array
  weights: Float64Array
}

const allOf = ({ terms, anchors }: IndexedEvent) => new Set([...terms, ...anchors])

const has = ({ terms, anchors }: IndexedEvent, term: number) => anchors.includes(term) || terms.includes(term)

/** Anchors that more events have are not looked up: they identify no storyline. */
const MAX_DISTINCT = 60
const SHARE_BY_FAR = 0.1

/** Days whose events show how rare a term is. */
const DAYS_INDEXED = 10

/** Above every number that the database gives, so that of two stories the older has the lower one, stored or not. */
const FIRST_PROVISIONAL = 2 ** 50

export class StoryIndex {
  readonly #names = new Map<string, number>()
  readonly #events = new Map<number, IndexedEvent>()
  readonly #stories = new Map<number, Set<IndexedEvent>>()
  /** By the term's number: when events had it, and which; among the latter some that were replaced or removed. */
  readonly #counts: DampenedFrequency[] = []
  readonly #countOfAll = new DampenedFrequency(0, 0)
  readonly #postings: IndexedEvent[][] = []
  readonly #written: string[] = []
  #nextStory = FIRST_PROVISIONAL

  get events(): Iterable<IndexedEvent> {
    return this.#events.values()
  }

  event(id: number): IndexedEvent | undefined {
    return this.#events.get(id)
  }

  newStory(): number {
    return this.#nextStory++
  }

  /** Events of a story, in the order of their time. */
  members(storyId: number): IndexedEvent[] {
    return [...(this.#stories.get(storyId) ?? [])].sort((a, b) => a.firstAt - b.firstAt || a.id - b.id)
  }

  /** Time of the last event in a story. */
  lastAt(storyId: number): number {
    let last = Number.NEGATIVE_INFINITY
    for (const { lastAt } of this.#stories.get(storyId) ?? []) last = Math.max(last, lastAt)
    return last
  }

  /** Adds an event, or replaces it by its current form; it is in no story. */
  put(
    about: { id: number; firstAt: number; lastAt: number },
    { publishers, isNews, terms, names, written, leading, words }: EventFeatures,
  ): IndexedEvent {
    this.remove(about.id)
    const weights = new Map(Object.entries(terms).map(([name, weight]) => [this.#numberOf(name), weight]))
    const numbered = (keys: string[]) => Int32Array.from(keys, (key) => this.#numberOf(key)).sort()
    for (const [name, form] of Object.entries({ ...words, ...written })) this.#written[this.#numberOf(name)] ??= form
    const numbers = Int32Array.from(weights.keys()).sort()
    const event: IndexedEvent = {
      ...about,
      publishers,
      isNews,
      storyId: null,
      byOperator: false,
      anchors: numbered(Object.keys(written)),
      names: names.map(numbered),
      leading: numbered(leading),
      words: numbered(Object.keys(words)),
      terms: numbers,
      weights: Float64Array.from(numbers, (term) => weights.get(term) as number),
    }
    this.#events.set(event.id, event)
    this.#count(event, 1)
    for (const term of allOf(event)) {
      const posted = this.#postings[term]
      if (posted) posted.push(event)
      else this.#postings[term] = [event]
    }
    return event
  }

  #count(event: IndexedEvent, change: 1 | -1): void {
    const hour = Math.floor(event.firstAt / 3_600_000)
    this.#countOfAll.add(hour, change)
    for (const term of allOf(event)) {
      const count = this.#counts[term]
      if (count) count.add(hour, change)
      else this.#counts[term] = new DampenedFrequency(hour)
    }
  }

  #numberOf(name: string): number {
    const existing = this.#names.get(name)
    if (existing !== undefined) return existing
    this.#names.set(name, this.#names.size)
    return this.#names.size - 1
  }

  remove(id: number): void {
    const event = this.#events.get(id)
    if (!event) return
    this.link(event, null)
    this.#events.delete(id)
    this.#count(event, -1)
  }

  /** Puts an event into a story, or out of any. */
  link(event: IndexedEvent, storyId: number | null, byOperator = false): void {
    if (event.storyId !== null) {
      const before = this.#stories.get(event.storyId)
      before?.delete(event)
      if (before?.size === 0) this.#stories.delete(event.storyId)
    }
    event.storyId = storyId
    event.byOperator = byOperator
    if (storyId === null) return
    const members = this.#stories.get(storyId)
    if (members) members.add(event)
    else this.#stories.set(storyId, new Set([event]))
  }

  /** Moves everything of one story into another, as when provisional numbers get their own. */
  move(from: number, into: number): void {
    for (const event of this.members(from)) this.link(event, into, event.byOperator)
  }

  /** Weighs by what is known at the end of a day, each event once. */
  scale(lexicon: Lexicon, day: number): Scale<IndexedEvent> {
    const recent = (term: number | null, last: number) =>
      (term === null ? this.#countOfAll : this.#counts[term])?.upTo(last, DAYS_INDEXED) ?? 0
    const rarity = rarityOn(lexicon, recent, [...this.#names.keys()], day)
    const weighed = new Map<IndexedEvent, Vector>()
    return (event) => {
      const existing = weighed.get(event)
      if (existing) return existing
      const weights = event.weights.map((weight, i) => weight * rarity(event.terms[i] as number))
      const vector = unit(event.terms, weights)
      weighed.set(event, vector)
      return vector
    }
  }

  /** An anchor as the news writes it. */
  writtenAs(anchor: number): string {
    return this.#written[anchor] ?? ''
  }

  /** By the events around an instant: a storyline of the past does not make its anchors common. */
  isRare(at: number, tolerance = 1): IsRare {
    let total = 0
    for (const { firstAt } of this.#events.values()) if (Math.abs(firstAt - at) <= REVIVAL_MS) total++
    return (anchor, companions) => {
      const others = (this.#postings[anchor] ?? []).filter(
        (event) =>
          Math.abs(event.firstAt - at) <= REVIVAL_MS &&
          this.#isIndexed(event) &&
          !companions.some((one) => has(event, one)),
      )
      return !isCommon(others.length, total, tolerance)
    }
  }

  #isIndexed(event: IndexedEvent): boolean {
    return this.#events.get(event.id) === event
  }

  /** Events that share two anchors of this one that are not usual by far. */
  anchoredLike(event: IndexedEvent): IndexedEvent[] {
    const shared = new Map<IndexedEvent, number>()
    for (const anchor of event.anchors)
      if ((this.#postings[anchor]?.length ?? 0) <= MAX_DISTINCT + SHARE_BY_FAR * this.#events.size)
        for (const other of this.#postings[anchor] ?? [])
          if (this.#isIndexed(other)) shared.set(other, (shared.get(other) ?? 0) + 1)
    return [...shared].flatMap(([other, anchors]) => (anchors > 1 && other !== event ? other : []))
  }

  /**
   * Events that may be at least as like the vector as `least`. None that is can be missed: the terms that are not looked
   * up weigh less than that together, so what shares only those stays below.
   */
  near(vector: Vector, min: number): Set<IndexedEvent> {
    const found = new Set<IndexedEvent>()
    for (const term of distinctiveTerms(vector, min))
      for (const event of this.#postings[term] ?? []) if (this.#isIndexed(event)) found.add(event)
    return found
  }
}

/** The heaviest terms, as many as leave a rest that is shorter than `least`. */
function distinctiveTerms({ terms, weights }: Vector, min: number): number[] {
  const byWeight = Array.from(terms, (term, i) => ({ term, weight: weights[i] as number }))
  byWeight.sort((a, b) => a.weight - b.weight || a.term - b.term)
  let [rest, left] = [0, 0]
  for (const { weight } of byWeight) {
    rest += weight * weight
    if (rest >= min * min) break
    left++
  }
  return byWeight.slice(left).map(({ term }) => term)
}
