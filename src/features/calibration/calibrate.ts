/** The line on which articles join, chosen by answers about pairs of them. Pure. */
import { type Calibration, DEFAULT_LINE } from '../../news/events/clustering/line.ts'
import { wilson } from '../../platform/text/wilson.ts'

/** The lines that a site may have, as parts of the default, which is 1. */
export const LINES = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4] as const

/** Answers of people that it takes to move the line. */
export const MIN_ANSWERS = 40
/** Weight of a model's answer beside a person's. */
export const MODEL_WEIGHT = 1 / 3

/** `story`: two turns of one story, which are two events. */
export const PAIR_ANSWERS = ['same', 'story', 'different'] as const
export type PairAnswer = (typeof PAIR_ANSWERS)[number]

export interface AnsweredPair {
  /** The highest line at which the two are one event. */
  joinsTo: number
  /** Weight of all pairs that part where it does, as a share of what joins at every line. */
  stepWeight: number
  same: boolean
  byModel: boolean
}

/** Null for too few answers. Of lines that are equally good, the one nearest to the default. */
export function calibrate(pairs: readonly AnsweredPair[]): Calibration | null {
  const byPeople = pairs.filter(({ byModel }) => !byModel)
  if (byPeople.length < MIN_ANSWERS) return null
  const steps = stepsOf(pairs)
  const best = [...LINES]
    .map((line) => ({ line, f1: f1At(steps, line) }))
    .sort((a, b) => Math.abs(a.line - DEFAULT_LINE) - Math.abs(b.line - DEFAULT_LINE))
    .reduce((best, each) => (each.f1 > best.f1 + 1e-9 ? each : best))
  return { line: best.line, answers: byPeople.length, ...figuresAt(byPeople, best.line) }
}

function figuresAt(pairs: readonly AnsweredPair[], line: number) {
  const joined = pairs.filter(({ joinsTo }) => joinsTo >= line)
  const right = joined.filter(({ same }) => same).length
  return { precision: wilson(right, joined.length), recall: wilson(right, pairs.filter(({ same }) => same).length) }
}

/** All pairs that part at the same line. */
interface Step {
  line: number
  /** {@link AnsweredPair.stepWeight}. */
  weight: number
  /** Share of them that are one event. */
  same: number
}

/** Estimates for all pairs from the answers: the higher the line at which two join, the more often they are one event. */
function stepsOf(pairs: readonly AnsweredPair[]): Step[] {
  const byLine = Map.groupBy(pairs, ({ joinsTo }) => joinsTo)
  const counted = [...byLine].map(([line, answered]) => {
    const weights = answered.map(({ byModel }) => (byModel ? MODEL_WEIGHT : 1))
    const of = weights.reduce((sum, weight) => sum + weight, 0)
    const hits = answered.reduce((sum, { same }, i) => sum + (same ? (weights[i] ?? 0) : 0), 0)
    return { line, weight: answered.reduce((sum, { stepWeight }) => sum + stepWeight, 0) / answered.length, hits, of }
  })
  return rising(counted.sort((a, b) => a.line - b.line))
}

/** Pool adjacent violators: neighbours whose shares fall are taken together. */
function rising(counted: { line: number; weight: number; hits: number; of: number }[]): Step[] {
  const pools: { hits: number; of: number; steps: typeof counted }[] = []
  for (const step of counted) {
    let pool = { hits: step.hits, of: step.of, steps: [step] }
    for (let last = pools.at(-1); last && last.hits / last.of >= pool.hits / pool.of; last = pools.at(-1)) {
      pools.pop()
      pool = { hits: last.hits + pool.hits, of: last.of + pool.of, steps: [...last.steps, ...pool.steps] }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ hits, of, steps }) => steps.map(({ line, weight }) => ({ line, weight, same: hits / of })))
}

/** Of "same event" over all pairs; each article is the same as itself, and what joins at every line is taken to be right. */
function f1At(steps: readonly Step[], line: number): number {
  let [right, joined, wanted] = [1, 1, 1]
  for (const { line: parts, weight, same } of steps) {
    wanted += weight * same
    if (parts < line) continue
    joined += weight
    right += weight * same
  }
  return (2 * right) / (joined + wanted)
}
