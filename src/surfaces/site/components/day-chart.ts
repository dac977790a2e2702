/** Articles a day as columns, with the same in words. */
import { columnChart } from '../../../html/charts.ts'
import { type Html, html } from '../../../html/html.ts'
import { shortDate } from '../../../html/times.ts'
import type { DayCount } from '../../../read/articles/views.ts'
import type { SitePage } from '../page.ts'

export function dayChart({ t, site }: SitePage, days: DayCount[]): Html | null {
  const values = days.map(({ articles }) => articles)
  const all = values.reduce((sum, n) => sum + n, 0)
  const most = Math.max(0, ...values)
  const [first, last] = [days[0], days.at(-1)]
  const peak = days.find(({ articles }) => articles === most)
  if (all === 0 || !first || !last || !peak) return null
  const noon = (day: string) => shortDate(new Date(`${day}T12:00:00Z`), site)
  const label = t('chart.label', { n: days.length, articles: all, most, day: noon(peak.day) })
  return html`<figure class="day-chart">${columnChart(values, label, 270, 56)}<figcaption class="small"><span>${noon(first.day)}</span><span>${t('chart.most', { most, day: noon(peak.day) })}</span><span>${noon(last.day)}</span></figcaption></figure>`
}
