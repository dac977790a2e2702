/**
 * What follows from the numbers of a source, in one place.
 *
 * - From amounts of one kind follow their sums and differences, from a percentage what it leaves, from days and years the
 *   spans between them, years to come and decades; from two amounts also parts, multiples and changes, and averages.
 * - A number in digits without a hedge must follow exactly. One in words or behind a hedge is a rounding and may be near
 *   (`rounding.ts`).
 * - A difference, sum or average is told as one ("44 fewer", "in all"): any two numbers have some difference.
 * - The fewer digits a number has, the nearer together must stand what it follows from.
 */
import { MULTIPLES, type Multiple } from '../../domain/languages/number-words.ts'
import { withoutDays } from './dates.ts'
import type { Evidence } from './evidence.ts'
import type { Reckoned } from './number-words.ts'
import { quantities } from './quantities.ts'
import type { Quantity } from './quantity.ts'
import type { Reading } from './reading.ts'
import { digitsOf, isEqual, isRounding, isRoundPart } from './rounding.ts'
import { sentences } from './sentences.ts'
import { type Amount, timesOf } from './spans.ts'
import { isStrict, sizeIn } from './units.ts'

/** An amount of the source, what its unit makes of a number, and which sentence it stands in. */
interface Stated extends Amount {
  factor: number
  at: number
}

/** How it follows, where the answer must say so. */
type Followed<T> = T & { by?: Reckoned; factor?: number }

interface Reckoning {
  amounts: readonly Followed<Amount>[]
  /** Of one amount to another, as 0.25 and 4. */
  ratios: readonly Followed<{ size: number }>[]
}

/** What part of a whole each is. */
const SIZES: Record<Multiple, readonly number[]> = {
  half: [1 / 2],
  double: [2],
  triple: [3],
  quadruple: [4],
  third: [1 / 3, 2 / 3],
  quarter: [1 / 4, 3 / 4],
  fifth: [1 / 5, 2 / 5, 3 / 5, 4 / 5],
  tenth: [1 / 10],
}
const CHANGED_UNIT = 0.12
/** "33 percent" of a source that says "a third". */
const CLOSE_FRACTION = 0.5

/** The quantity of a sentence follows from others of the source. */
export function follows(quantity: Quantity, sentence: string, reading: Reading, evidence: Evidence): boolean {
  const reckoning = reckoningOf(evidence)
  const { values, scale, unit, hedge, text } = quantity
  const isRound = hedge !== null || !/\d/.test(text)
  const told = values.map((value) => value * scale)
  // A version such as 16e.
  if (/^[\d.,]+\p{L}$/u.test(text)) return false
  const isSaid = saidIn(sentence, reading)
  const fits = (amount: Followed<Amount>) => {
    // What stands there in the same unit does not follow.
    if (amount.factor !== undefined && amount.factor === unit?.factor) return false
    const theirs = inUnitOf(quantity, amount, isRound)
    if (theirs === null || !isSaid(amount) || (amount.by === 'average' && !isRound)) return false
    return told.some((mine) => isRounding(quantity, mine, theirs, unit ? CHANGED_UNIT : undefined))
  }
  if (reckoning.amounts.some(fits)) return true
  const ratios = reckoning.ratios.filter(isSaid)
  if (unit?.class === 'times')
    return isRound && ratios.some(({ size }) => told.some((mine) => isRoundPart(mine, size, hedge)))
  if (unit?.class !== 'percent') return false
  return told.some((mine) => {
    const share = (mine * unit.factor) / 100
    return (
      ratios.some(({ size }) => isEqual(share, size) || (isRound && isRoundPart(share, size, hedge))) ||
      isFraction(share * 100, evidence)
    )
  })
}

/** A part or multiple in a sentence is that of two amounts of the source, or a percentage of it. */
export function followsAs(
  name: Multiple,
  hedge: Quantity['hedge'],
  sentence: string,
  reading: Reading,
  evidence: Evidence,
): boolean {
  const ratios = reckoningOf(evidence).ratios.filter(saidIn(sentence, reading))
  return SIZES[name].some((wanted) => ratios.some(({ size }) => isRoundPart(wanted, size, hedge)))
}

const saidIn =
  (sentence: string, { numbers }: Reading) =>
  ({ by }: { by?: Reckoned }) =>
    !by || (numbers.reckoned[by]?.test(sentence) ?? false)

function isFraction(percent: number, { text, reading }: Evidence): boolean {
  return MULTIPLES.some(
    (name) =>
      reading.multiples[name].said?.test(text) &&
      SIZES[name].some((size) => Math.abs(percent - size * 100) <= CLOSE_FRACTION),
  )
}

/** The amount in the unit that the answer tells it in; null where the two are not comparable. */
function inUnitOf({ unit, values, scale, hedge }: Quantity, { kind, size }: Amount, isRound: boolean): number | null {
  const isYear = !unit && scale === 1 && values.some((value) => value >= 1900 && value <= 2100)
  if (kind === 'year') return isYear ? size : null
  if (kind === 'decade') return isYear && hedge === 'tens' ? size : null
  if (!unit) return kind === 'count' || isStrict(kind) ? size : null
  if (kind === 'count') return unit.strict ? null : size
  return sizeIn(unit, kind, size, isRound)
}

