/** The console's first page: work that waits for the operator, backlog of the pipeline, and totals. */

import type { Backlog, ReportView } from '../../news/operator/queries/overview.ts'
import type { SourceState, Stats, Storage } from '../../news/operator/queries/views.ts'
import { describeIssue, type OperatorIssue } from '../../news/operator/rules/notices.ts'
import { LOST_WEEKS, type LostByWeek } from '../../news/texts/queries/refusals.ts'
import { columnChart, meterBar } from '../../platform/html/charts.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { actionForm, count, facts, listOf, money, section, table, when } from './parts.ts'
import { stateOf } from './source-parts.ts'

export interface OverviewView {
  backlog: Backlog
  withModel: boolean
  withEmbedder: boolean
  stats: Stats
  reports: ReportView[]
  /** Issues of health checks that have no list of their own here. */
  issues: OperatorIssue[]
  /** Articles that a model was refused for. */
  refused: number
  /** Sentences that were dropped, by kind and week. */
  lost: LostByWeek[]
  now: Date
  troubled: SourceState[]
  /** Since when models are stopped. */
  modelsStopped: Date | null
}

export function overviewPage(page: AdminPage, view: OverviewView): string {
  const { t } = page
  const stopped =
    view.modelsStopped &&
    html`<p class="said" role="status">${t('admin.models.stopped')} ${when(page, view.modelsStopped)} <a href="#models">${t('admin.models.title')}</a></p>`
  const body = html`${stopped}${section(t('admin.overview.waiting'), waiting(page, view))}
${queue(page, view)}
${section(t('admin.overview.spend'), spend(page, view.stats.spend))}
${view.withModel && section(t('admin.models.title'), modelStop(page, view.modelsStopped), 'models')}
${(view.withModel || view.lost.length > 0) && section(t('admin.lost.title'), lost(page, view), 'dropped')}
${section(t('admin.overview.stats'), stats(page, view.stats))}
${section(t('admin.overview.storage'), storage(page, view.stats.storage))}`
  return layout(page, { title: t('admin.nav.overview'), section: 'overview' }, body)
}

/** The list of sources has them all, the worst first. */
const MAX_FAILING = 50

function waiting(page: AdminPage, { reports, refused, troubled, issues }: OverviewView): Html {
  const { t } = page
  if (reports.length + refused + troubled.length + issues.length === 0)
    return html`<p class="lead">${t('admin.overview.calm')}</p>`
  return html`${issues.length > 0 && html`<ul class="rows">${issues.map((issue) => issueLine(page, issue))}</ul>`}
${troubled.length > 0 && html`<h3>${t('admin.overview.troubled', { n: troubled.length })}</h3><ul class="rows">${troubled.slice(0, MAX_FAILING).map((source) => troubledLine(page, source))}</ul>${troubled.length > MAX_FAILING && html`<p class="small"><a href="/admin/sources">${t('admin.sources.all')}</a></p>`}`}
${refused > 0 && html`<h3><a href="/admin/summaries">${t('admin.overview.refused', { n: refused })}</a></h3>`}
${reports.length > 0 && html`<h3>${t('admin.overview.reports', { n: reports.length })}</h3><ul class="rows">${reports.map((report) => reportLine(page, report))}</ul>`}`
}

function issueLine(page: AdminPage, issue: OperatorIssue): Html {
  const { text, link, since } = describeIssue(page.t, issue)
  return html`<li><a href="${link}">${text}</a> <span class="row-small">${when(page, since)}</span></li>`
}

function troubledLine(page: AdminPage, source: SourceState): Html {
  return html`<li><a href="/admin/sources/${source.id}">${source.title}</a> ${stateOf(page, source)}</li>`
}

function reportLine(page: AdminPage, report: ReportView): Html {
  return html`<li class="beside"><div class="grow"><p class="quoted">${report.text}</p><p class="small"><a href="/admin/articles/${report.articleId}">${report.title}</a> · ${when(page, report.at)}</p></div>${actionForm(page, `/admin/reports/${report.id}/handled`, page.t('admin.overview.handled'), { about: report.title })}</li>`
}

const backlogStages = ['fetch', 'extract', 'enrich', 'embed', 'cluster', 'stories', 'events'] as const

