/** Exams as lines of text: models side by side, their worth, and earlier exams. */

import { table } from '../../cli/io.ts'
import { counted } from '../../platform/text/counted.ts'
import { outOf, percents, type Share } from '../../platform/text/wilson.ts'
import {
  type Exam,
  type JudgeExam,
  judgeResult,
  monthCost,
  perThousand,
  type Volume,
  type WriterExam,
  writerResult,
} from './exam.ts'
import { examSentence } from './exam-sentence.ts'
import type { ExamsPlan } from './run-exams.ts'

const count = (n: number) => Math.round(n).toLocaleString('en')
const money = (cost: number) => cost.toFixed(cost > 0 && cost < 1 ? 4 : 2)

export function planLine({ calls, inputTokens, outputTokens, cost, left, isPriced }: ExamsPlan): string {
  const budget = left === null ? 'no budget is set' : `${money(left)} is left of the month's budget`
  const price = isPriced
    ? `about ${money(cost)} (${budget})`
    : 'what it costs is not known: AI_PRICE_INPUT and AI_PRICE_OUTPUT are not set'
  return `${counted(calls, 'call')}, about ${count(inputTokens)} tokens in and ${count(outputTokens)} out: ${price}. Refused answers are requested again.`
}

/** A row by its name, and what each exam has there. */
type Row<One extends Exam> = [string, (exam: One) => string]

const shareOf = (share: Share | undefined) => (share && share.of > 0 ? `${outOf(share)} (${percents(share)})` : '–')

function judgeRows(exams: readonly JudgeExam[]): Row<JudgeExam>[] {
  const names = [...new Set(exams.flatMap(({ answers }) => answers.map((answer) => answer.class)))].toSorted()
  const classOf = (exam: JudgeExam, name: string) => judgeResult(exam.answers).classes.find((one) => one.class === name)
  return [
    ['errors refused', ({ answers }) => shareOf(judgeResult(answers).caught)],
    ...names.map((name): Row<JudgeExam> => [`  ${name}`, (exam) => shareOf(classOf(exam, name)?.caught)]),
    ['true sentences refused', ({ answers }) => shareOf(judgeResult(answers).wronglyRefused)],
    ...names.map((name): Row<JudgeExam> => [`  ${name}`, (exam) => shareOf(classOf(exam, name)?.wronglyRefused)]),
  ]
}

function writerRows(exams: readonly WriterExam[]): Row<WriterExam>[] {
  const names = [...new Set(exams.flatMap(({ answers }) => writerResult(answers).checks.map(({ check }) => check)))]
  return [
    ['accepted at the first try', ({ answers }) => shareOf(writerResult(answers).first)],
    ['accepted at the second try', ({ answers }) => shareOf(writerResult(answers).second)],
    ['sentences dropped', ({ answers }) => shareOf(writerResult(answers).dropped)],
    ...names.map(
      (name): Row<WriterExam> => [
        `  by ${name}`,
        ({ answers }) => {
          const found = writerResult(answers).checks.find(({ check }) => check === name)
          return found ? `${found.dropped} dropped, ${found.refused} refused` : '–'
        },
      ],
    ),
  ]
}

const USE_ROWS: Row<Exam>[] = [
  ['1,000 articles: seconds', (exam) => count(perThousand(exam).ms / 1000)],
  ['1,000 articles: tokens in', (exam) => count(perThousand(exam).inputTokens)],
  ['1,000 articles: tokens out', (exam) => count(perThousand(exam).outputTokens)],
  ['1,000 articles: cost', (exam) => money(perThousand(exam).cost)],
]

function sideBySide<One extends Exam>(exams: readonly One[], rows: readonly Row<One>[]): string[] {
  if (exams.length === 0) return []
  const lines = rows.map(([name, cell]) => [name, ...exams.map(cell)])
  return ['', ...table([[`As ${exams[0]?.role}`, ...exams.map(({ model }) => model)], ...lines])]
}

/** `before`: exams of earlier days, the newest first. */
export function examReport(exams: readonly Exam[], before: readonly Exam[], volume: Volume): string[] {
  const answered = exams.filter(({ answers }) => answers.length > 0)
  const judges = answered.filter((exam) => exam.role === 'judge')
  const writers = answered.filter((exam) => exam.role === 'writer')
  return [
    ...sideBySide(judges, [...judgeRows(judges), ...USE_ROWS]),
    ...sideBySide(writers, [...writerRows(writers), ...USE_ROWS]),
    '',
    ...exams.map(examSentence),
    ...[...new Set(answered.map(({ model }) => model))].map((model) => monthLine(model, answered, volume)),
    ...(before.length > 0 ? ['', 'Exams before:', ...before.map(pastLine)] : []),
  ]
}

function monthLine(model: string, exams: readonly Exam[], volume: Volume): string {
  const { articlesADay, isAssumed } = volume
  const ofModel = exams.filter((exam) => exam.model === model)
  const costs = ofModel.map((exam) => ({ cost: monthCost(exam, volume), role: exam.role }))
  const parts = costs.map(({ cost, role }) => `${money(cost)} as ${role}`).join(' and ')
  const articles = isAssumed
    ? `${count(articlesADay)} articles a day, an assumption`
    : `this site's ${count(articlesADay)} articles a day`
  return `A month of ${model}: ${parts}, for ${articles}.`
}

const pastLine = (exam: Exam) => `${exam.startedAt.toISOString().slice(0, 10)} ${examSentence(exam)}`

/** For machines. */
export const examFacts = (exam: Exam, volume: Volume) => {
  const { answers, ...rest } = exam
  return {
    ...rest,
    result: exam.role === 'judge' ? judgeResult(exam.answers) : writerResult(exam.answers),
    answered: answers.length,
    perThousand: perThousand(exam),
    monthCost: monthCost(exam, volume),
    sentence: examSentence(exam),
  }
}
