/** `/status`: what fails first, then in a fold the other sources; each with its last 30 days as a small chart. */
import { type HealthState, isErrorState, type Verdict, verdictOn } from '../../../news/feeds/rules/feed-health.ts'
import type { SourceHealthView } from '../../../news/operator/queries/views.ts'
import { type Html, html, trusted } from '../../../platform/html/html.ts'
import { longDate, timeAgo } from '../../../platform/html/times.ts'
import type { Page } from '../../../platform/site/pages.ts'
import { feedPath } from '../../../platform/site/paths.ts'
import { monthOf, sourceState } from '../../html/source-state.ts'
import { neighbours, pagePath, pager } from '../components/pager.ts'
import type { PagePart } from '../feature-site.ts'
import { layout } from '../layout.ts'
import { feedName, title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'

export interface StatusView {
  sources: Page<SourceHealthView>
  /** Of every source, on this page or another. */
  states: HealthState[]
  /** Of features, below the sources that fail. */
  parts: PagePart[]
  /** Since when the editors let no model write. */
  stopped: Date | null
  /** Since when a model does not answer. */
  silent: Date | null
  /** Since when the oldest article waits to be joined to its event; null while the stages keep up. */
  behind: Date | null
}

export function statusPage(page: SitePage, { sources, states, parts, stopped, silent, behind }: StatusView): string {
  const { t, paths } = page
  const { verdict, n } = verdictOn(states)
  const message = t(`status.${verdict}`, { n })
  const body = html`<div class="wrap">${title(t('status.title'), t('status.text'))}
${
  states.length === 0
    ? html`<p class="empty">${t('status.none')}</p>`
    : html`<p class="verdict${good.has(verdict) ? '' : ' verdict-bad'}">${message}</p>`
}${behind && html`<p class="verdict">${t('status.behind')} ${timeAgo(behind, page)}</p>`}${stopped && html`<p class="verdict">${t('status.models_stopped', { date: longDate(stopped, page.site) })}</p>`}${silent && html`<p class="verdict">${t('status.models_silent')} ${timeAgo(silent, page)}</p>`}
${table(page, sources.items.filter(isFailing))}${parts.map((part) => part(page))}
${others(page, sources, states)}${pager(page, paths.status, sources, 'other')}</div>`
  const path = pagePath(paths.status, sources.page)
  const head = { title: t('status.title'), description: message, path, ...neighbours(paths.status, sources) }
  return layout(page, head, body)
}

const good: ReadonlySet<Verdict> = new Set(['some_unread', 'all_well'])

const isFailing = ({ state }: { state: HealthState }) => isErrorState(state) || state === 'offline'

/** Folded on the first page: those that fail have their say there. A further page holds nothing else. */
function others(page: SitePage, { items, page: number }: StatusView['sources'], states: HealthState[]): Html | null {
  const listed = items.filter((source) => !isFailing(source))
  if (listed.length === 0) return null
  const all = states.filter((state) => !isFailing({ state })).length
  const summary = page.t(all < states.length ? 'status.rest' : 'sources.count', { n: all })
  return html`<details class="fold"${number > 1 && trusted(' open')}><summary>${summary}</summary>${table(page, listed)}</details>`
}

function table(page: SitePage, sources: SourceHealthView[]): Html | null {
  if (sources.length === 0) return null
  const columns = ['source', 'state', 'last_read', 'last_new', 'month'] as const
  return html`<table class="grid health-table"><thead><tr>${columns.map((name) => html`<th scope="col">${page.t(`status.${name}`)}</th>`)}</tr></thead>
<tbody>${sources.map((source) => row(page, source))}</tbody></table>`
}

function row(page: SitePage, source: SourceHealthView): Html {
  const { t } = page
  const when = (at: Date | null) => (at ? timeAgo(at, page) : t('status.never'))
  return html`<tr><th scope="row">${name(source)}</th><td data-label="${t('status.state')}">${sourceState(page, source)}</td><td data-label="${t('status.last_read')}">${when(source.lastFetchedAt)}</td><td data-label="${t('status.last_new')}">${when(source.newestArticleAt)}</td><td>${monthOf(page, source)}</td></tr>`
}

const hidden = new Set<SourceHealthView['state']>(['paused', 'gone'])

/** A source that is not read has no page. */
const name = (source: SourceHealthView): Html =>
  hidden.has(source.state) ? html`${feedName(source)}` : html`<a href="${feedPath(source)}">${feedName(source)}</a>`
