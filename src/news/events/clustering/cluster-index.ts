/**
 * Articles with their events in memory: an inverted index over their terms, and manual overrides. It contains all
 * members of each of its events. Pure; knows no database.
 */

import { DampenedFrequency } from '../../../platform/text/dampened-frequency.ts'
import { type Hit, MAX_HITS, type QueryTerm } from './lookup.ts'
import { byAge, type EventState, type PairOverride, shownOf } from './regroup.ts'
import { WINDOW_MS } from './similarity.ts'
import { createNumbering, type Item } from './weighing.ts'

/** Above every number that the database gives, so that ids follow the order of making before they are stored, too. */
const FIRST_PROVISIONAL = 2 ** 50

/**
 * Up to so many articles an event is opened with each arrival. Each is compared with each other, so a larger one is opened
 * when it has doubled, and at most so many of its newest.
 */
const ALWAYS_OPENED = 16
const MAX_OPENED = 256
/** Members that stand for those that stay closed. */
const SAMPLE = 16

const hourOf = ({ at }: Item): number => Math.floor(at / 3_600_000)

export const isProvisional = (eventId: number): boolean => eventId >= FIRST_PROVISIONAL

export class ClusterIndex {
  readonly numbering = createNumbering()
  readonly #items = new Map<number, Item>()
  readonly #eventOf = new Map<number, number>()
  readonly #members = new Map<number, Set<number>>()
  /** By the term's number. Holds articles that were replaced or removed, too. */
  readonly #postings: Item[][] = []
  readonly #counts: DampenedFrequency[] = []
  readonly #countOfAll = new DampenedFrequency(0, 0)
  readonly #overrides = new Map<number, PairOverride[]>()
  /** Articles that a large event had when it was last opened. */
  readonly #openedAt = new Map<number, number>()
  #nextEvent = FIRST_PROVISIONAL

  get size(): number {
    return this.#items.size
  }

  get items(): Iterable<Item> {
    return this.#items.values()
  }

  item(id: number): Item | undefined {
    return this.#items.get(id)
  }

  eventOf(articleId: number): number | undefined {
    return this.#eventOf.get(articleId)
  }

  members(eventId: number): ReadonlySet<number> {
    return this.#members.get(eventId) ?? new Set()
  }

  get eventIds(): Iterable<number> {
    return this.#members.keys()
  }

  /** Adds an article, or replaces it by its current form; its event stays. */
  put(item: Item): void {
    const before = this.#items.get(item.id)
    if (before) this.#count(before, -1)
    this.#count(item, 1)
    this.#items.set(item.id, item)
    for (const term of this.#termsOf(item)) {
      const posted = this.#postings[term]
      if (posted) posted.push(item)
      else this.#postings[term] = [item]
    }
  }

  remove(articleId: number): void {
    this.moveArticle(articleId, null)
    const before = this.#items.get(articleId)
    if (before) this.#count(before, -1)
    this.#items.delete(articleId)
  }

  /** Articles of the last days, damped; those with this term, or all. */
  recent(term: number | null, day: number): number {
    return (term === null ? this.#countOfAll : this.#counts[term])?.upTo(day) ?? 0
  }

  #termsOf(item: Item): Set<number> {
    const { all, portable } = this.numbering.of(item)
    return new Set([...all.terms, ...portable.terms])
  }

  #count(item: Item, change: 1 | -1): void {
    const hour = hourOf(item)
    this.#countOfAll.add(hour, change)
    for (const terms of [this.#termsOf(item), this.numbering.of(item).grams.terms])
      for (const term of terms) {
        const count = this.#counts[term]
        if (count) count.add(hour, change)
        else this.#counts[term] = new DampenedFrequency(hour)
      }
  }

  /** Moves an article into an event, or out of any. False where it is there already. */
  moveArticle(articleId: number, eventId: number | null): boolean {
    const before = this.#eventOf.get(articleId)
    if (before === (eventId ?? undefined)) return false
    if (before !== undefined) this.#leave(articleId, before)
    if (eventId === null) {
      this.#eventOf.delete(articleId)
      return true
    }
    this.#eventOf.set(articleId, eventId)
    const members = this.#members.get(eventId)
    if (members) members.add(articleId)
    else this.#members.set(eventId, new Set([articleId]))
    return true
  }

  #leave(articleId: number, eventId: number): void {
    const members = this.#members.get(eventId)
    members?.delete(articleId)
    if (members?.size === 0) this.#members.delete(eventId)
  }

  newEvent(): number {
    return this.#nextEvent++
  }

  /** Gives events the numbers that the database has given them. */
  rename(numbers: ReadonlyMap<number, number>): void {
    for (const [provisional, id] of numbers)
      for (const member of [...this.members(provisional)]) this.moveArticle(member, id)
  }

  rule(manualOverride: PairOverride): void {
    for (const articleId of manualOverride.pair) {
      const overrides = this.#overrides.get(articleId) ?? []
      const others = overrides.filter(
        ({ pair: [a, b] }) => a !== manualOverride.pair[0] || b !== manualOverride.pair[1],
      )
      this.#overrides.set(articleId, [...others, manualOverride])
    }
  }

