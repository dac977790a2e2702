/** Figures of a record: how many of its cases are of a kind, and by topic and by pair. Pure. */
import { type Share, wilson } from '../../platform/text/wilson.ts'
import type { Case } from './cases.ts'

export const figureNames = [
  ...(['first', 'first_seen', 'alone', 'confirmed', 'disputed', 'settled_for', 'settled_against'] as const),
  ...(['corrected', 'copies', 'copied'] as const),
]
export type FigureName = (typeof figureNames)[number]
export const topicFigures = ['first', 'alone', 'confirmed', 'settled_for', 'settled_against'] as const

/** Publishers whose dates are wrong. */
export type Skewed = ReadonlySet<string>

interface Judged {
  of: Case
  publisher: string
  skewed: Skewed
}

/** With dates that can be compared. */
const dated = ({ of: { original, others }, publisher, skewed }: Judged) =>
  original && !skewed.has(publisher) && others.some((other) => !skewed.has(other))
const observed = ({ of: { original, others, unobserved } }: Judged) => original && others.length > 0 && !unobserved
const original = ({ of }: Judged) => of.original
const every = () => true
const isDisputed = ({ of }: Judged) => of.disputed
const isSettled = ({ of }: Judged) => of.settled !== null

const isFirst = (one: Judged) => dated(one) && one.of.before.every((other) => one.skewed.has(other))
/** By dates where both can be compared, else by when we saw them: on a first pass that is the order in which feeds were read. */
const isConfirmed = ({ of, publisher, skewed }: Judged) => {
  const isDated = of.lag !== null && !skewed.has(publisher)
  const isLater = (other: string) => !(isDated && !skewed.has(other) ? of.before : of.seenBefore).includes(other)
  return of.original && of.others.some(isLater)
}

/** Cases that a figure counts, and those that it counts them among. */
const figures: Record<FigureName, { is: (one: Judged) => boolean; of: (one: Judged) => boolean }> = {
  first: { is: isFirst, of: dated },
  first_seen: { is: (one) => observed(one) && one.of.seenBefore.length === 0, of: observed },
  alone: { is: ({ of }) => of.original && of.others.length + of.echoes.length === 0, of: original },
  confirmed: { is: isConfirmed, of: original },
  disputed: { is: isDisputed, of: every },
  settled_for: { is: ({ of }) => of.settled === 'for', of: isSettled },
  settled_against: { is: ({ of }) => of.settled === 'against', of: isSettled },
  corrected: { is: ({ of }) => of.correctedAfter !== null, of: isDisputed },
  copies: { is: ({ of }) => of.copyOf !== null, of: every },
  copied: { is: ({ of }) => of.copiedBy.length > 0, of: every },
}

/** Cases that a figure counts those of {@link casesBehind} among. */
export const casesAmong = (name: FigureName, cases: readonly Case[], publisher: string, skewed: Skewed): Case[] =>
  cases.filter((of) => figures[name].of({ of, publisher, skewed }))

/** In which it and another have the event, or one has the other's text. */
export const isSharedWith = ({ others, echoes, copyOf }: Case, other: string): boolean =>
  copyOf === other || others.includes(other) || echoes.includes(other)

/** Cases that a figure counts. */
export const casesBehind = (name: FigureName, cases: readonly Case[], publisher: string, skewed: Skewed): Case[] =>
  cases.filter((of) => figures[name].is({ of, publisher, skewed }))

export type Count = [hits: number, of: number]
export type Counts<Name extends string = FigureName> = Partial<Record<Name, Count>>

/** As they are stored and added up. */
export interface Sums {
  events: number
  counts: Counts
  /** Times until it corrected itself. */
  correctedAfter: number[]
}

export interface PairSums {
  /** Events that both report. */
  shared: number
  /** Of these, those in which it has the other's text. */
  copies: number
  /** Times until then, some of them. */
  after: number[]
}

const MAX_TIMES = 40
export const middle = (times: readonly number[]): number | null =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? null

export function sumsOf(cases: readonly Case[], publisher: string, skewed: Skewed): Sums {
  return {
    events: cases.length,
    counts: countsOf(figureNames, cases, publisher, skewed),
    correctedAfter: cases.flatMap(({ correctedAfter }) => correctedAfter ?? []).slice(0, MAX_TIMES),
  }
}

function countsOf<Name extends FigureName>(
  names: readonly Name[],
  cases: readonly Case[],
  publisher: string,
  skewed: Skewed,
): Counts<Name> {
  const judged = cases.map((of) => ({ of, publisher, skewed }))
  const counts: Counts<Name> = {}
  for (const name of names) {
    const among = judged.filter(figures[name].of)
    if (among.length > 0) counts[name] = [among.filter(figures[name].is).length, among.length]
  }
  return counts
}

export type Topics = Record<string, Counts<(typeof topicFigures)[number]>>

export function topicsOf(cases: readonly Case[], publisher: string, skewed: Skewed): Topics {
  const byTag = Map.groupBy(
    cases.flatMap((of) => of.tags.map((tag) => ({ tag, of }))),
    ({ tag }) => tag,
  )
  return Object.fromEntries(
    [...byTag].map(([tag, ofTag]) => [
      String(tag),
      countsOf(
        topicFigures,
        ofTag.map(({ of }) => of),
        publisher,
        skewed,
      ),
    ]),
  )
}

export type Pairs = Record<string, PairSums>

export function pairsOf(cases: readonly Case[]): Pairs {
  const pairs: Pairs = {}
  for (const { others, echoes, copyOf, copyAfter } of cases)
    for (const other of new Set([...others, ...echoes, ...(copyOf === null ? [] : [copyOf])])) {
      pairs[other] ??= { shared: 0, copies: 0, after: [] }
      const pair = pairs[other]
      pair.shared += 1
      if (copyOf !== other) continue
      pair.copies += 1
      if (copyAfter !== null && pair.after.length < MAX_TIMES) pair.after.push(copyAfter)
    }
  return pairs
}

export function addCounts<Name extends string>(all: readonly Counts<Name>[]): Counts<Name> {
  const sum: Counts<Name> = {}
  for (const counts of all)
    for (const [name, [hits, of]] of Object.entries(counts) as [Name, Count][]) {
      const [before, beforeOf] = sum[name] ?? [0, 0]
      sum[name] = [before + hits, beforeOf + of]
    }
  return sum
}

export const addSums = (all: readonly Sums[]): Sums => ({
  events: all.reduce((sum, { events }) => sum + events, 0),
  counts: addCounts(all.map(({ counts }) => counts)),
  correctedAfter: all.flatMap(({ correctedAfter }) => correctedAfter),
})

export function addPairs(all: readonly Pairs[]): Pairs {
  const sum: Pairs = {}
  for (const pairs of all)
    for (const [other, { shared, copies, after }] of Object.entries(pairs)) {
      const before = sum[other] ?? { shared: 0, copies: 0, after: [] }
      sum[other] = {
        shared: before.shared + shared,
        copies: before.copies + copies,
        after: [...before.after, ...after],
      }
    }
  return sum
}

/** Fewer say nothing of a habit. */
export const MIN_CASES = 20

/** Null below so many cases. */
export const shareOf = (count: Count | undefined): Share | null =>
  count && count[1] >= MIN_CASES ? wilson(...count) : null

/** From which share on, at the interval's lower bound, texts count as the other's. */
const HABIT = 0.5

export const isHabit = ({ shared, copies }: PairSums): boolean => (shareOf([copies, shared])?.low ?? 0) >= HABIT
