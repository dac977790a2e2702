/**
 * `npm run eval:trust [-- --file X.jsonl …] [--language L] [--content FOLDER] [--texts N] [--json]`: what checks refuse of
 * labelled answers, what findings ask of them, and what judges of known accuracy let out.
 */
import { parseArgs } from 'node:util'
import { canLoseTitle, examineSummary, isCompleteSummary } from '../../src/news/texts/summary.ts'
import type { ExaminedClaim } from '../../src/news/texts/verify/examine.ts'
import { type AnswerSet, type Pair, readAnswerSet } from './answer-sets.ts'
import { type Interval, intervalOf } from './bootstrap.ts'
import { type JudgedScore, playJudges } from './judged.ts'

const SETS = ['faults', 'drafts', 'fresh', 'paraphrases', 'reckoned'].map((name) => `quality/eval/${name}.jsonl`)
/** Of good answers: the most that certain checks may refuse, and the most of their sentences. */
const MAX_REFUSED = 0.01
const TEXTS = 200

/** One answer under checks alone, and where findings refuse too, as without a judge. */
interface Outcome {
  id: string
  half: string
  fault: string | null
  article: string
  sentences: number
  certain: Loss
  withFindings: Loss
  found: WithFindings
}

interface Loss {
  /** Nothing of the answer is published. */
  refused: boolean
  /** Its sentences that are not. */
  dropped: number
  /** A sentence or the headline is refused. */
  touched: boolean
  reasons: string[]
}

/** Headlines and sentences that no check is against, and those of them with a finding. */
interface WithFindings {
  good: number
  goodFound: number
  false: number
  falseFound: number
}

export interface ClassScore {
  half: string
  /** Null for good ones. */
  fault: string | null
  answers: number
  sentences: number
  certain: Count
  withFindings: Count
  found: WithFindings
}

interface Count {
  refused: number
  touched: number
  /** Of the answers that are touched, over the articles. */
  interval: Interval
  dropped: number
}

export interface CheckScore {
  file: string
  language: string
  leftOut: string[]
  classes: ClassScore[]
  /** Refused or with findings, of good answers; of a held-out half only how much. */
  refused: { id: string; reasons: string[]; certain: boolean }[]
}

export function scoreChecks(set: AnswerSet): CheckScore {
  const outcomes = set.pairs.map((pair) => outcomeOf(pair, set))
  const good = outcomes.filter(({ fault, half }) => fault === null && half !== 'held-out')
  return {
    file: set.file,
    language: set.language,
    leftOut: set.leftOut,
    classes: [...Map.groupBy(outcomes, ({ half, fault }) => `${half}\n${fault}`).values()].map(classOf),
    refused: good.flatMap(({ id, certain, withFindings }) =>
      withFindings.touched ? { id, reasons: withFindings.reasons, certain: certain.touched } : [],
    ),
  }
}

function outcomeOf(pair: Pair, set: AnswerSet): Outcome {
  const { id, half, fault, source, answer } = pair
  const sentences = (answer?.length ?? 1) - 1
  const about = { id, half, fault, article: source.title || source.text, sentences }
  if (!answer) return { ...about, certain: LOST, withFindings: LOST, found: NONE_FOUND }
  const { rules, length, mayCopy } = set
  const isComplete = isCompleteSummary(canLoseTitle(source.language, rules))
  const examined = examineSummary(answer, source, rules, { length, mayCopy, needsEvidence: false })
  const loss = (refuseFindings: boolean): Loss => {
    if (!examined.ok)
      return { refused: true, dropped: sentences, touched: true, reasons: [`${examined.check}: ${examined.reason}`] }
    const lost = examined.claims.filter((one) => one.violation || (refuseFindings && one.findings.length > 0))
    const refused = !isComplete(examined.claims.filter((one) => !lost.includes(one)))
    const dropped = refused ? sentences : lost.filter(({ part }) => part !== 'title').length
    return { refused, dropped, touched: lost.length > 0, reasons: lost.map(reasonOf) }
  }
  const found = examined.ok ? countFindings(examined.claims, pair) : NONE_FOUND
  return { ...about, certain: loss(false), withFindings: loss(true), found }
}

const LOST: Loss = { refused: true, dropped: 0, touched: true, reasons: ['shape: no text'] }
const NONE_FOUND: WithFindings = { good: 0, goodFound: 0, false: 0, falseFound: 0 }

const reasonOf = ({ violation, findings }: ExaminedClaim): string =>
  violation
    ? `${violation.check}: ${violation.reason}`
    : findings.map(({ kind, text }) => `${kind}: "${text}"`).join(', ')