  clearOverrides(): void {
    this.#overrides.clear()
  }

  /** The articles that a manual override ties this one to. */
  tiedTo(articleId: number): number[] {
    const same = (this.#overrides.get(articleId) ?? []).filter((manualOverride) => manualOverride.same)
    return same.map(({ pair: [a, b] }) => (a === articleId ? b : a))
  }

  /**
   * Manual overrides between the article and the members of these events, and among those. Of an event that is known by
   * a sample, its first member represents the others.
   */
  overridesAmong(articleId: number, near: EventState[]): PairOverride[] {
    if (this.#overrides.size === 0) return []
    const present = new Set([articleId, ...near.flatMap((event) => shownOf(event).map((member) => member.id))])
    const proxies = new Map(near.map((event) => [event.id, shownOf(event)[0]?.id]))
    const representative = (id: number) => (present.has(id) ? id : proxies.get(this.#eventOf.get(id) ?? 0))
    const concerned = [articleId, ...near.flatMap(({ id }) => [...this.members(id)])]
    const manualOverrides = new Set(concerned.flatMap((id) => this.#overrides.get(id) ?? []))
    return [...manualOverrides]
      .sort((x, y) => x.pair[0] - y.pair[0] || x.pair[1] - y.pair[1])
      .flatMap(({ pair, same, by }): PairOverride[] => {
        const [one, two] = [representative(pair[0]), representative(pair[1])]
        return one === undefined || two === undefined || one === two ? [] : [{ pair: [one, two], same, by }]
      })
  }

  /** Articles in events, within the window around the article, that share most of its most distinctive terms. */
  hits(terms: QueryTerm[], article: Item, onlyFinal = false): Hit[] {
    const overlaps = new Map<Item, number>()
    for (const { term, weight } of terms)
      for (const other of this.#postings[term] ?? [])
        if (
          Math.abs(other.at - article.at) <= WINDOW_MS &&
          this.#isInEvent(other) &&
          other.id !== article.id &&
          (other.settled || !onlyFinal)
        )
          overlaps.set(other, (overlaps.get(other) ?? 0) + weight * weight)
    return [...overlaps]
      .sort((a, b) => b[1] - a[1] || a[0].id - b[0].id)
      .slice(0, MAX_HITS)
      .map(([{ id }, overlap]) => ({ eventId: this.#eventOf.get(id) ?? 0, overlap }))
  }

  #isInEvent = (item: Item) => this.#items.get(item.id) === item && this.#eventOf.has(item.id)

  /** Members of an event, or only the settled ones. */
  itemsOf(eventId: number, onlyFinal = false): Item[] {
    const items = [...this.members(eventId)].flatMap((id) => this.item(id) ?? [])
    return onlyFinal ? items.filter((item) => item.settled) : items
  }

  /** The events with their members but one. Live ones are opened, of large ones those that have doubled. */
  states(eventIds: Iterable<number>, except: number, onlyFinal = false): EventState[] {
    return [...eventIds].flatMap((id) => {
      const members = this.itemsOf(id, onlyFinal).filter((member) => member.id !== except)
      if (members.length === 0) return []
      const isDue = !onlyFinal && members.length >= 2 * (this.#openedAt.get(id) ?? ALWAYS_OPENED)
      if (isDue) this.#openedAt.set(id, members.length)
      return [stateOf(id, members.sort(byAge), isDue)]
    })
  }

  /** An article of each of the newest events: as unlike each other as news is. */
  unrelated(count: number): number[] {
    const newest = [...this.#members.keys()].sort((a, b) => b - a).slice(0, count)
    return newest.map((id) => Math.min(...this.members(id)))
  }

  /** The same without what went before `since`, and without the terms that only this had; events stay whole. `pause` is awaited after each. */
  async since(since: number, pause: () => Promise<void>): Promise<ClusterIndex> {
    const retained = new ClusterIndex()
    retained.#nextEvent = this.#nextEvent
    for (const [eventId, members] of this.#members) {
      const items = [...members].flatMap((id) => this.item(id) ?? [])
      if (items.every(({ at }) => at < since)) continue
      for (const item of items) {
        retained.put(item)
        retained.moveArticle(item.id, eventId)
        for (const manualOverride of this.#overrides.get(item.id) ?? []) retained.rule(manualOverride)
      }
      await pause()
    }
    return retained
  }
}

function stateOf(id: number, members: Item[], isDue: boolean): EventState {
  const open = isDue ? MAX_OPENED : members.length <= ALWAYS_OPENED ? ALWAYS_OPENED : 0
  const closed = members.slice(0, Math.max(0, members.length - open))
  return { id, opened: members.slice(closed.length), closed: closed.length, sample: sampleOf(closed) }
}

/** Evenly spread. */
function sampleOf(sorted: Item[]): Item[] {
  const size = Math.min(sorted.length, SAMPLE)
  const at = (i: number) => Math.floor((i * (sorted.length - 1)) / Math.max(1, size - 1))
  return Array.from({ length: size }, (_, i) => sorted[at(i)] as Item)
}
