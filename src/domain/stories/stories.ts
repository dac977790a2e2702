/** Rules of story watches: which events are one running affair, and when an affair opens, sleeps, wakes and splits. Pure. */

const DAY = 86_400_000

/** How far back an affair reaches when a new event is compared with it. */
export const STORY_WINDOW_MS = 45 * DAY
/** A story without a new article for this long is dormant. */
export const DORMANT_AFTER_MS = 10 * DAY
/** A dormant story that comes to life later than this is not revived: a new one follows it. */
export const REVIVAL_MS = 60 * DAY

const OPENING = { events: 3, publishers: 2, days: 2 }

/** Likeness (cosine over weighed terms) that two events of one affair have, and an event with an affair as a whole. */
const PAIR = 0.3
const JOIN = 0.34
/** Parts of an affair less alike than this have gone their own ways. */
const APART = 0.12

/** An event as the rules see it. */
export interface StoryEvent {
  id: number
  firstAt: number
  lastAt: number
  publishers: string[]
  /** It reports something new; opinions, tests, deals and instructions alone do not, and open no story. */
  isNews: boolean
  /** Weight by term: tags, names, numbers and words of its headlines. */
  terms: Map<string, number>
}

export interface Headline {
  title: string
  tags: string[]
}

const FUNCTION_WORDS = new Set(
  `the a an and or of for in on to at by with from its it is are was be as that this not new how why what has have will can
  och en ett det den de i på av för till med från som är var att inte ny nya nytt nu om sin sina sitt så kan ska har får
  apple after over more now all you your vad hur när efter mer alla upp`.split(/\s+/),
)

/** Terms of an event's headlines: how much of them speaks of each. */
export function termsOfHeadlines(headlines: Headline[]): Map<string, number> {
  const terms = new Map<string, number>()
  const add = (term: string, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight / headlines.length)
  for (const { title, tags } of headlines) {
    for (const tag of tags) add(`#${tag}`, 1.2)
    for (const [index, word] of (title.match(/[\p{L}\p{N}][\p{L}\p{N}.]*[\p{L}\p{N}]|\p{N}/gu) ?? []).entries()) {
      const lower = word.toLowerCase()
      if (FUNCTION_WORDS.has(lower)) continue
      const named = /\p{N}/u.test(word) || (index > 0 && /^\p{Lu}/u.test(word))
      add(stem(lower), named ? 1 : 0.6)
    }
  }
  return terms
}

