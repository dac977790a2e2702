/** `/status`: how each source is doing, with its last 30 days as a small chart. */

import { feedPath } from '../../domain/site/paths.ts'
import { healthBar } from '../../html/charts.ts'
import { type Html, html } from '../../html/html.ts'
import { timeAgo } from '../../html/times.ts'
import type { GuideFaultView, SourceHealthView } from '../../read/articles/views.ts'
import { layout } from './layout.ts'
import { feedName, title } from './lists.ts'
import type { SitePage } from './page.ts'

const bad = new Set<SourceHealthView['state']>(['failing', 'gone'])

/** `faults` are those of guide files; warnings about guides that are up are left to the operator. */
export function statusPage(page: SitePage, sources: SourceHealthView[], faults: GuideFaultView[] = []): string {
  const { t } = page
  const ill = sources.filter((source) => bad.has(source.state)).length
  const verdict = ill > 0 ? t('status.some_bad', { n: ill }) : t('status.all_well')
  const columns = ['source', 'state', 'last_read', 'last_new', 'month'] as const
  const body = html`<div class="wrap">${title(t('status.title'), t('status.text'))}
${
  sources.length === 0
    ? html`<p class="empty">${t('status.none')}</p>`
    : html`<p class="verdict ${ill > 0 ? 'verdict-bad' : 'verdict-good'}">${verdict}</p>
<table class="health-table"><thead><tr>${columns.map((name) => html`<th scope="col">${t(`status.${name}`)}</th>`)}</tr></thead>
<tbody>${sources.map((source) => row(page, source))}</tbody></table>`
}${guideFaults(page, faults)}</div>`
  return layout(page, { title: t('status.title'), description: verdict, path: '/status' }, body)
}

function row(page: SitePage, source: SourceHealthView): Html {
  const { t } = page
  const when = (at: Date | null) => (at ? timeAgo(at, page) : t('status.never'))
  return html`<tr><th scope="row">${name(source)}</th><td data-label="${t('status.state')}"><span class="state state-${source.state}">${t(`status.${source.state}`)}</span>${source.reason && html`<span class="small reason">${source.reason}</span>`}</td><td data-label="${t('status.last_read')}">${when(source.lastFetchedAt)}</td><td data-label="${t('status.last_new')}">${when(source.lastNewAt)}</td><td data-label="${t('status.month')}">${bar(page, source)}</td></tr>`
}

function guideFaults({ t }: SitePage, faults: GuideFaultView[]): Html | null {
  const refused = faults.filter((fault) => fault.refused)
  if (refused.length === 0) return null
  const items = refused.map(({ file, line, message }) => html`<li><code>${file}:${line}</code> ${message}</li>`)
  return html`<section><h2 class="box-title">${t('status.guides')}</h2><p>${t('status.guides_text')}</p><ul>${items}</ul></section>`
}

const hidden = new Set<SourceHealthView['state']>(['paused', 'gone'])

/** A source that is not read has no page. */
const name = (source: SourceHealthView): Html =>
  hidden.has(source.state) ? html`${feedName(source)}` : html`<a href="${feedPath(source)}">${feedName(source)}</a>`

function bar({ t }: SitePage, { days }: SourceHealthView): Html {
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0)
  const values = { n: days.length, ok: sum((day) => day.ok), failed: sum((day) => day.failed) }
  return healthBar(days, t('status.bar', values))
}
