/**
 * The events of the last months with their stories in memory: an inverted index over their terms, with how many events have
 * each. Pure; knows no database.
 */
import { rarityOf, type Scale, type StoryEvent, unit, type Vector } from './stories.ts'

/** What is stored of an event. */
export interface EventFeatures {
  publishers: string[]
  isNews: boolean
  /** Weight by term: tags, names, numbers and words of its headlines. */
  terms: Record<string, number>
}

/** An event in the index, with the affair that it belongs to, if any. */
export interface IndexedEvent extends StoryEvent {
  storyId: number | null
  /** An operator put it there. */
  byOperator: boolean
  /** By number, ascending. */
  terms: Int32Array
  weights: Float64Array
}

/** Above every number that the database gives, so that of two stories the older has the lower one, stored or not. */
const FIRST_PROVISIONAL = 2 ** 50

export class StoryIndex {
  readonly #names = new Map<string, number>()
  readonly #events = new Map<number, IndexedEvent>()
  readonly #stories = new Map<number, Set<IndexedEvent>>()
  /** By the term's number: how many events have it, and which; among the latter some that were replaced or removed. */
  readonly #frequency: number[] = []
  readonly #postings: IndexedEvent[][] = []
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

  /** Events of a story, in the order of their happening. */
  members(storyId: number): IndexedEvent[] {
    return [...(this.#stories.get(storyId) ?? [])].sort((a, b) => a.firstAt - b.firstAt || a.id - b.id)
  }

  /** When the last thing happened in a story. */
  lastAt(storyId: number): number {
    let last = Number.NEGATIVE_INFINITY
    for (const { lastAt } of this.#stories.get(storyId) ?? []) last = Math.max(last, lastAt)
    return last
  }

  /** Adds an event, or replaces it by what it says now; it stands in no story. */
  put(
    about: { id: number; firstAt: number; lastAt: number },
    { publishers, isNews, terms }: EventFeatures,
  ): IndexedEvent {
    this.remove(about.id)
    const weights = new Map(Object.entries(terms).map(([name, weight]) => [this.#numberOf(name), weight]))
    const numbers = Int32Array.from(weights.keys()).sort()
    const event: IndexedEvent = {
      ...about,
      publishers,
      isNews,
      storyId: null,
      byOperator: false,
      terms: numbers,
      weights: Float64Array.from(numbers, (term) => weights.get(term) as number),
    }
    this.#events.set(event.id, event)
    for (const term of numbers) {
      this.#frequency[term] = (this.#frequency[term] ?? 0) + 1
      const posted = this.#postings[term]
      if (posted) posted.push(event)
      else this.#postings[term] = [event]
    }
    return event
  }

  #numberOf(name: string): number {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    this.#names.set(name, this.#names.size)
    return this.#names.size - 1
  }

  remove(id: number): void {
    const event = this.#events.get(id)
    if (!event) return
    this.link(event, null)
    this.#events.delete(id)
    for (const term of event.terms) this.#frequency[term] = (this.#frequency[term] ?? 1) - 1
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

  /** Weighs by what is known now, each event once. */
  scale(): Scale<IndexedEvent> {
    const total = this.#events.size
    const rarities: number[] = []
    const rarity = (term: number) => {
      rarities[term] ??= rarityOf(this.#frequency[term] ?? 0, total)
      return rarities[term]
    }
    const weighed = new Map<IndexedEvent, Vector>()
    return (event) => {
      const known = weighed.get(event)
      if (known) return known
      const weights = event.weights.map((weight, i) => weight * rarity(event.terms[i] as number))
      const vector = unit(event.terms, weights)
      weighed.set(event, vector)
      return vector
    }
  }

  /**
   * Events that may be at least as like the vector as `least`. None that is can be missed: the terms that are not looked
   * up weigh less than that together, so what shares only those stays below.
   */
  near(vector: Vector, least: number): Set<IndexedEvent> {
    const found = new Set<IndexedEvent>()
    for (const term of tellingTerms(vector, least))
      for (const event of this.#postings[term] ?? []) if (this.#events.get(event.id) === event) found.add(event)
    return found
  }
}

/** The heaviest terms, as many as leave a rest that is shorter than `least`. */
function tellingTerms({ terms, weights }: Vector, least: number): number[] {
  const byWeight = Array.from(terms, (term, i) => ({ term, weight: weights[i] as number }))
  byWeight.sort((a, b) => a.weight - b.weight || a.term - b.term)
  let [rest, left] = [0, 0]
  for (const { weight } of byWeight) {
    rest += weight * weight
    if (rest >= least * least) break
    left++
  }
  return byWeight.slice(left).map(({ term }) => term)
}
