/** Forms that change a source: its proposed address, its settings, its login. */
import type { SourceSettings } from '../../news/feeds/rules/source-settings.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import type { AdminPage } from './admin-page.ts'
import { actionForm, field, form, post, section } from './parts.ts'

export interface SourceFormView {
  id: number
  settings: SourceSettings & { hasLogin: boolean; proposedUrl: string | null }
  /** Folders that other sources stand in. */
  folders: string[]
  /** Why the last change was refused. */
  errorState: string | null
  /** The given values, where they were refused. */
  given: SourceFields | null
}

/** By the names of the form's fields; `everything` and `pages` are `yes` where they are ticked. */
export type SourceFields = Record<
  'address' | 'name' | 'publisher' | 'publisher_name' | 'language' | 'folder' | 'interval' | 'everything' | 'pages',
  string
>

const path = (id: number) => `/admin/sources/${id}`

/** A proposal where its site names another feed: one click to read that one. */
export function proposal(page: AdminPage, { id, settings: { proposedUrl } }: SourceFormView): Html | null {
  const { t } = page
  if (!proposedUrl) return null
  return html`<div class="said beside"><p class="grow">${t('admin.edit.proposed')} <code>${proposedUrl}</code></p>${actionForm(page, `${path(id)}/take-address`, t('admin.edit.take'))}</div>`
}

export function editSection(page: AdminPage, view: SourceFormView): Html {
  const { t } = page
  const errorMessage =
    view.errorState && html`<p class="said" role="alert">${t('admin.edit.refused')} <code>${view.errorState}</code></p>`
  const open = view.errorState !== null && trusted(' open')
  const body = html`${errorMessage}<details class="fold"${open}><summary>${t('admin.edit.settings')}</summary>${settingsForm(page, view)}</details>
<details class="fold"><summary>${t('admin.edit.login')}</summary>${loginForm(page, view)}</details>`
  return section(t('admin.edit.title'), body, 'change')
}

const fieldsOf = (settings: SourceSettings): SourceFields => ({
  address: settings.url,
  name: settings.title,
  publisher: settings.publisher,
  publisher_name: settings.publisherName ?? '',
  language: settings.language ?? '',
  folder: settings.folder ?? '',
  interval: String(settings.interval ?? ''),
  everything: settings.relevance === 'all' ? 'yes' : '',
  pages: settings.extract ? 'yes' : '',
})

function settingsForm(page: AdminPage, { id, settings, folders, given }: SourceFormView): Html {
  const { t } = page
  const shown = given ?? fieldsOf(settings)
  const folder = html`${field('folder', t('admin.edit.folder'), { value: shown.folder, required: false, max: 100, list: 'folders' })}<datalist id="folders">${folders.map((name) => html`<option value="${name}"></option>`)}</datalist>`
  const fields = html`${field('address', t('admin.source.address'), { value: shown.address, max: 2000, hint: t('admin.edit.address_hint') })}
${field('name', t('admin.edit.name'), { value: shown.name, max: 200 })}
${field('publisher', t('admin.edit.publisher'), { value: shown.publisher, max: 200, hint: t('admin.edit.publisher_hint') })}
${field('publisher_name', t('admin.edit.publisher_name'), { value: shown.publisher_name, required: false, max: 100, hint: t('admin.edit.publisher_name_hint') })}
${field('language', t('admin.edit.language'), { value: shown.language, required: false, max: 20, hint: t('admin.edit.language_hint') })}
${folder}
${field('interval', t('admin.edit.interval'), { value: shown.interval, required: false, max: 4, hint: t('admin.edit.interval_hint') })}
${choice('everything', t('admin.edit.all_relevant'), shown.everything === 'yes')}
${choice('pages', t('admin.edit.extract'), shown.pages === 'yes')}`
  return form(page, `${path(id)}/change`, fields, t('admin.edit.save'))
}

function loginForm(page: AdminPage, { id, settings: { hasLogin } }: SourceFormView): Html {
  const { t } = page
  const fields = html`<p class="small">${t(hasLogin ? 'admin.edit.has_login' : 'admin.edit.no_login')}</p>
${field('user', t('admin.edit.user'), { required: false, max: 200 })}
${field('password', t('admin.edit.password'), { required: false, max: 500, type: 'password', autocomplete: 'new-password' })}
${field('headers', t('admin.edit.headers'), { required: false, rows: 3, masked: true, max: 4000, hint: t('admin.edit.headers_hint') })}
<p class="line-up cluster"><button class="button button-main">${t('admin.edit.save_login')}</button>${hasLogin && html`<button class="button" name="what" value="remove">${t('admin.edit.drop_login')}</button>`}</p>`
  return post(page, `${path(id)}/login`, fields, 'form stack')
}

const choice = (name: string, label: string, on: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="yes"${on && trusted(' checked')}> ${label}</label>`