/** Words of either language to their beginnings: endings differ more than what is meant. */
const stem = (word: string) => (/\p{N}/u.test(word) ? word : word.replace(/'?s$/, '').slice(0, 7))

/** Weighs terms by their rarity among the events that are given. */
export function createScale(events: Iterable<StoryEvent>): (event: StoryEvent) => Map<string, number> {
  const frequency = new Map<string, number>()
  let total = 0
  for (const event of events) {
    total++
    for (const term of event.terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  }
  const weighed = new Map<number, Map<string, number>>()
  return (event) => {
    const known = weighed.get(event.id)
    if (known) return known
    const vector = new Map<string, number>()
    for (const [term, weight] of event.terms)
      vector.set(term, weight * Math.log(1 + (total + 1) / (frequency.get(term) ?? 1)) ** 1.5)
    const weights = unit(vector)
    weighed.set(event.id, weights)
    return weights
  }
}

function unit(vector: Map<string, number>): Map<string, number> {
  const norm = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return new Map([...vector].map(([term, weight]) => [term, weight / norm]))
}

type Scale = ReturnType<typeof createScale>

export function likeness(a: Map<string, number>, b: Map<string, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0)
  return sum
}

/** What some events have in common: the mean of their vectors. */
export function centroid(scale: Scale, events: StoryEvent[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const event of events) for (const [term, weight] of scale(event)) sum.set(term, (sum.get(term) ?? 0) + weight)
  return unit(sum)
}

/** How well an event continues an affair, from its events of the last 45 days; 0 where it does not. */
export function joinScore(scale: Scale, event: StoryEvent, members: StoryEvent[]): number {
  const recent = members.filter((member) => Math.abs(event.firstAt - member.lastAt) <= STORY_WINDOW_MS)
  if (recent.length === 0) return 0
  const whole = likeness(scale(event), centroid(scale, recent))
  const near = recent.filter((member) => likeness(scale(event), scale(member)) >= PAIR * 0.7).length
  // Likeness to one member alone is a chain, not an affair.
  return whole >= JOIN && near >= Math.min(2, recent.length) ? whole : 0
}

/** Whether events are enough to open a story. */
export function mayOpen(all: StoryEvent[]): boolean {
  const events = all.filter((event) => event.isNews)
  const publishers = new Set(events.flatMap((event) => event.publishers))
  const days = new Set(events.map((event) => Math.floor(event.firstAt / DAY)))
  return events.length >= OPENING.events && publishers.size >= OPENING.publishers && days.size >= OPENING.days
}

/** Mean likeness of each event of one group with each of the other; what lies too far apart in time counts as unlike. */
function meanLikeness(scale: Scale, a: StoryEvent[], b: StoryEvent[]): number {
  let sum = 0
  for (const x of a)
    for (const y of b) sum += Math.abs(x.firstAt - y.firstAt) > STORY_WINDOW_MS ? 0 : likeness(scale(x), scale(y))
  return sum / (a.length * b.length)
}

/** Groups by average likeness, best pair first; each group at least two events. */
export function groupEvents(scale: Scale, events: StoryEvent[], threshold = PAIR): StoryEvent[][] {
  let groups: Group[] = []
  for (const event of events) groups = withGroup(groups, [event], (group) => meanLikeness(scale, [event], group.events))
  for (;;) {
    let best: { pair: [Group, Group] | null; score: number } = { pair: null, score: threshold }
    for (const [i, one] of groups.entries())
      for (const other of groups.slice(i + 1)) {
        const score = (one.sums.get(other) ?? 0) / (one.events.length * other.events.length)
        if (score > best.score) best = { pair: [one, other], score }
      }
    if (!best.pair) return groups.map((group) => group.events).filter((group) => group.length > 1)
    const [a, b] = best.pair
    const rest = groups.filter((group) => group !== a && group !== b)
    groups = withGroup(rest, [...a.events, ...b.events], (group) => (a.sums.get(group) ?? 0) + (b.sums.get(group) ?? 0))
  }
}

interface Group {
  events: StoryEvent[]
  /** Of the likenesses between its events and those of each other group: they add up when groups are joined. */
  sums: Map<Group, number>
}

function withGroup(groups: Group[], events: StoryEvent[], sumWith: (group: Group) => number): Group[] {
  const added: Group = { events, sums: new Map() }
  for (const group of groups) {
    const sum = sumWith(group)
    added.sums.set(group, sum)
    group.sums.set(added, sum)
  }
  return [...groups, added]
}

/** True when two affairs have become one: their events are as alike as those of one affair. */
export function shouldMerge(scale: Scale, a: StoryEvent[], b: StoryEvent[]): boolean {
  return meanLikeness(scale, a, b) >= PAIR
}

/**
 * Parts of a story that have gone their own ways, each enough for a story of its own; empty while it is one affair. With
 * one part, the subject has moved on: that part is the later one.
 */
export function partsOf(scale: Scale, events: StoryEvent[]): StoryEvent[][] {
  if (events.length < OPENING.events * 2) return []
  const viable = groupEvents(scale, events, APART).filter(mayOpen)
  if (viable.length < 2) return []
  const ordered = viable.sort((a, b) => startOf(a) - startOf(b))
  const sequential = ordered.every((group, i) => i === 0 || startOf(group) > endOf(ordered[i - 1] ?? []))
  return sequential ? ordered.slice(1) : ordered
}

const startOf = (events: StoryEvent[]) => Math.min(...events.map((event) => event.firstAt))
const endOf = (events: StoryEvent[]) => Math.max(...events.map((event) => event.lastAt))

export type Life = 'active' | 'revivable' | 'past'

/** What a story whose last article came at `lastAt` is when something happens at `now`. */
export function lifeOf(lastAt: number, now: number): Life {
  if (now - lastAt < DORMANT_AFTER_MS) return 'active'
  return now - lastAt <= REVIVAL_MS ? 'revivable' : 'past'
}
