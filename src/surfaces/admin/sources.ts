/** All sources with their last month as a small chart, and the forms that add more. */
import type { SourcePreview } from '../../domain/operator.ts'
import { healthBar } from '../../html/charts.ts'
import { type Html, html } from '../../html/html.ts'
import type { SourceHealthView } from '../../read/articles/views.ts'
import { layout } from './layout.ts'
import type { AdminPage } from './page.ts'
import { act, field, post, section, table, when } from './parts.ts'

export interface SourcesView {
  sources: SourceHealthView[]
  /** An address that could not be added, and why. */
  trouble: { given: string; detail: string } | null
}

export function sourcesPage(page: AdminPage, { sources, trouble }: SourcesView): string {
  const { t } = page
  const columns = ['source', 'state', 'last_read', 'last_new', 'month'].map((name) => t(`status.${name}`))
  const rows = sources.map((source) => [
    html`<a href="/admin/kallor/${source.id}">${source.title}</a>`,
    stateOf(page, source),
    when(page, source.lastFetchedAt),
    when(page, source.lastNewAt),
    monthOf(page, source),
    switchOf(page, source),
  ])
  const list = table({
    caption: t('admin.nav.sources'),
    columns: [...columns, t('admin.sources.action')],
    rows,
    empty: t('status.none'),
  })
  const add = section(t('admin.sources.add'), addForm(page, trouble), 'lagg-till')
  const all = section(t('admin.sources.all'), list)
  const body = html`${trouble ? html`${add}${all}` : html`${all}${add}`}
${section(t('admin.sources.opml'), opmlForms(page))}`
  return layout(page, { title: t('admin.nav.sources'), section: 'sources' }, body)
}

export const stateOf = ({ t }: AdminPage, source: SourceHealthView): Html =>
  html`<span class="state state-${source.state}">${t(`status.${source.state}`)}</span>${source.reason && html`<span class="small">${source.reason}</span>`}`

export function monthOf({ t }: AdminPage, { days }: SourceHealthView): Html {
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0)
  const values = { n: days.length, ok: sum((day) => day.ok), failed: sum((day) => day.failed) }
  return healthBar(days, t('status.bar', values))
}

function switchOf(page: AdminPage, { id, title, state }: SourceHealthView): Html {
  const { t } = page
  const stopped = state === 'paused' || state === 'gone'
  return stopped
    ? act(page, `/admin/kallor/${id}/ateruppta`, t('admin.sources.resume'), title)
    : act(page, `/admin/kallor/${id}/pausa`, t('admin.sources.pause'), title)
}

function addForm(page: AdminPage, trouble: SourcesView['trouble']): Html {
  const { t } = page
  const said =
    trouble && html`<p class="said" role="alert">${t('admin.sources.cannot_add')} <code>${trouble.detail}</code></p>`
  const fields = html`${field('adress', t('admin.sources.address'), { hint: t('admin.sources.address_hint'), max: 2000, value: trouble?.given ?? '' })}${field('namn', t('admin.sources.name'), { required: false, max: 200 })}<p class="row"><button class="button button-main">${t('admin.sources.add')}</button><button class="button" name="vad" value="visa">${t('admin.sources.preview')}</button></p>`
  return html`${said}${post(page, '/admin/kallor', fields, 'stack')}`
}

function opmlForms(page: AdminPage): Html {
  const { t } = page
  const fields = html`${field('opml', t('admin.sources.opml_text'), { rows: 5, max: 2_000_000 })}<button class="button">${t('admin.sources.import')}</button>`
  return html`<p><a href="/admin/kallor.opml" download>${t('admin.sources.export')}</a></p><details class="fold"><summary>${t('admin.sources.import')}</summary>${post(page, '/admin/kallor.opml', fields, 'stack')}</details>`
}

/** What is at an address, before anything is stored. */
export function previewPage(page: AdminPage, preview: SourcePreview): string {
  const { t } = page
  const items = preview.items.slice(0, 30).map(({ title, publishedAt }) => {
    const at = publishedAt === null ? null : new Date(publishedAt)
    return html`<li>${title} <span class="small">${when(page, at)}</span></li>`
  })
  const add = post(
    page,
    '/admin/kallor',
    html`<input type="hidden" name="adress" value="${preview.url}"><button class="button button-main">${t('admin.sources.add')}</button>`,
    'act',
  )
  const body = html`<p class="small"><code>${preview.url}</code></p>${add}
${section(t('admin.sources.preview_items', { n: preview.items.length }), html`<ul class="lines">${items}</ul>`)}`
  return layout(page, { title: preview.title || preview.url, section: 'sources' }, body)
}
