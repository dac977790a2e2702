/** All sources as a table: narrowed, ordered, and changed several at a time. */
import { healthStates } from '../../news/feeds/rules/feed-health.ts'
import { type SourceFilter, sourceOrders } from '../../news/feeds/rules/source-filter.ts'
import type { ListDifference } from '../../news/feeds/rules/source-list.ts'
import type { SourceHealthView, SourceState } from '../../news/operator/queries/views.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import { pager } from '../../platform/html/pager.ts'
import type { Page } from '../../platform/site/pages.ts'
import { monthOf } from '../html/source-state.ts'
import type { AdminPage } from './admin-page.ts'
import { actionForm, count, type Option, post, select, table, when } from './parts.ts'
import { stateOf } from './source-parts.ts'

/** The form that the boxes of the rows belong to. */
const BULK = 'several'

export interface SourceListView {
  /** Those that are shown. */
  sources: Page<SourceHealthView>
  /** Those that the filter lets through, on this page or another. */
  selected: SourceState[]
  total: number
  folders: string[]
  filter: SourceFilter
}

export function sourceList(page: AdminPage, view: SourceListView): Html {
  const { t } = page
  const columns = ['source', 'state', 'last_read', 'last_new', 'month'].map((name) => t(`status.${name}`))
  const rows = view.sources.items.map((source) => [
    html`<label class="check"><input type="checkbox" name="source" value="${source.id}" form="${BULK}"><span class="unseen">${t('admin.sources.choose', { name: source.title })}</span></label> <a href="/admin/sources/${source.id}">${source.title}</a>${source.folder && html`<span class="row-small reason">${source.folder}</span>`}`,
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
    empty: t(view.total > 0 ? 'admin.sources.none_match' : 'status.none'),
  })
  const shown = html`<p class="small">${t('admin.sources.shown', { n: view.selected.length, total: count(page, view.total) })}</p>`
  return html`${view.total > 0 && filterForm(page, view)}${view.total > 0 && shown}${view.selected.length > 0 && bulkForm(page, view)}${list}${pager(page, view.sources, (number) => `${pathOf(view.filter)}&page=${number}`, 'other')}`
}

function pathOf({ search, state, folder, order }: SourceFilter): string {
  const retained = { q: search ?? '', state: state ?? '', folder: folder ?? '', order: order ?? '' }
  return `/admin/sources?${new URLSearchParams(retained)}`
}

function switchOf(page: AdminPage, { id, title, state }: SourceHealthView): Html {
  const { t } = page
  const stopped = state === 'paused' || state === 'gone'
  return stopped
    ? actionForm(page, `/admin/sources/${id}/resume`, t('admin.sources.resume'), { about: title })
    : actionForm(page, `/admin/sources/${id}/pause`, t('admin.sources.pause'), { about: title })
}

function filterForm(page: AdminPage, { filter, folders }: SourceListView): Html {
  const { t } = page
  const states: Option[] = [
    ['', t('admin.sources.any')],
    ['trouble', t('admin.sources.trouble')],
    ...healthStates.map((state): Option => [state, t(`health.state.${state}`)]),
  ]
  const folderOptions: Option[] = [['', t('admin.sources.any')], ...folders.map((name): Option => [name, name])]
  const orders = sourceOrders.map((order): Option => [order, t(`admin.sources.order.${order}`)])
  return html`<form method="get" action="/admin/sources" class="line-up cluster narrowing">
<div><label for="search">${t('admin.sources.search')}</label><input type="search" id="search" name="q" value="${filter.search ?? ''}" maxlength="200"></div>
${select('state', t('status.state'), states, filter.state ?? '')}
${folders.length > 0 && select('folder', t('admin.edit.folder'), folderOptions, filter.folder ?? '')}
${select('order', t('admin.sources.order.title'), orders, filter.order ?? 'need')}
<button class="button">${t('admin.sources.show')}</button></form>`
}

function bulkForm(page: AdminPage, { selected, folders }: SourceListView): Html {
  const { t } = page
  const actions = ['pause', 'resume', 'folder', 'remove', 'remove-with-articles']
  const options = actions.map((name): Option => [name, t(`admin.sources.bulk.${name}`)])
  const all = html`<label class="check"><input type="checkbox" name="all" value="${selected.map(({ id }) => id).join(' ')}"> ${t('admin.sources.bulk.all', { n: selected.length })}</label>`
  const fields = html`<p>${all}</p><div class="line-up cluster narrowing">${select('what', t('admin.sources.bulk.title'), options, '')}<div><label for="bulk-folder">${t('admin.edit.folder')}</label><input id="bulk-folder" name="folder" maxlength="100" list="bulk-folders"></div><datalist id="bulk-folders">${folders.map((name) => html`<option value="${name}"></option>`)}</datalist><button class="button">${t('admin.sources.bulk.do')}</button></div>`
  return html`<details class="fold"><summary>${t('admin.sources.bulk.several')}</summary>${withId(post(page, `/admin/sources/${BULK}`, fields))}</details>`
}

/** The form that boxes elsewhere on the page name as theirs. */
const withId = (form: Html): Html => trusted(String(form).replace('<form ', `<form id="${BULK}" `))

/** Differences between the content folder's list and the database. */
export function differenceList(page: AdminPage, differences: ListDifference[], leftOut: string[]): Html {
  const { t } = page
  const lines = differences.map((difference) => {
    const name = difference.feedId
      ? html`<a href="/admin/sources/${difference.feedId}">${difference.title}</a>`
      : html`${difference.title}`
    const applyButton =
      difference.kind === 'edited' &&
      actionForm(page, `/admin/sources/${difference.feedId}/as-listed`, t('admin.sources.diff.take'), {
        about: difference.title,
      })
    return html`<li class="beside"><div class="grow"><p>${name}: ${t(`admin.sources.diff.${difference.kind}`)}</p>${fieldsOf(page, difference)}</div>${applyButton}</li>`
  })
  const skipped = leftOut.map((line) => html`<li>${t('admin.sources.diff.left_out')}: <code>${line}</code></li>`)
  return html`<p>${t('admin.sources.diff.text')}</p><ul class="rows">${lines}${skipped}</ul>`
}

function fieldsOf({ t }: AdminPage, { list, here }: ListDifference): Html {
  const value = (name: string, each: unknown) => {
    if (typeof each === 'boolean') return t(each ? 'admin.yes' : 'admin.no')
    return name === 'relevance' ? t(`admin.value.${each}`) : String(each ?? '–')
  }
  const names = Object.keys(list) as (keyof typeof list)[]
  return html`<dl class="facts-list changes">${names.map((name) => html`<div><dt>${t(`admin.fact.${name === 'title' ? 'name' : name}`)}</dt><dd><del>${value(name, list[name])}</del> <ins>${value(name, here[name])}</ins></dd></div>`)}</dl>`
}