const known = new WeakMap<Evidence, Reckoning>()

function reckoningOf(evidence: Evidence): Reckoning {
  const reckoning = known.get(evidence) ?? reckon(evidence)
  known.set(evidence, reckoning)
  return reckoning
}

function reckon(evidence: Evidence): Reckoning {
  const stated = statedIn(evidence)
  const pairs = stated.flatMap((one, index) =>
    stated
      .slice(index + 1)
      .flatMap((other) => (one.size === other.size && one.at === other.at ? [] : [[one, other] as const])),
  )
  const percents = stated.filter(({ kind, size }) => kind === 'percent' && size < 100)
  const left = percents.map(({ size }) => ({ kind: 'percent', size: 100 - size, by: 'difference' as const }))
  const shares = percents.flatMap(({ size }) => [
    { size: size / 100 },
    ...[1 - size / 100, 1 + size / 100].map(changed),
  ])
  return {
    amounts: [...stated.filter(isTime), ...pairs.flatMap(amountsOf), ...runsOf(stated), ...left, ...timesOf(evidence)],
    ratios: [...shares, ...pairs.flatMap(ratiosOf)],
  }
}

/** Two amounts as one kind; a bare number may have the unit of another in its sentence: "61 percent, after 54". */
function alike(one: Stated, other: Stated): { kind: string; sizes: [number, number]; apart: number } | undefined {
  const [count, whole] = other.kind === 'count' ? [other, one] : [one, other]
  const apart = Math.abs(one.at - other.at)
  if (one.kind === other.kind) return { kind: one.kind, sizes: [one.size, other.size], apart }
  return count.kind === 'count' && apart === 0
    ? { kind: whole.kind, sizes: [count.size * whole.factor, whole.size], apart }
    : undefined
}

/** Their difference, sum and average. */
function amountsOf([one, other]: readonly [Stated, Stated]): Followed<Amount>[] {
  const pair = alike(one, other)
  const found: Followed<Amount>[] = pair
    ? [
        {
          kind: pair.kind === 'percent' ? 'point' : pair.kind,
          size: Math.abs(pair.sizes[0] - pair.sizes[1]),
          by: 'difference',
        },
        { kind: pair.kind, size: pair.sizes[0] + pair.sizes[1], by: 'sum' },
      ]
    : []
  const near = found.filter(({ size, kind }) => size > 0 && mayStandApart(size, kind, pair?.apart ?? 0))
  const [whole, count] = one.kind === 'count' ? [other, one] : [one, other]
  const isAverage =
    count.kind === 'count' && whole.kind !== 'count' && count.size > 1 && Math.abs(one.at - other.at) <= 1
  return isAverage ? [...near, { kind: whole.kind, size: whole.size / count.size, by: 'average' }] : near
}

/** Told in another unit, as six weeks are. */
const isTime = ({ kind }: Amount) => kind === 'time' || kind === 'months'

const changed = (size: number) => ({ size, by: 'difference' as const })

/** Of a part to its whole, of a change to what was before or is after it. */
function ratiosOf([one, other]: readonly [Stated, Stated]): Reckoning['ratios'] {
  const pair = alike(one, other)
  const [small = 0, large = 0] = pair?.sizes.toSorted((a, b) => a - b) ?? []
  if (!pair || small <= 0 || small === large || !mayStandApart(small, pair.kind, pair.apart)) return []
  // Two percentages may be of different things.
  if (pair.kind === 'percent') return [small / large, large / small].map(changed)
  return [
    ...[small / large, large / small].map((size) => ({ size })),
    ...[1 - small / large, large / small - 1, small / (large + small), small / (large - small)].map(changed),
  ]
}

/** One digit from one sentence, two from neighbours; three, and amounts that must have a unit, from anywhere. */
function mayStandApart(size: number, kind: string, apart: number): boolean {
  const digits = Math.ceil(digitsOf(Number(size.toPrecision(9))))
  return (
    apart === 0 ||
    digits > 2 ||
    (isStrict(kind) && kind !== 'percent') ||
    (apart === 1 && (digits > 1 || kind !== 'count'))
  )
}

/** Sums of three and more in a row: "raises of 4, 3 and 3 percent". */
function runsOf(stated: readonly Stated[]): Followed<Amount>[] {
  const groups = Map.groupBy(stated, ({ kind, at }) => `${at} ${kind}`)
  return [...groups.values()].flatMap((group) =>
    group.flatMap(({ kind }, from) =>
      group.slice(from + 2).map((_, more) => ({
        kind,
        size: group.slice(from, from + more + 3).reduce((sum, { size }) => sum + size, 0),
        by: 'sum' as const,
      })),
    ),
  )
}

/** Every amount of the source; days of a month and years are none. */
function statedIn({ text, reading }: Evidence): Stated[] {
  return sentences(text, reading.ends).flatMap((sentence, at) =>
    quantities(withoutDays(sentence, reading.dates), reading, true).flatMap(
      ({ values, scale, unit, ordinal, text: written }) =>
        ordinal || (!unit && /^(19|20)\d\d$/.test(written))
          ? []
          : values.map((value) => ({
              kind: unit?.class ?? 'count',
              size: value * scale * (unit?.factor ?? 1),
              factor: unit?.factor ?? 1,
              at,
            })),
    ),
  )
}