function countFindings(claims: readonly ExaminedClaim[], { falseTexts }: Pair): WithFindings {
  const accepted = claims.filter(({ violation }) => violation === null)
  const [wrong, good] = [
    accepted.filter(({ text }) => falseTexts.has(text)),
    accepted.filter(({ text }) => !falseTexts.has(text)),
  ]
  const found = (some: readonly ExaminedClaim[]) => some.filter(({ findings }) => findings.length > 0).length
  return { good: good.length, goodFound: found(good), false: wrong.length, falseFound: found(wrong) }
}

function classOf(some: Outcome[]): ClassScore {
  const [{ half, fault }] = some as [Outcome]
  const sum = (pick: (one: Outcome) => number) => some.reduce((total, one) => total + pick(one), 0)
  const count = (by: 'certain' | 'withFindings'): Count => ({
    refused: sum((one) => Number(one[by].refused)),
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
    found: {
      good: sum((one) => one.found.good),
      goodFound: sum((one) => one.found.goodFound),
      false: sum((one) => one.found.false),
      falseFound: sum((one) => one.found.falseFound),
    },
  }
}

/** Certain checks refuse next to nothing that is good. */
export const passes = ({ classes }: CheckScore): boolean =>
  classes.every(
    ({ fault, answers, sentences, certain }) =>
      fault !== null || (certain.refused <= MAX_REFUSED * answers && certain.dropped <= MAX_REFUSED * sentences),
  )

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const shareOf = (n: number, of: number) => `${n} of ${of} (${percent(n / Math.max(1, of))})`

function printChecks(score: CheckScore): void {
  console.log(`\n${score.file} (${score.language})`)
  if (score.leftOut.length > 0)
    console.log(`left out, since many good answers of this set were not written for it: ${score.leftOut.join(', ')}`)
  for (const { half, fault, answers, sentences, certain, withFindings, found } of score.classes.toSorted(byName)) {
    const text = (name: string, { refused, touched, dropped, interval }: Count) =>
      `${name} ${touched} of ${answers} (${percent(touched / answers)}; ${percent(interval.low)} to ${percent(interval.high)}), ` +
      `refused ${refused}, sentences ${shareOf(dropped, sentences)}`
    const question = fault === null ? shareOf(found.goodFound, found.good) : shareOf(found.falseFound, found.false)
    console.log(
      `${half.padEnd(9)} ${(fault ?? 'good').padEnd(14)} ${text('checks', certain)} | ${text('with findings', withFindings)}` +
        ` | ${fault === null ? 'good' : 'false'} sentences with findings ${question}`,
    )
  }
  for (const { id, reasons, certain } of score.refused)
    console.log(`${certain ? 'wrongly refused' : 'with findings'}: ${id}: ${reasons.join('; ')}`)
}

function printJudged(scores: readonly JudgedScore[]): void {
  console.log('\nplayed judges, on held-out answers with controls in each call')
  for (const {
    judge,
    faulty,
    texts,
    published,
    falseOut,
    goodLost,
    good,
    waiting,
    calls,
    tokens,
    planted,
    counted,
    suspendedAfter,
  } of scores)
    console.log(
      `${percent(faulty).padStart(6)} faulty, ${judge.padEnd(22)} published ${published} of ${texts}, with a fault ${falseOut}; ` +
        `waiting ${waiting}; of the others' good sentences lost ${shareOf(goodLost, good)}; ${calls} calls of ${tokens} tokens read; ` +
        `planted errors that count ${shareOf(counted, planted)}` +
        (suspendedAfter === null
          ? ''
          : `; suspended after ${suspendedAfter.texts} texts, ${suspendedAfter.calls} calls`),
    )
}

const byName = (a: ClassScore, b: ClassScore) =>
  a.half.localeCompare(b.half) || (a.fault ?? '').localeCompare(b.fault ?? '')

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', multiple: true },
      language: { type: 'string' },
      content: { type: 'string' },
      texts: { type: 'string' },
      json: { type: 'boolean' },
    },
  })
  const sets = await Promise.all((values.file ?? SETS).map((file) => readAnswerSet(file, values)))
  const checks = sets.map(scoreChecks)
  const judged = values.file ? [] : await playJudges(sets, Number(values.texts ?? TEXTS))
  const isPassed = checks.every(passes)
  if (values.json) console.log(JSON.stringify({ checks, judged, pass: isPassed }))
  else {
    for (const score of checks) printChecks(score)
    if (judged.length > 0) printJudged(judged)
  }
  process.exitCode = isPassed ? 0 : 1
}
