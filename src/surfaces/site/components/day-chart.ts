/** Articles a day as columns, with the same in words. */

import type { DayCount } from '../../../news/articles/queries/views.ts'
import { columnChart } from '../../../platform/html/charts.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { calendarDate, shortDay } from '../../../platform/html/times.ts'
import type { SitePage } from '../page.ts'

export function dayChart({ t, site }: SitePage, days: DayCount[]): Html | null {
  const values = days.map(({ articles }) => articles)
  const all = values.reduce((sum, n) => sum + n, 0)
  const max = Math.max(0, ...values)
  const [first, last] = [days[0], days.at(-1)]
  const peak = days.find(({ articles }) => articles === max)
  if (all === 0 || !first || !last || !peak) return null
  const name = (day: string) => calendarDate(day, site, shortDay)
  const label = t('chart.label', { n: days.length, articles: all, most: max, day: name(peak.day) })
  return html`<figure class="day-chart">${columnChart(values, label, 270, 56)}<figcaption class="small"><span>${name(first.day)}</span><span>${t('chart.most', { most: max, day: name(peak.day) })}</span><span>${name(last.day)}</span></figcaption></figure>`
}
