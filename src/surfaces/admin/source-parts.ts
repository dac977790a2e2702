/** How a source is doing, as the console shows it in lists and on its own page. */
import { healthBar } from '../../html/charts.ts'
import { type Html, html } from '../../html/html.ts'
import { sourceState } from '../../html/source-state.ts'
import type { SourceHealthView, SourceState } from '../../read/operator/views.ts'
import type { AdminPage } from './page.ts'

/** With the publisher's or operator's own words, which readers are spared. */
export const stateOf = (page: AdminPage, source: SourceState): Html =>
  html`${sourceState(page, source)}${source.reason && html`<span class="small reason">${source.reason}</span>`}${source.standIns && html`<span class="small reason">${source.standIns.reason}</span>`}`

export function monthOf({ t }: AdminPage, { days }: SourceHealthView): Html {
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0)
  const values = { n: days.length, ok: sum((day) => day.ok), failed: sum((day) => day.failed) }
  return healthBar(days, t('status.bar', values))
}
