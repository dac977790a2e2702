/** Exams of language models, and what their answers say of a model as judge and as writer. Pure. */
import { CALLS_A_TEXT, MIN_REFUSED, MIN_SUPPORTED } from '../../news/texts/rules/judge-reliability.ts'
import { type Share, wilson } from '../../platform/text/wilson.ts'

export const EXAM_ROLES = ['judge', 'writer'] as const
export type ExamRole = (typeof EXAM_ROLES)[number]

/** A sentence whose truth is known. */
export interface PairAnswer {
  id: string
  class: string
  truth: boolean
  /** Null where the answer does not speak of it: then it is not supported, and not refused either. */
  isSupported: boolean | null
}

/** An article that was to be summarised. */
export interface ArticleAnswer {
  id: string
  /** The try that passed the certain checks; null where none did. */
  acceptedAt: number | null
  /** Of the accepted answer. */
  sentences: number
  /** Checks that took its sentences out, one for each. */
  dropped: string[]
  /** Checks that refused whole answers. */
  refused: string[]
}

/** Use of calls. */
export interface ExamUse {
  calls: number
  ms: number
  inputTokens: number
  outputTokens: number
  cost: number
}

interface ExamBase extends ExamUse {
  id: number
  model: string
  /** Of the server; null for the provider's own. */
  baseUrl: string | null
  /** Of the sentences that are judged or written. */
  language: string
  promptVersion: string
  /** Pairs or articles that it asks about. */
  items: number
  startedAt: Date
  /** Null while it goes on, and for one that was broken off. */
  endedAt: Date | null
  /** Why it ended before its last question. */
  error: string | null
}

export type JudgeExam = ExamBase & { role: 'judge'; answers: PairAnswer[] }
export type WriterExam = ExamBase & { role: 'writer'; answers: ArticleAnswer[] }
export type Exam = JudgeExam | WriterExam

/** `unsure`: the intervals reach over the bounds. */
export type ExamGrade = 'good' | 'unsure' | 'poor'

interface PairShares {
  caught: Share
  wronglyRefused: Share
}

export interface JudgeResult extends PairShares {
  grade: ExamGrade
  classes: (PairShares & { class: string })[]
}

export function judgeResult(answers: readonly PairAnswer[]): JudgeResult {
  const shares = sharesOf(answers)
  const { caught, wronglyRefused } = shares
  const isPoor = caught.high < MIN_REFUSED || wronglyRefused.low > 1 - MIN_SUPPORTED
  const isGood = caught.low >= MIN_REFUSED && wronglyRefused.high <= 1 - MIN_SUPPORTED
  const classes = [...new Set(answers.map((answer) => answer.class))].toSorted()
  return {
    ...shares,
    grade: isPoor ? 'poor' : isGood ? 'good' : 'unsure',
    classes: classes.map((name) => ({ class: name, ...sharesOf(answers.filter((one) => one.class === name)) })),
  }
}

function sharesOf(answers: readonly PairAnswer[]): PairShares {
  const [truths, errors] = [answers.filter(({ truth }) => truth), answers.filter(({ truth }) => !truth)]
  return {
    caught: wilson(errors.filter(({ isSupported }) => isSupported === false).length, errors.length),
    wronglyRefused: wilson(truths.filter(({ isSupported }) => !isSupported).length, truths.length),
  }
}

export interface WriterResult {
  first: Share
  second: Share
  /** Of the sentences of accepted answers. */
  dropped: Share
  /** Answers refused and sentences dropped, by check, the most frequent first. */
  checks: { check: string; refused: number; dropped: number }[]
}

export function writerResult(answers: readonly ArticleAnswer[]): WriterResult {
  const [refused, dropped] = [answers.flatMap((one) => one.refused), answers.flatMap((one) => one.dropped)]
  const count = (list: readonly string[], check: string) => list.filter((one) => one === check).length
  const at = (attempt: number) => answers.filter(({ acceptedAt }) => acceptedAt === attempt).length
  const checks = [...new Set([...refused, ...dropped])]
    .map((check) => ({ check, refused: count(refused, check), dropped: count(dropped, check) }))
    .toSorted((a, b) => b.refused + b.dropped - a.refused - a.dropped)
  const sentences = answers.reduce((sum, one) => sum + one.sentences, 0)
  return {
    first: wilson(at(1), answers.length),
    second: wilson(at(2), answers.length),
    dropped: wilson(dropped.length, sentences),
    checks,
  }
}

/** For 1,000 articles, calls made one after the other: a call of the exam judges as many sentences as a call about a text. */
export function perThousand(exam: Exam): ExamUse {
  const articles = exam.role === 'judge' ? exam.calls / CALLS_A_TEXT : exam.answers.length
  const of = (sum: number) => (articles === 0 ? 0 : (sum / articles) * 1000)
  const { calls, ms, inputTokens, outputTokens, cost } = exam
  return {
    calls: of(calls),
    ms: of(ms),
    cost: of(cost),
    inputTokens: Math.round(of(inputTokens)),
    outputTokens: Math.round(of(outputTokens)),
  }
}

/** Volume of articles that a site has to write about. */
export interface Volume {
  articlesADay: number
  /** Nothing is stored yet to count. */
  isAssumed: boolean
}

const ASSUMED_A_DAY = 100
const DAYS_A_MONTH = 30

export const volumeOf = (counted: number | null): Volume => ({
  articlesADay: counted ?? ASSUMED_A_DAY,
  isAssumed: counted === null,
})

export const monthCost = (exam: Exam, { articlesADay }: Volume): number =>
  (perThousand(exam).cost / 1000) * articlesADay * DAYS_A_MONTH

/** Some of the items, with as many of each group as of any other. */
export function spread<Item>(items: readonly Item[], groupOf: (item: Item) => string, limit: number | null): Item[] {
  const groups = [...Map.groupBy(items, groupOf).values()]
  const rounds = Math.max(0, ...groups.map((group) => group.length))
  const runLimited = Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group[round] ?? []))
  return runLimited.flat().slice(0, limit ?? undefined)
}
