/** One source: how it is doing, what is set of it, its latest fetches, its last error in full. */
import { isTrouble } from '../../domain/feeds/feed-health.ts'
import { hostOf } from '../../html/href.ts'
import { type Html, html } from '../../html/html.ts'
import { clockTime, shortDate } from '../../html/times.ts'
import type { ActionView } from '../../read/operator/log.ts'
import type { FetchView, SourceDetail } from '../../read/operator/source-fetches.ts'
import type { SourceHealthView } from '../../read/operator/views.ts'
import { layout } from './layout.ts'
import { actionList } from './log.ts'
import type { AdminPage } from './page.ts'
import { act, count, facts, outward, post, section, table, when } from './parts.ts'
import { editSection, proposal, type SourceFormView } from './source-form.ts'
import { monthOf, stateOf } from './source-parts.ts'

interface View {
  source: SourceDetail
  health: SourceHealthView
  log: ActionView[]
  form: SourceFormView
}

export function sourcePage(page: AdminPage, { source, health, log, form }: View): string {
  const { t } = page
  const body = html`${proposal(page, form)}${about(page, { source, health, form })}
${acts(page, source, health)}
${editSection(page, form)}
${source.lastError && section(t('admin.source.error'), html`<pre class="error">${source.lastError}</pre>`)}
${source.problems && section(t('admin.source.problems'), html`<p>${source.problems}</p>`)}
${section(t('admin.source.fetches'), fetches(page, source.fetches))}
${log.length > 0 && section(t('admin.nav.log'), actionList(page, log))}`
  return layout(page, { title: source.title, section: 'sources' }, body)
}

const nextVisit = (page: AdminPage, at: Date) => (at > page.now ? when(page, at) : page.t('admin.source.due'))

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
    [t('admin.source.next'), source.status === 'active' ? nextVisit(page, source.nextFetchAt) : null],
    [t('admin.edit.publisher'), source.publisher],
    [t('admin.edit.language'), source.language],
    [t('admin.edit.folder'), health.folder],
    [t('admin.source.interval'), t('admin.source.minutes', { n: source.intervalMinutes })],
    [t('admin.source.reservation'), source.reservation && reservationWords(page, source.reservation)],
    [t('admin.source.errors'), source.errorsInRow > 0 ? count(page, source.errorsInRow) : null],
  ])}`
}

const reservationWords = ({ t }: AdminPage, { said, articles, of }: NonNullable<SourceDetail['reservation']>) =>
  t('admin.source.reserved', { said, n: articles, of })

function acts(page: AdminPage, { id, status }: SourceDetail, { state }: SourceHealthView): Html {
  const { t } = page
  const path = `/admin/kallor/${id}`
  const remove = post(
    page,
    `${path}/ta-bort`,
    html`<p>${t('admin.source.remove_text')}</p><label class="check"><input type="checkbox" name="artiklar" value="ja"> ${t('admin.source.remove_articles')}</label><button class="button">${t('admin.source.remove')}</button>`,
    'form stack',
  )
  return html`<div class="line-up cluster">${status === 'active' ? act(page, `${path}/pausa`, t('admin.sources.pause')) : act(page, `${path}/ateruppta`, t('admin.sources.resume'))}${act(page, `${path}/las`, t('admin.source.probe'))}${isTrouble(state) && act(page, `${path}/sok-adress`, t('admin.edit.look'))}</div>
<details class="fold"><summary>${t('admin.source.remove')}</summary>${remove}</details>`
}

function fetches(page: AdminPage, list: FetchView[]): Html {
  const { t, site } = page
  const columns = ['time', 'outcome', 'brought', 'answer', 'took'].map((name) => t(`admin.source.${name}`))
  const rows = list.map((fetch) => [
    html`<time datetime="${fetch.at.toISOString()}">${shortDate(fetch.at, site)} ${clockTime(fetch.at, site)}</time>`,
    html`<span class="${fetch.outcome === 'failed' && 'state-bad'}">${t(`admin.value.${fetch.outcome}`)}</span>${fetch.error && html`<span class="small">${fetch.error}</span>`}`,
    fetch.outcome === 'new' ? t('admin.source.new_items', { n: fetch.created, updated: fetch.updated }) : '–',
    fetch.httpStatus === null ? '–' : `HTTP ${fetch.httpStatus}`,
    `${count(page, fetch.ms)} ms · ${count(page, Math.ceil(fetch.bytes / 1024))} kB`,
  ])
  return table({ caption: t('admin.source.fetches'), columns, rows, empty: t('admin.source.no_fetches') })
}
