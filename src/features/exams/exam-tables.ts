/** Exams as tables: each model as a judge and as a writer, and judges side by side, class by class. */

import { type Html, html } from '../../platform/html/html.ts'
import type { Share } from '../../platform/text/wilson.ts'
import type { AdminPage } from '../../surfaces/console/admin-page.ts'
import { count, money, section, table, when } from '../../surfaces/console/parts.ts'
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

export function examTables(page: AdminPage, exams: readonly Exam[], volume: Volume): Html {
  const { t } = page
  const judges = exams.filter((exam) => exam.role === 'judge')
  const writers = exams.filter((exam) => exam.role === 'writer')
  const month = t(volume.isAssumed ? 'admin.exams.assumed' : 'admin.exams.counted', {
    n: count(page, Math.round(volume.articlesADay)),
  })
  return html`${section(t('admin.exams.as_judge'), html`${judgeTable(page, judges, volume)}${classTable(page, judges)}<p class="small">${t('admin.exams.bounds')}</p>`)}
${section(t('admin.exams.as_writer'), html`${writerTable(page, writers, volume)}<p class="small">${month}</p>`)}`
}

const shareOf = ({ t }: AdminPage, { hits, of, low, high }: Share): Html | string =>
  of === 0
    ? '–'
    : html`${t('admin.exams.of', { n: hits, of })}<span class="row-small">${Math.round(low * 100)}–${Math.round(high * 100)} %</span>`

const columnsOf = ({ t }: AdminPage, ...names: string[]) => names.map((name) => t(`admin.exams.${name}`))

function judgeTable(page: AdminPage, exams: readonly JudgeExam[], volume: Volume): Html {
  const { t } = page
  return table({
    caption: t('admin.exams.as_judge'),
    columns: columnsOf(page, 'model', 'grade', 'caught', 'wrongly', 'took', 'month'),
    rows: exams.map((exam) => {
      const { grade, caught, wronglyRefused } = judgeResult(exam.answers)
      const state = { good: '', unsure: 'state state-mild', poor: 'state state-bad' }[grade]
      const result = outcome(page, exam, html`<span class="${state}">${t(`admin.exams.is.${grade}`)}</span>`)
      return [
        named(page, exam),
        result,
        shareOf(page, caught),
        shareOf(page, wronglyRefused),
        ...used(page, exam, volume),
      ]
    }),
    empty: t('admin.exams.none'),
    wide: true,
  })
}

function writerTable(page: AdminPage, exams: readonly WriterExam[], volume: Volume): Html {
  const { t } = page
  return table({
    caption: t('admin.exams.as_writer'),
    columns: columnsOf(page, 'model', 'first', 'second', 'dropped', 'took', 'month'),
    rows: exams.map((exam) => {
      const { first, second, dropped, checks } = writerResult(exam.answers)
      const by = checks.map(({ check, refused, dropped: n }) => `${check}: ${refused} + ${n}`).join(', ')
      const sentences = html`${shareOf(page, dropped)}<span class="row-small">${by}</span>`
      const result = outcome(page, exam, shareOf(page, first))
      return [named(page, exam), result, shareOf(page, second), sentences, ...used(page, exam, volume)]
    }),
    empty: t('admin.exams.none'),
    wide: true,
  })
}

const named = (page: AdminPage, { model, baseUrl, startedAt, language }: Exam): Html =>
  html`<span class="long">${model}</span><span class="row-small">${language} · ${when(page, startedAt)}${baseUrl && html` · ${baseUrl}`}</span>`

/** Worth of the model, or the reason why it is unknown. */
function outcome({ t }: AdminPage, { error, endedAt }: Exam, worth: Html | string): Html | string {
  if (error)
    return html`<span class="state state-bad">${t('admin.exams.failed')}</span><span class="row-small">${error}</span>`
  return endedAt === null ? html`${worth}<span class="row-small">${t('admin.exams.unfinished')}</span>` : worth
}

function used(page: AdminPage, exam: Exam, volume: Volume): [Html | string, string] {
  if (exam.answers.length === 0) return ['–', '–']
  const { ms, inputTokens, outputTokens, cost } = perThousand(exam)
  const duration = page.t('admin.exams.thousand', {
    seconds: count(page, Math.round(ms / 1000)),
    cost: money(page, cost),
    in: count(page, inputTokens),
    out: count(page, outputTokens),
  })
  return [html`<span class="row-small">${duration}</span>`, money(page, monthCost(exam, volume))]
}

const MAX_BESIDE = 4

/** The newest exam of each model: errors caught, and true sentences refused. */
function classTable(page: AdminPage, exams: readonly JudgeExam[]): Html | null {
  const { t } = page
  const answered = exams.filter(({ answers }) => answers.length > 0)
  const newest = answered.filter(({ model }, at) => answered.findIndex((one) => one.model === model) === at)
  const shown = newest.slice(0, MAX_BESIDE).map(({ model, answers }) => ({ model, ...judgeResult(answers) }))
  if (shown.length === 0) return null
  const names = [...new Set(shown.flatMap(({ classes }) => classes.map((one) => one.class)))].toSorted()
  const rows = names.map((name) => [
    name,
    ...shown.map(({ classes }) => {
      const found = classes.find((one) => one.class === name)
      return found
        ? html`${shareOf(page, found.caught)} ${t('admin.exams.and')} ${shareOf(page, found.wronglyRefused)}`
        : '–'
    }),
  ])
  const columns = [t('admin.exams.class'), ...shown.map(({ model }) => model)]
  return html`<details class="fold"><summary>${t('admin.exams.by_class')}</summary>${table({ caption: t('admin.exams.by_class'), columns, rows, empty: '', wide: true })}</details>`
}
