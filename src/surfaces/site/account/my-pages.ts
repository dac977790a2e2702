/** Pages of one's own below `/account`: what is saved, followed and muted, and what is signed in. */
import {
  type ApiKey,
  type AppPassword,
  KEY_ACCESS,
  type SignedInSession,
} from '../../../news/accounts/rules/account.ts'
import type { NamedFollow, NamedMute } from '../../../news/editions/queries/names.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { ARTICLE_KINDS } from '../../../news/topic/rules/kinds.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { timeAgo } from '../../../platform/html/times.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { type FormToken, hidden } from '../components/form-token.ts'
import { riverItem } from '../components/items.ts'
import { ACTION_CODES, type ReaderAction } from '../components/reader-actions.ts'
import { layout } from '../layout.ts'
import { title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'
import { readerActionForm } from './action-form.ts'
import { type Done, undoNotice } from './undo.ts'

function personalLayout(page: SitePage, heading: string, text: string, body: Html): string {
  const content = html`<div class="wrap narrow account" data-account="in">${title(heading, text)}<p class="small"><a href="${page.paths.account}">${page.t('account.to_account')}</a></p>${body}</div>`
  return layout(page, { title: heading, description: text || heading, path: null, noindex: true }, content)
}

/** Page behind a button where the reader was not signed in, or a browser does not send where a form comes from. */
export function confirmPage(
  page: SitePage,
  view: FormToken & { readerAction: ReaderAction; kind: string; key: string; back: string; title: string },
): string {
  const { t } = page
  const heading = t(`mine.confirm_${view.readerAction}`, { title: view.title })
  const body = html`<div class="wrap narrow notice" data-account="in">${page.logo}<h1>${view.title}</h1>${readerActionForm(page, view, view.readerAction, view, heading, true)}<p><a href="${view.back}">${t('mine.back')}</a></p></div>`
  return layout(page, { title: heading, description: heading, path: null, noindex: true }, body)
}

/** Answer to a form of a page that everybody gets: reported here, since that page knows no reader. */
export function donePage(page: SitePage, view: FormToken & { done: Done; back: string }): string {
  const { t } = page
  const heading = t('mine.here')
  const body = html`<div class="wrap narrow account" data-account="in">${title(heading, '')}${undoNotice(page, view, view.done, view.back)}<p><a class="button" href="${view.back}">${t('mine.back')}</a></p></div>`
  return layout(page, { title: heading, description: heading, path: null, noindex: true }, body)
}

/** Answer to a form of muting in which nothing was chosen. */
export function nothingMutedPage(page: SitePage, back: string): string {
  const { t } = page
  const heading = t('mine.mute')
  const body = html`<div class="wrap narrow account">${title(heading, '')}<p class="said" role="alert">${t('mine.mute_nothing')}</p><p><a class="button" href="${back}">${t('mine.back')}</a></p></div>`
  return layout(page, { title: heading, description: heading, path: null, noindex: true }, body)
}

/** First of the choices: nothing. */
export const kindChoices = ({ t }: SitePage): Html =>
  html`<option value="">${t('mine.mute_kind_choose')}</option>${ARTICLE_KINDS.map((kind) => html`<option value="${kind}">${t(`kind.${kind}`)}</option>`)}`

export function savedPage(page: SitePage, view: FormToken & { events: EventView[]; done: Done | null }): string {
  const { t } = page
  const back = addressOf(page.paths, '/account/saved')
  const rows = view.events.map(
    (event) =>
      html`<div class="mine-row">${riverItem(page, event, 2)}${readerActionForm(page, view, 'unsave', { kind: 'event', key: String(event.id), back }, t('mine.unsave'))}</div>`,
  )
  const body = rows.length > 0 ? html`${rows}` : html`<p class="empty">${t('mine.saved_none')}</p>`
  return personalLayout(
    page,
    t('mine.saved'),
    t('mine.saved_text'),
    html`${undoNotice(page, view, view.done, back)}${body}`,
  )
}

interface ProfileView extends FormToken {
  follows: NamedFollow[]
  mutes: NamedMute[]
  done: Done | null
}

export function profilePage(page: SitePage, view: ProfileView): string {
  const { t } = page
  const follows = view.follows.map((ref) => {
    const name = ref.path ? html`<a href="${ref.path}">${ref.title}</a>` : ref.title
    return html`<li>${name} <span class="row-small">${t(`mine.follow_${ref.kind}`)}</span>${readerActionForm(page, view, 'unfollow', { ...ref, back: addressOf(page.paths, '/account/profile') }, t('mine.unfollow'))}</li>`
  })
  const mutes = view.mutes.map((ref) => {
    const name = ref.kind === 'kind' ? t(`kind.${ref.key}`) : ref.title
    return html`<li>${name} <span class="row-small">${t(`mine.mute_${ref.kind}`)}</span>${readerActionForm(page, view, 'unmute', { ...ref, back: addressOf(page.paths, '/account/profile') }, t('mine.unmute'))}</li>`
  })
  const body = html`${undoNotice(page, view, view.done, addressOf(page.paths, '/account/profile'))}<section class="box" aria-labelledby="follows"><h2 class="box-title" id="follows">${t('mine.follows')}</h2>
${follows.length > 0 ? html`<ul class="rows wishes">${follows}</ul>` : html`<p class="empty">${t('mine.follows_none')}</p>`}</section>
<section class="box" aria-labelledby="mutes"><h2 class="box-title" id="mutes">${t('mine.mutes')}</h2><p class="small">${t('mine.mutes_text')}</p>
${mutes.length > 0 && html`<ul class="rows wishes">${mutes}</ul>`}
<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/choice')}">${hidden(view)}<input type="hidden" name="do" value="${ACTION_CODES.mute}"><input type="hidden" name="kind" value="word"><input type="hidden" name="next" value="${addressOf(page.paths, '/account/profile')}">
<label for="word">${t('mine.mute_word_label')}</label><input id="word" name="what" maxlength="200" required><button class="button">${t('mine.mute')}</button></form>
<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/choice')}">${hidden(view)}<input type="hidden" name="do" value="${ACTION_CODES.mute}"><input type="hidden" name="kind" value="kind"><input type="hidden" name="next" value="${addressOf(page.paths, '/account/profile')}">
<label for="kind">${t('mine.mute_kind_label')}</label><select id="kind" name="what" required>${kindChoices(page)}</select><button class="button">${t('mine.mute')}</button></form></section>`
  return personalLayout(page, t('mine.profile'), t('mine.profile_text'), body)
}

interface AppsView extends FormToken {
  sessions: SignedInSession[]
  /** The id of the session that asks. */
  here: string
  apps: AppPassword[]
  keys: ApiKey[]
  /** Of features. */
  sections: ((page: SitePage, form: FormToken) => Html)[]
  /** Keys of messages; apps sign in where there is one. */
  appsTexts: readonly string[]
  /** Shown once, where one was just made. */
  password: string | null
  key: string | null
  /** One was to be made, without a name. */
  isUnnamed: boolean
  name: string
}

export function appsPage(page: SitePage, view: AppsView): string {
  const { t, baseUrl } = page
  const revoke = (field: string, value: string | number, label: string) =>
    html`<form class="wish push" method="post" action="${addressOf(page.paths, '/account/apps')}">${hidden(view)}<input type="hidden" name="${field}" value="${value}"><button class="button">${label}</button></form>`
  const appRow = ({ id, name, lastUsedAt }: AppPassword, access = '') =>
    html`<li>${name} <span class="row-small">${access}${lastUsedAt ? html`${t('mine.last_used')} ${timeAgo(lastUsedAt, page)}` : t('mine.never_used')}</span>${revoke('app', id, t('mine.revoke'))}</li>`
  const apps = view.apps.map((app) => appRow(app))
  const keys = view.keys.map((key) => appRow(key, `${t(`mine.key_${key.access}`)}, `))
  const choices = KEY_ACCESS.map((access) => html`<option value="${access}">${t(`mine.key_${access}`)}</option>`)
  const sessions = view.sessions.map(
    (session) =>
      html`<li>${t(session.id === view.here ? 'mine.session_here' : 'mine.session')} <span class="row-small">${t('mine.last_used')} ${timeAgo(session.lastUsedAt, page)}</span>${revoke('session', session.id, t('mine.session_end'))}</li>`,
  )
  const made =
    view.password !== null &&
    html`<div class="said" role="status"><p>${t('mine.password_made')}</p><dl><dt class="fine">${t('mine.server')}</dt><dd><code>${baseUrl}</code></dd><dt class="fine">${t('mine.name')}</dt><dd><code>${view.name}</code></dd><dt class="fine">${t('mine.password')}</dt><dd><code>${view.password}</code></dd></dl></div>`
  const madeKey =
    view.key !== null &&
    html`<div class="said" role="status"><p>${t('mine.key_made')}</p><p><code>${view.key}</code></p></div>`
  const unnamed = view.isUnnamed && html`<p class="said" role="alert">${t('mine.name_missing')}</p>`
  const appsSection =
    view.appsTexts.length > 0 &&
    html`<section class="box" aria-labelledby="apps"><h3 class="box-title" id="apps">${t('mine.apps')}</h3><p class="small">${view.appsTexts.map((text) => t(text))}</p>
${apps.length > 0 && html`<ul class="rows wishes">${apps}</ul>`}
<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/apps')}">${hidden(view)}<label for="name">${t('mine.app_name')}</label><input id="name" name="name" maxlength="60" required><button class="button button-main">${t('mine.app_make')}</button></form></section>`
  const body = html`${unnamed}${made}${madeKey}<section class="box" aria-labelledby="sessions"><h2 class="box-title" id="sessions">${t('mine.sessions')}</h2><ul class="rows wishes">${sessions}</ul></section>
<section aria-labelledby="developers"><h2 id="developers">${t('layout.developers')}</h2>
${appsSection}
<section class="box" aria-labelledby="keys"><h3 class="box-title" id="keys">${t('mine.keys')}</h3><p class="small">${t('mine.keys_text')}</p>
${keys.length > 0 && html`<ul class="rows wishes">${keys}</ul>`}
<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/apps')}">${hidden(view)}<label for="key">${t('mine.key_name')}</label><input id="key" name="key" maxlength="60" required><label for="access">${t('mine.key_access')}</label><select id="access" name="access">${choices}</select><button class="button">${t('mine.key_make')}</button></form></section>
${view.sections.map((section) => section(page, view))}</section>`
  return personalLayout(page, t('mine.apps_title'), '', body)
}