/** Stages with work; null where none has any. */
function queue(
  page: AdminPage,
  { backlog, stats: { queue: jobs }, withModel, withEmbedder }: OverviewView,
): Html | null {
  const { t } = page
  const off = new Set([...(withModel ? [] : ['enrich', 'events']), ...(withEmbedder ? [] : ['embed'])])
  type Job = (typeof jobs)[number]
  const waitingOf = (stage: string) => {
    const existing = backlogStages.find((name) => name === stage)
    return existing ? backlog[existing] : 0
  }
  const busy = jobs.filter(
    ({ stage, ready, active, failed }) => ready + active + failed + (off.has(stage) ? 0 : waitingOf(stage)) > 0,
  )
  if (busy.length === 0) return null
  const backlogOf = ({ stage }: Job) => {
    if (off.has(stage)) return t('admin.overview.off')
    return stage in backlog ? count(page, waitingOf(stage)) : '–'
  }
  const columns = {
    stage: ({ stage }: Job) => t(`admin.stage.${stage}`),
    backlog: (job: Job) => backlogOf(job),
    ready: ({ ready }: Job) => count(page, ready),
    active: ({ active }: Job) => count(page, active),
    failed: ({ failed }: Job) => (failed > 0 ? html`<span class="state-bad">${count(page, failed)}</span>` : '0'),
  }
  const list = listOf(page, 'admin.overview', t('admin.overview.queue'), busy, columns, { empty: '', short: true })
  return section(t('admin.overview.queue'), html`${list}<p class="small">${t('admin.overview.queue_text')}</p>`)
}

function spend(page: AdminPage, { thisMonth, budget, calls }: Stats['spend']): Html {
  const { t } = page
  const used = money(page, thisMonth)
  if (budget === null)
    return html`<p>${t('admin.overview.no_budget', { used, n: calls })}</p><p class="small"><a href="/admin/spend">${t('admin.overview.more_spend')}</a></p>`
  const message = t('admin.overview.used', { used, budget: money(page, budget), n: calls })
  return html`<p>${message}</p>${meterBar(thisMonth, budget, message)}<p class="small"><a href="/admin/spend">${t('admin.overview.more_spend')}</a></p>`
}

/** A column a week, the newest first. */
function lost(page: AdminPage, { lost: kinds, now }: OverviewView): Html {
  const { t, site } = page
  const days = new Intl.DateTimeFormat(site.language, { timeZone: site.timezone, day: 'numeric', month: 'short' })
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000)
  const weeks = Array.from({ length: LOST_WEEKS }, (_, at) => days.formatRange(day(7 * at + 6), day(7 * at)))
  const list = table({
    caption: t('admin.lost.title'),
    columns: [t('admin.lost.kind'), ...weeks],
    rows: kinds.map(({ kind, weeks: counts }) => [t(`quality.kind.${kind}`), ...counts.map((n) => count(page, n))]),
    empty: t('admin.lost.none'),
    short: true,
  })
  const more = html`<p class="small">${t('admin.lost.text')} <a href="/admin/summaries#dropped">${t('admin.lost.last')}</a></p>`
  return html`${list}${kinds.length > 0 && more}`
}

function stats(page: AdminPage, { feeds, articles, events, stories }: Stats): Html {
  const { t } = page
  const n = (value: number) => count(page, value)
  return facts([
    [
      t('admin.overview.sources'),
      t('admin.overview.sources_text', { active: n(feeds.active), failing: n(feeds.failing), paused: n(feeds.paused) }),
    ],
    [
      t('admin.overview.articles'),
      t('admin.overview.articles_text', {
        published: n(articles.published),
        relevant: n(articles.relevant),
        pending: n(articles.pending),
        removed: n(articles.removed),
      }),
    ],
    [t('admin.overview.events'), n(events)],
    [t('admin.overview.stories'), n(stories)],
  ])
}

/** Stored data and its growth, the configured retention and the next deletion. */
function storage(page: AdminPage, { bytes, per100000, months, keepDays: retentionDays, old }: Storage): Html {
  const { t } = page
  const size = (n: number) => t('admin.overview.megabytes', { n: count(page, Math.round(n / 1e6)) })
  const retention =
    retentionDays === null
      ? t('admin.overview.kept_for_ever')
      : t('admin.overview.kept', { n: retentionDays, old: old.articles, freed: size(old.bytes) })
  const label = t('admin.overview.growth_chart', { n: months.length })
  const growth =
    months.length > 1 &&
    columnChart(
      months.map(({ articles }) => articles),
      label,
      240,
      40,
    )
  return facts([
    [t('admin.overview.database'), size(bytes)],
    [t('admin.overview.per_100000'), per100000 === null ? null : size(per100000)],
    [
      t('admin.overview.growth'),
      html`${months.map(({ month, articles }) => `${month}: ${count(page, articles)}`).join(', ')}${growth}`,
    ],
    [t('admin.overview.keep'), retention],
  ])
}

/** `since` is null while models may write. */
function modelStop(page: AdminPage, since: Date | null): Html {
  const { t } = page
  if (since === null)
    return html`<p>${t('admin.models.running')}</p>${actionForm(page, '/admin/models/stop', t('admin.models.stop'))}<p class="small">${t('admin.models.stop_text')}</p>`
  return html`<p class="said" role="status">${t('admin.models.stopped')} ${when(page, since)}</p>${actionForm(page, '/admin/models/release', t('admin.models.release'))}<p class="small">${t('admin.models.stop_text')}</p>`
}
