/** One source: its health, its settings, its latest fetches, its last error in full. */
import { isErrorState } from '../../news/feeds/rules/feed-health.ts'
import type { ActionView } from '../../news/operator/queries/read-log.ts'
import type { FetchView, SourceDetail } from '../../news/operator/queries/source-fetches.ts'
import type { SourceHealthView } from '../../news/operator/queries/views.ts'
import { hostOf } from '../../platform/html/href.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { clockTime, shortDate } from '../../platform/html/times.ts'
import { monthOf } from '../html/source-state.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { logSection } from './log-page.ts'
import { actionForm, count, facts, form, listOf, outward, section, when } from './parts.ts'
import { editSection, proposal, type SourceFormView } from './source-form.ts'
import { stateOf } from './source-parts.ts'

interface View {
  source: SourceDetail
  health: SourceHealthView
  log: ActionView[]
  form: SourceFormView
}

export function sourcePage(page: AdminPage, { source, health, log, form }: View): string {
  const { t } = page
  const body = html`${proposal(page, form)}${about(page, { source, health, form })}
${actionForms(page, source, health)}
${editSection(page, form)}
${source.lastError && section(t('admin.source.error'), html`<pre class="error">${source.lastError}</pre>`)}
${source.problems && section(t('admin.source.problems'), html`<p>${source.problems}</p>`)}
${section(t('admin.source.fetches'), fetches(page, source.fetches))}
${logSection(page, log)}`
  return layout(page, { title: source.title, section: 'sources' }, body)
}

const nextFetch = (page: AdminPage, at: Date) => (at > page.now ? when(page, at) : page.t('admin.source.due'))

function about(page: AdminPage, { source, health, form }: Omit<View, 'log'>): Html {
  const { t } = page
  const site = source.siteUrl ?? source.url
  return html`${monthOf(page, health)}${facts([
    [t('status.state'), stateOf(page, health)],
    [t('admin.source.address'), html`<code>${form.settings.url}</code>`],
    [t('admin.source.site'), outward(site, hostOf(site))],
    [t('admin.source.articles'), html`<a href="/feeds/${source.id}">${count(page, source.articles)}</a>`],
    [t('status.last_read'), when(page, source.lastFetchedAt)],
    [t('status.last_new'), when(page, source.lastNewAt)],
    [t('admin.source.next'), source.status === 'active' ? nextFetch(page, source.nextFetchAt) : null],
    [t('admin.edit.publisher'), source.publisher],
    [t('admin.edit.language'), source.language],
    [t('admin.edit.folder'), health.folder],
    [t('admin.source.interval'), t('admin.source.minutes', { n: source.intervalMinutes })],
    [t('admin.source.reservation'), source.reservation && reservationLabel(page, source.reservation)],
    [t('admin.source.errors'), source.errorsInRow > 0 ? count(page, source.errorsInRow) : null],
  ])}`
}

const reservationLabel = (
  { t }: AdminPage,
  { said: statement, articles, of }: NonNullable<SourceDetail['reservation']>,
) => t('admin.source.reserved', { said: statement, n: articles, of })

function actionForms(page: AdminPage, { id, status }: SourceDetail, { state }: SourceHealthView): Html {
  const { t } = page
  const path = `/admin/sources/${id}`
  const fields = html`<p>${t('admin.source.remove_text')}</p><label class="check"><input type="checkbox" name="articles" value="yes"> ${t('admin.source.remove_articles')}</label>`
  const remove = form(page, `${path}/remove`, fields, t('admin.source.remove'), false)
  return html`<div class="line-up cluster">${status === 'active' ? actionForm(page, `${path}/pause`, t('admin.sources.pause')) : actionForm(page, `${path}/resume`, t('admin.sources.resume'))}${actionForm(page, `${path}/read`, t('admin.source.probe'))}${isErrorState(state) && actionForm(page, `${path}/find-address`, t('admin.edit.look'))}</div>
<details class="fold"><summary>${t('admin.source.remove')}</summary>${remove}</details>`
}

function fetches(page: AdminPage, list: FetchView[]): Html {
  const { t, site } = page
  return listOf(
    page,
    'admin.source',
    t('admin.source.fetches'),
    list,
    {
      time: ({ at }) => html`<time datetime="${at.toISOString()}">${shortDate(at, page)} ${clockTime(at, site)}</time>`,
      outcome: ({ outcome, error }) =>
        html`<span class="${outcome === 'failed' && 'state-bad'}">${t(`admin.value.${outcome}`)}</span>${error && html`<span class="row-small">${error}</span>`}`,
      brought: ({ outcome, created: n, updated }) =>
        outcome === 'new' ? t('admin.source.new_items', { n, updated }) : '–',
      answer: ({ httpStatus }) => (httpStatus === null ? '–' : `HTTP ${httpStatus}`),
      took: ({ ms, bytes }) => `${count(page, ms)} ms · ${count(page, Math.ceil(bytes / 1024))} kB`,
    },
    { empty: t('admin.source.no_fetches') },
  )
}
