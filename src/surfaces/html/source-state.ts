/** State of a source, in the words that the console, the status page and notices share. */
import { type Health, type HealthState, isErrorState } from '../../news/feeds/rules/feed-health.ts'
import type { SourceHealthView, SourceState } from '../../news/operator/queries/views.ts'
import { healthBar } from '../../platform/html/charts.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { PageContext } from '../../platform/html/page.ts'
import { clockTime, shortDate, timeOn } from '../../platform/html/times.ts'
import type { Translate } from '../../platform/site/messages.ts'

const stateLabel = (t: Translate, state: HealthState): string => t(`health.state.${state}`)

/** States whose own words suffice. */
const selfExplanatory: ReadonlySet<HealthState> = new Set(['gone', 'wants_login', 'not_a_feed', 'offline'])

const tone = (state: HealthState) => (isErrorState(state) ? ' state-bad' : state === 'well' ? '' : ' state-mild')

/** "Svarar inte", and below it since when and why; then how many of its pages are not their article, with one of them. */
export function sourceState(
  page: PageContext,
  { state, since, cause, standIns }: Health & Pick<SourceState, 'standIns'>,
): Html {
  const { t } = page
  const why = cause && !selfExplanatory.has(state) && t(`health.cause.${cause}`)
  const moment = (at: Date) => `${shortDate(at, page)} ${clockTime(at, page.site)}`
  const when = since && html`${t('health.since')} ${timeOn(since, page, moment(since))}`
  const small = when || why ? html`<span class="small reason">${when}${when && why ? ': ' : ''}${why}</span>` : ''
  return html`<span class="state${tone(state)}">${stateLabel(t, state)}</span>${small}${standIns && html`<span class="small reason">${t('health.stand_ins', { n: standIns.n, url: standIns.url.slice(0, 200) })}</span>`}`
}

/** A bar a day, with its sums in words. */
export function monthOf({ t }: PageContext, { days }: SourceHealthView): Html {
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0)
  const values = { n: days.length, ok: sum((day) => day.ok), failed: sum((day) => day.failed) }
  return healthBar(days, t('status.bar', values))
}
