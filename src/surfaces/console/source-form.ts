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

/** By the names of the form's fields; `allt` and `sidor` are `ja` where they are ticked. */
export type SourceFields = Record<
  'adress' | 'namn' | 'utgivare' | 'utgivarnamn' | 'sprak' | 'mapp' | 'intervall' | 'allt' | 'sidor',
  string
>

const path = (id: number) => `/admin/kallor/${id}`

/** A proposal where its site names another feed: one click to read that one. */
export function proposal(page: AdminPage, { id, settings: { proposedUrl } }: SourceFormView): Html | null {
  const { t } = page
  if (!proposedUrl) return null
  return html`<div class="said beside"><p class="grow">${t('admin.edit.proposed')} <code>${proposedUrl}</code></p>${actionForm(page, `${path(id)}/ta-adress`, t('admin.edit.take'))}</div>`
}

export function editSection(page: AdminPage, view: SourceFormView): Html {
  const { t } = page
  const errorMessage =
    view.errorState && html`<p class="said" role="alert">${t('admin.edit.refused')} <code>${view.errorState}</code></p>`
  const open = view.errorState !== null && trusted(' open')
  const body = html`${errorMessage}<details class="fold"${open}><summary>${t('admin.edit.settings')}</summary>${settingsForm(page, view)}</details>
<details class="fold"><summary>${t('admin.edit.login')}</summary>${loginForm(page, view)}</details>`
  return section(t('admin.edit.title'), body, 'andra')
}

const fieldsOf = (settings: SourceSettings): SourceFields => ({
  adress: settings.url,
  namn: settings.title,
  utgivare: settings.publisher,
  utgivarnamn: settings.publisherName ?? '',
  sprak: settings.language ?? '',
  mapp: settings.folder ?? '',
  intervall: String(settings.interval ?? ''),
  allt: settings.relevance === 'all' ? 'ja' : '',
  sidor: settings.extract ? 'ja' : '',
})

function settingsForm(page: AdminPage, { id, settings, folders, given }: SourceFormView): Html {
  const { t } = page
  const shown = given ?? fieldsOf(settings)
  const folder = html`${field('mapp', t('admin.edit.folder'), { value: shown.mapp, required: false, max: 100, list: 'mappar' })}<datalist id="mappar">${folders.map((name) => html`<option value="${name}"></option>`)}</datalist>`
  const fields = html`${field('adress', t('admin.source.address'), { value: shown.adress, max: 2000, hint: t('admin.edit.address_hint') })}
${field('namn', t('admin.edit.name'), { value: shown.namn, max: 200 })}
${field('utgivare', t('admin.edit.publisher'), { value: shown.utgivare, max: 200, hint: t('admin.edit.publisher_hint') })}
${field('utgivarnamn', t('admin.edit.publisher_name'), { value: shown.utgivarnamn, required: false, max: 100, hint: t('admin.edit.publisher_name_hint') })}
${field('sprak', t('admin.edit.language'), { value: shown.sprak, required: false, max: 20, hint: t('admin.edit.language_hint') })}
${folder}
${field('intervall', t('admin.edit.interval'), { value: shown.intervall, required: false, max: 4, hint: t('admin.edit.interval_hint') })}
${choice('allt', t('admin.edit.all_relevant'), shown.allt === 'ja')}
${choice('sidor', t('admin.edit.extract'), shown.sidor === 'ja')}`
  return form(page, `${path(id)}/andra`, fields, t('admin.edit.save'))
}

function loginForm(page: AdminPage, { id, settings: { hasLogin } }: SourceFormView): Html {
  const { t } = page
  const fields = html`<p class="small">${t(hasLogin ? 'admin.edit.has_login' : 'admin.edit.no_login')}</p>
${field('anvandare', t('admin.edit.user'), { required: false, max: 200 })}
${field('losenord', t('admin.edit.password'), { required: false, max: 500, type: 'password', autocomplete: 'new-password' })}
${field('huvuden', t('admin.edit.headers'), { required: false, rows: 3, masked: true, max: 4000, hint: t('admin.edit.headers_hint') })}
<p class="line-up cluster"><button class="button button-main">${t('admin.edit.save_login')}</button>${hasLogin && html`<button class="button" name="vad" value="ta-bort">${t('admin.edit.drop_login')}</button>`}</p>`
  return post(page, `${path(id)}/inloggning`, fields, 'form stack')
}

const choice = (name: string, label: string, on: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="ja"${on && trusted(' checked')}> ${label}</label>`
