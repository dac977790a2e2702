/** Cost of models, by day and by model. */

import type { SpendLine, SpendView } from '../../news/operator/queries/spend.ts'
import { columnChart, meterBar } from '../../platform/html/charts.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { forecastMonth } from '../../platform/time/forecast.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { count, listOf, money, section, table } from './parts.ts'

/** Price of a call of a kind by the settings, per million tokens. */
export interface CallPrice {
  purpose: 'summary' | 'judge'
  model: string
  input: number
  output: number
}

interface View {
  spend: SpendView
  budget: number | null
  prices: CallPrice[]
}

export function spendPage(page: AdminPage, { spend, budget, prices }: View): string {
  const { t } = page
  const used = money(page, spend.month.cost)
  const message =
    budget === null
      ? t('admin.overview.no_budget', { used, n: spend.month.calls })
      : t('admin.overview.used', { used, budget: money(page, budget), n: spend.month.calls })
  const meter = budget !== null && meterBar(spend.month.cost, budget, message)
  const max = spend.days.reduce((a, b) => (b.cost > a.cost ? b : a), spend.days[0] ?? { ...spend.month, day: '' })
  const total = spend.days.reduce((sum, day) => sum + day.cost, 0)
  const label = t('admin.spend.chart', {
    n: spend.days.length,
    total: money(page, total),
    most: money(page, max.cost),
    day: max.day,
  })
  const chart = columnChart(
    spend.days.map((day) => day.cost),
    label,
  )
  const days = spend.days.filter((day) => day.calls > 0).reverse()
  const body = html`${section(t('admin.spend.month'), html`<p>${message}</p>${meter}${forecast(page, spend, budget)}`)}
${section(t('admin.spend.stages'), stages(page, spend))}
${prices.length > 0 && section(t('admin.spend.prices'), priceTable(page, prices, spend))}
${section(
  t('admin.spend.days'),
  html`${chart}<p class="small">${label}</p>${lines(
    page,
    t('admin.spend.days'),
    t('admin.spend.day'),
    days.map((day) => [day.day, day]),
  )}`,
)}
${section(
  t('admin.spend.models'),
  lines(
    page,
    t('admin.spend.models'),
    t('admin.spend.model'),
    spend.models.map((line) => [`${line.model} · ${t(`admin.purpose.${line.purpose}`)}`, line]),
  ),
)}`
  return layout(page, { title: t('admin.nav.spend'), section: 'spend', intro: t('admin.spend.text') }, body)
}

function forecast(page: AdminPage, spend: SpendView, budget: number | null): Html | null {
  const found = forecastMonth(spend.month.cost, spend.days, budget)
  if (!found || spend.month.calls === 0) return null
  const { t } = page
  const ends = found.budgetEnds && html` <strong>${t('admin.spend.budget_ends', { day: found.budgetEnds })}</strong>`
  return html`<p>${t('admin.spend.forecast', { total: money(page, found.total) })}${ends}</p>`
}

function stages(page: AdminPage, { stages }: SpendView): Html {
  const { t } = page
  type Stage = SpendView['stages'][number]
  const columns = {
    stage: ({ purpose }: Stage) => t(`admin.purpose.${purpose}`),
    thirty_days: ({ purpose, days }: Stage) => {
      const label = `${t(`admin.purpose.${purpose}`)}: ${days.map((day) => money(page, day)).join(', ')}`
      return columnChart(days, label, 160, 28)
    },
    cost: ({ cost }: Stage) => money(page, cost),
  }
  return listOf(page, 'admin.spend', t('admin.spend.stages'), stages, columns, { short: true })
}

/** A call beside what such a call has cost on average these days; what was never asked has no average. */
function priceTable(page: AdminPage, prices: CallPrice[], { models }: SpendView) {
  const { t } = page
  const rows = prices.map(({ purpose, model, input, output }) => {
    const made = models.filter((line) => line.purpose === purpose)
    const sum = (pick: (line: SpendLine) => number) => made.reduce((total, line) => total + pick(line), 0)
    const calls = sum((line) => line.calls)
    const mean = calls > 0 ? money(page, sum((line) => line.cost) / calls) : '–'
    return [t(`admin.spend.call_${purpose}`), model, money(page, input), money(page, output), mean]
  })
  const columns = ['call', 'model', 'price_input', 'price_output', 'mean'].map((name) => t(`admin.spend.${name}`))
  return html`${table({ caption: t('admin.spend.prices'), columns, rows, empty: '', short: true })}${prices.length === 1 && html`<p class="small">${t('admin.spend.judge_off')}</p>`}`
}

function lines(page: AdminPage, caption: string, name: string, rows: [string, SpendLine][]) {
  const { t } = page
  const columns = [name, ...['calls', 'refused', 'failed', 'tokens', 'cost'].map((each) => t(`admin.spend.${each}`))]
  return table({
    caption,
    columns,
    rows: rows.map(([first, line]) => [
      first,
      count(page, line.calls),
      count(page, line.refused),
      count(page, line.failed),
      `${count(page, line.inputTokens)} + ${count(page, line.outputTokens)}`,
      money(page, line.cost),
    ]),
    empty: t('admin.spend.none'),
    short: true,
  })
}
