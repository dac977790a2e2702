/** BCubed and pairwise precision, recall and F1 of a grouping against labels, with intervals by bootstrap over events. */
import { createHash } from 'node:crypto'

export interface Score {
  precision: number
  recall: number
  f1: number
}

export interface Scores {
  bcubed: Score
  pairwise: Score
}

export interface Labelled {
  label: string
  group: string | number
}

export type Half = 'tuning' | 'held-out'

/** A set is split once, by the names of its events: no constant is chosen by looking at what is held out. */
export const halfOf = (label: string): Half =>
  (createHash('md5').update(label).digest()[0] ?? 0) % 2 === 0 ? 'tuning' : 'held-out'

/** What the articles of one event add to the scores. A wrong pair counts half to each of its articles. */
export interface Tally {
  label: string
  articles: number
  purity: number
  wholeness: number
  right: number
  joined: number
  wanted: number
}

/** Articles of all events are in the groups, so that those of the other half are the background. */
export function talliesOf(articles: Labelled[]): Tally[] {
  const groups = countBy(articles, (a) => `${a.group}`)
  const both = countBy(articles, pairKey)
  return [...Map.groupBy(articles, (a) => a.label)].map(([label, members]) => {
    const sum = (of: (together: number, inGroup: number) => number) =>
      members.reduce((total, a) => total + of(both.get(pairKey(a)) ?? 0, groups.get(`${a.group}`) ?? 1), 0)
    return {
      label,
      articles: members.length,
      purity: sum((together, inGroup) => together / inGroup),
      wholeness: sum((together) => together / members.length),
      right: sum((together) => (together - 1) / 2),
      joined: sum((_, inGroup) => (inGroup - 1) / 2),
      wanted: sum(() => (members.length - 1) / 2),
    }
  })
}

export function scoresOf(tallies: Tally[]): Scores {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  const [articles, right] = [sum((t) => t.articles), sum((t) => t.right)]
  return {
    bcubed: scoreOf(
      share(
        sum((t) => t.purity),
        articles,
      ),
      share(
        sum((t) => t.wholeness),
        articles,
      ),
    ),
    pairwise: scoreOf(
      share(
        right,
        sum((t) => t.joined),
      ),
      share(
        right,
        sum((t) => t.wanted),
      ),
    ),
  }
}

export const bcubed = (articles: Labelled[]): Score => scoresOf(talliesOf(articles)).bcubed

const RESAMPLES = 1000

/** Where the F1 of 95 in 100 resamples of the events lies, the same with each run. */
export function intervalsOf(tallies: Tally[]): Record<keyof Scores, Record<keyof Score, [number, number]>> {
  const random = randomFrom(1)
  const drawn = Array.from({ length: RESAMPLES }, () =>
    scoresOf(tallies.map((tally) => tallies[Math.floor(random() * tallies.length)] ?? tally)),
  )
  const interval = (of: (scores: Scores) => number): [number, number] => {
    const sorted = drawn.map(of).sort((a, b) => a - b)
    return [sorted[Math.floor(RESAMPLES * 0.025)] ?? 0, sorted[Math.floor(RESAMPLES * 0.975)] ?? 1]
  }
  const each = (kind: keyof Scores) => ({
    precision: interval((scores) => scores[kind].precision),
    recall: interval((scores) => scores[kind].recall),
    f1: interval((scores) => scores[kind].f1),
  })
  return { bcubed: each('bcubed'), pairwise: each('pairwise') }
}

/** Linear congruential generator, from 0 to below 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const pairKey = (a: Labelled) => `${a.group}\n${a.label}`

function countBy(articles: Labelled[], key: (a: Labelled) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const article of articles) counts.set(key(article), (counts.get(key(article)) ?? 0) + 1)
  return counts
}

function scoreOf(precision: number, recall: number): Score {
  const f1 = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0
  return { precision, recall, f1 }
}
