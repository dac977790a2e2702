/** `npm run eval:gates [-- --file X.jsonl] [--language L] [--content FOLDER] [--json]`: what checks refuse and findings ask of a labelled set. */
import { parseArgs } from 'node:util'
import { canLoseTitle, examineSummary, isCompleteSummary } from '../../src/generation/summary.ts'
import { type Interval, intervalOf } from './bootstrap.ts'
import { type GateSet, type Pair, readGateSet } from './gate-sets.ts'

/** Of good answers: the most that certain checks may refuse as a whole, and the most of their sentences. */
const MAX_REFUSED = 0.01

/** What becomes of one answer by checks alone, and where findings refuse too, as without a judge. */
interface Outcome {
  id: string
  half: string
  fault: string | null
  article: string
  sentences: number
  certain: Loss
  withFindings: Loss
}

interface Loss {
  /** Nothing of the answer is published. */
  whole: boolean
  /** Its sentences that are not. */
  dropped: number
  /** A sentence or the headline is refused. */
  touched: boolean
  reasons: string[]
}

export interface ClassScore {
  half: string
  /** Null for good ones. */
  fault: string | null
  answers: number
  sentences: number
  certain: Count
  withFindings: Count
}

interface Count {
  whole: number
  touched: number
  /** Of the answers that are touched, over the articles. */
  interval: Interval
  dropped: number
}

export interface GateScore {
  language: string
  leftOut: string[]
  classes: ClassScore[]
  /** What was refused of good answers; of a held-out half only how much. */
  refused: { id: string; reasons: string[]; certain: boolean }[]
}

export function scoreGates(set: GateSet): GateScore {
  const outcomes = set.pairs.map((pair) => outcomeOf(pair, set))
  const good = outcomes.filter(({ fault, half }) => fault === null && half !== 'held-out')
  return {
    ...{ language: set.language, leftOut: set.leftOut },
    classes: [...Map.groupBy(outcomes, ({ half, fault }) => `${half}\n${fault}`).values()].map(classOf),
    refused: good.flatMap(({ id, certain, withFindings }) =>
      withFindings.touched ? { id, reasons: withFindings.reasons, certain: certain.touched } : [],
    ),
  }
}

function outcomeOf({ id, half, fault, source, answer }: Pair, set: GateSet): Outcome {
  const sentences = (answer?.length ?? 1) - 1
  const about = { id, half, fault, article: source.title || source.text, sentences }
  if (!answer) return { ...about, certain: LOST, withFindings: LOST }
  const { rules, length, mayCopy } = set
  const isComplete = isCompleteSummary(canLoseTitle(source.language, rules))
  const examined = examineSummary(answer, source, rules, { length, mayCopy, needsEvidence: false })
  const loss = (refuseFindings: boolean): Loss => {
    if (!examined.ok)
      return { whole: true, dropped: sentences, touched: true, reasons: [`${examined.check}: ${examined.reason}`] }
    const refused = examined.claims.filter((one) => one.violation || (refuseFindings && one.findings.length > 0))
    const stands = examined.claims.filter((one) => !refused.includes(one))
    const whole = !isComplete(stands)
    const dropped = whole ? sentences : refused.filter(({ part }) => part !== 'title').length
    const reasons = refused.map((one) =>
      one.violation
        ? `${one.violation.check}: ${one.violation.reason}`
        : one.findings.map(({ kind, text }) => `${kind}: "${text}"`).join(', '),
    )
    return { whole, dropped, touched: refused.length > 0, reasons }
  }
  return { ...about, certain: loss(false), withFindings: loss(true) }
}

const LOST: Loss = { whole: true, dropped: 0, touched: true, reasons: ['shape: no text'] }

function classOf(some: Outcome[]): ClassScore {
  const [{ half, fault }] = some as [Outcome]
  const sum = (pick: (one: Outcome) => number) => some.reduce((total, one) => total + pick(one), 0)
  const count = (by: 'certain' | 'withFindings'): Count => ({
    whole: sum((one) => Number(one[by].whole)),
    touched: sum((one) => Number(one[by].touched)),
    dropped: sum((one) => one[by].dropped),
    interval: intervalOf(
      [...Map.groupBy(some, ({ article }) => article).values()].map((group) =>
        group.map((one) => Number(one[by].touched)),
      ),
    ),
  })
  return {
    half,
    fault,
    answers: some.length,
    sentences: sum(({ sentences }) => sentences),
    certain: count('certain'),
    withFindings: count('withFindings'),
  }
}

/** Certain checks refuse next to nothing that is good. */
export const passes = ({ classes }: GateScore): boolean =>
  classes.every(
    ({ fault, answers, sentences, certain }) =>
      fault !== null || (certain.whole <= MAX_REFUSED * answers && certain.dropped <= MAX_REFUSED * sentences),
  )

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function print(score: GateScore): void {
  if (score.leftOut.length > 0)
    console.log(`left out, since many good answers of this set were not written for it: ${score.leftOut.join(', ')}`)
  for (const { half, fault, answers, sentences, certain, withFindings } of score.classes.toSorted(byName)) {
    const told = (name: string, { whole, touched, dropped, interval }: Count) =>
      `${name} ${touched} of ${answers} (${percent(touched / answers)}; ${percent(interval.low)} to ${percent(interval.high)}), ` +
      `whole ${whole}, sentences ${dropped} of ${sentences} (${percent(dropped / Math.max(1, sentences))})`
    console.log(
      `${half.padEnd(9)} ${(fault ?? 'good').padEnd(14)} ${told('checks', certain)} | ${told('with findings', withFindings)}`,
    )
  }
  for (const { id, reasons, certain } of score.refused)
    console.log(`${certain ? 'wrongly refused' : 'asked about'}: ${id}: ${reasons.join('; ')}`)
}

const byName = (a: ClassScore, b: ClassScore) =>
  a.half.localeCompare(b.half) || (a.fault ?? '').localeCompare(b.fault ?? '')

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      ...{ file: { type: 'string' }, language: { type: 'string' }, content: { type: 'string' } },
      json: { type: 'boolean' },
    },
  })
  const score = scoreGates(await readGateSet(values.file ?? 'tests/eval/gates.jsonl', values))
  if (values.json) console.log(JSON.stringify({ ...score, pass: passes(score) }))
  else print(score)
  process.exitCode = passes(score) ? 0 : 1
}
