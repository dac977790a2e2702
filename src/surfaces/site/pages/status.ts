/** `/status`: the health of each source, with its last 30 days as a small chart. */
import { type HealthState, type Verdict, verdictOn } from '../../../domain/feeds/feed-health.ts'
import type { Page } from '../../../domain/site/pages.ts'
import { feedPath } from '../../../domain/site/paths.ts'
import { type Html, html } from '../../../html/html.ts'
import { monthOf, sourceState } from '../../../html/source-state.ts'
import { longDate, timeAgo } from '../../../html/times.ts'
import type { GuideViolationView } from '../../../read/content/views.ts'
import type { SourceHealthView } from '../../../read/operator/views.ts'
import { neighbours, pagePath, pager } from '../components/pager.ts'
import { layout } from '../layout.ts'
import { feedName, title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'

export interface StatusView {
  sources: Page<SourceHealthView>
  /** Of every source, on this page or another. */
  states: HealthState[]
  /** Those of guide files; warnings about guides that are up are left to the operator. */
  violations: GuideViolationView[]
  /** Since when the editors let no model write. */
  stopped: Date | null
  /** Since when the oldest article waits to be joined to its event; null while the stages keep up. */
  behind: Date | null
}

export function statusPage(page: SitePage, { sources, states, violations, stopped, behind }: StatusView): string {
  const { t, paths } = page
  const { verdict, n } = verdictOn(states)
  const message = t(`status.${verdict}`, { n })
  const columns = ['source', 'state', 'last_read', 'last_new', 'month'] as const
  const body = html`<div class="wrap">${title(t('status.title'), t('status.text'))}
${
  states.length === 0
    ? html`<p class="empty">${t('status.none')}</p>`
    : html`<p class="verdict${good.has(verdict) ? '' : ' verdict-bad'}">${message}</p>
<table class="grid health-table"><thead><tr>${columns.map((name) => html`<th scope="col">${t(`status.${name}`)}</th>`)}</tr></thead>
<tbody>${sources.items.map((source) => row(page, source))}</tbody></table>${pager(page, paths.status, sources, 'other')}`
}${behind && html`<p class="verdict">${t('status.behind')} ${timeAgo(behind, page)}</p>`}${stopped && html`<p class="verdict">${t('status.models_stopped', { date: longDate(stopped, page.site) })}</p>`}${guideViolations(page, violations)}</div>`
  const path = pagePath(page, paths.status, sources.page)
  const head = { title: t('status.title'), description: message, path, ...neighbours(page, paths.status, sources) }
  return layout(page, head, body)
}

const good: ReadonlySet<Verdict> = new Set(['some_unread', 'all_well'])

function row(page: SitePage, source: SourceHealthView): Html {
  const { t } = page
  const when = (at: Date | null) => (at ? timeAgo(at, page) : t('status.never'))
  return html`<tr><th scope="row">${name(source)}</th><td data-label="${t('status.state')}">${sourceState(page, source)}</td><td data-label="${t('status.last_read')}">${when(source.lastFetchedAt)}</td><td data-label="${t('status.last_new')}">${when(source.newestArticleAt)}</td><td>${monthOf(page, source)}</td></tr>`
}

function guideViolations({ t }: SitePage, violations: GuideViolationView[]): Html | null {
  const refused = violations.filter((violation) => violation.refused)
  if (refused.length === 0) return null
  const items = refused.map(({ file, line, message }) => html`<li><code>${file}:${line}</code> ${message}</li>`)
  return html`<section><h2 class="box-title">${t('status.guides')}</h2><p>${t('status.guides_text')}</p><ul>${items}</ul></section>`
}

const hidden = new Set<SourceHealthView['state']>(['paused', 'gone'])

/** A source that is not read has no page. */
const name = (source: SourceHealthView): Html =>
  hidden.has(source.state) ? html`${feedName(source)}` : html`<a href="${feedPath(source)}">${feedName(source)}</a>`
