/** The page of all sources, and the forms that add more. */

import type { ListDifference } from '../../news/feeds/rules/source-list.ts'
import { withLoginOf } from '../../news/feeds/rules/source-settings.ts'
import type { SourcePreview } from '../../news/feeds/visits/new-source.ts'
import { type Html, html } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { layout } from './layout.ts'
import { actionForm, field, form, post, section, when } from './parts.ts'
import { differenceList, type SourceListView, sourceList } from './source-list-page.ts'

export interface SourcesView extends SourceListView {
  /** An address that could not be added, and why. */
  errorState: { given: string; detail: string } | null
  differences: ListDifference[]
  /** Lines of the content folder's list that name no feed. */
  leftOut: string[]
}

export function sourcesPage(page: AdminPage, view: SourcesView): string {
  const { t } = page
  const add = section(t('admin.sources.add'), addForm(page, view.errorState), 'add')
  const all = section(t('admin.sources.all'), sourceList(page, view))
  const { differences, leftOut } = view
  const diff =
    differences.length + leftOut.length > 0 &&
    section(t('admin.sources.diff.title'), differenceList(page, differences, leftOut), 'listed')
  const body = html`${view.errorState ? html`${add}${all}` : html`${all}${add}`}
${diff}${section(t('admin.sources.opml'), opmlForms(page))}`
  return layout(page, { title: t('admin.nav.sources'), section: 'sources' }, body)
}

function addForm(page: AdminPage, errorState: SourcesView['errorState']): Html {
  const { t } = page
  const errorMessage =
    errorState &&
    html`<p class="said" role="alert">${t('admin.sources.cannot_add')} <code>${errorState.detail}</code></p>`
  const fields = html`${field('address', t('admin.sources.address'), { hint: t('admin.sources.address_hint'), max: 2000, value: errorState?.given ?? '' })}${field('name', t('admin.sources.name'), { required: false, max: 200 })}<p class="line-up cluster"><button class="button button-main">${t('admin.sources.add')}</button><button class="button" name="what" value="view">${t('admin.sources.preview')}</button></p>`
  return html`${errorMessage}${post(page, '/admin/sources', fields, 'form stack')}`
}

function opmlForms(page: AdminPage): Html {
  const { t } = page
  const fields = html`${field('opml', t('admin.sources.opml_text'), { rows: 5, max: 2_000_000 })}`
  return html`<p><a href="/admin/sources.opml" download>${t('admin.sources.export')}</a></p><details class="fold"><summary>${t('admin.sources.import')}</summary>${form(page, '/admin/sources.opml', fields, t('admin.sources.import'), false)}</details>`
}

/** Preview of an address, before anything is stored. */
export function previewPage(page: AdminPage, preview: SourcePreview): string {
  const { t } = page
  const items = preview.items.slice(0, 30).map(({ title, publishedAt }) => {
    const at = publishedAt === null ? null : new Date(publishedAt)
    return html`<li>${title} <span class="row-small">${when(page, at)}</span></li>`
  })
  const add = actionForm(page, '/admin/sources', t('admin.sources.add'), {
    fields: { address: preview.url },
    main: true,
  })
  const body = html`<p class="small"><code>${preview.url}</code></p>${add}
${section(t('admin.sources.preview_items', { n: preview.items.length }), html`<ul class="rows">${items}</ul>`)}`
  return layout(page, { title: preview.title || preview.url, section: 'sources' }, body)
}

/** A site with several feeds: which of them? */
/** `given`: the address at which they were found, perhaps with a login. */
export function choicePage(
  page: AdminPage,
  found: { url: string; title: string }[],
  { name, given }: { name: string; given: string },
): string {
  const { t } = page
  const lines = found.map(({ url, title }) => {
    const add = actionForm(page, '/admin/sources', t('admin.sources.add'), {
      about: title,
      fields: { address: withLoginOf(given, url), name },
    })
    return html`<li class="beside"><div class="grow"><p>${title || url}</p><p class="small"><code>${url}</code></p></div>${add}</li>`
  })
  const head = { title: t('admin.sources.several', { n: found.length }), section: 'sources' } as const
  return layout(page, { ...head, intro: t('admin.sources.several_text') }, html`<ul class="rows">${lines}</ul>`)
}
