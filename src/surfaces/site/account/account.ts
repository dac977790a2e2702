/** `/account`: signing in, and one's own news with its sources; `/account/settings`: choices, sign-ins and data. */

import type { Account } from '../../../news/accounts/rules/account.ts'
import type { NamedFollow } from '../../../news/editions/queries/names.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import type { FeedRef } from '../../../news/sources/queries/views.ts'
import type { TagRef } from '../../../news/tags/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { icon } from '../../../platform/html/icons.ts'
import { late } from '../../../platform/html/late.ts'
import { addressOf } from '../../../platform/site/addresses.ts'
import { feedPath } from '../../../platform/site/paths.ts'
import { type FormToken, hidden } from '../components/form-token.ts'
import { openedChoice } from '../components/reader-actions.ts'
import { split } from '../components/split.ts'
import { layout } from '../layout.ts'
import { feedName, title } from '../lists/lists.ts'
import type { SitePage } from '../page.ts'
import type { AccountChoice, AccountSection } from './account-part.ts'
import { followedBox, hiddenLine, type PersonalNewsView, personalNews, savedBox, topicPicks } from './personal-news.ts'
import { type Done, undoNotice } from './undo.ts'

/** A key below `account.`, shown above the form. */
export type AccountNotice =
  | 'bad_email'
  | 'bad_code'
  | 'bad_provider'
  | 'busy'
  | 'away'
  | 'bad_form'
  | 'signed_out'
  | 'deleted'

export interface SignInView extends FormToken {
  notice: AccountNotice | null
  /** Page after signing in, a path below /account. */
  next: string
  email: string
  codeSent: boolean
  providers: readonly ('apple' | 'google')[]
}

export function signInPage(page: SitePage, view: SignInView): string {
  const { t } = page
  const body = html`<div class="wrap narrow account" data-account="out">${title(t('account.title'), t('account.why'))}
${view.notice && html`<p class="said" role="status">${t(`account.${view.notice}`)}</p>`}
${view.codeSent ? codeForm(page, view) : emailForm(page, view)}
${!view.codeSent && html`<p class="small"><a href="${page.paths.mine}">${t('mine.without_account')}</a></p>`}
${!view.codeSent && view.providers.map((name) => html`<p><a class="button" href="${addressOf(page.paths, `/account/sign-in/${name}?${new URLSearchParams({ next: view.next })}`)}">${t(`account.with_${name}`)}</a></p>`)}
</div>`
  return accountLayout(page, body)
}

function emailForm({ t, paths }: SitePage, view: SignInView): Html {
  return html`<form class="form sign-in" method="post" action="${addressOf(paths, '/account/code')}">${hidden(view)}<input type="hidden" name="next" value="${view.next}">
<label for="email">${t('account.email')}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${view.email}" aria-describedby="email-hint">
<p class="small" id="email-hint">${t('account.no_password')}</p>
<button class="button button-main">${t('account.send_code')}</button></form>`
}

function codeForm({ t, paths }: SitePage, view: SignInView): Html {
  return html`<form class="form sign-in" method="post" action="${addressOf(paths, '/account/sign-in')}">${hidden(view)}<input type="hidden" name="next" value="${view.next}"><input type="hidden" name="email" value="${view.email}">
<p role="status">${t('account.code_sent', { email: view.email })}</p>
<label for="code">${t('account.code')}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,8}" maxlength="8" required>
<button class="button button-main">${t('account.sign_in')}</button></form>
<p class="small"><a href="${paths.account}">${t('account.other_address')}</a></p>`
}

/** After a provider's answer: the same browser carries it on, with the cookies that the answer could not bring. */
export function carryOnPage(page: SitePage, provider: string, fields: Record<string, string>): string {
  const { t } = page
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const body = html`<div class="wrap narrow notice">${page.logo}<h1>${t('account.title')}</h1><p>${t('account.going_on')}</p>
<form method="post" action="${addressOf(page.paths, '/account/sign-in')}/${provider}" data-submit>${inputs}<button class="button button-main">${t('account.go_on')}</button></form></div>`
  return accountLayout(page, body)
}

export interface AccountView extends FormToken {
  account: Account
  feeds: FeedRef[]
  /** Sources. */
  follows: ReadonlySet<number>
  /** All that is followed. */
  followed: NamedFollow[]
  mutes: number
  /** Saved last. */
  saved: EventView[]
  /** To choose from, where nothing is followed. */
  topics: TagRef[]
  front: PersonalNewsView
  done: Done | null
  /** Of features. */
  choices: readonly AccountChoice[]
  boxes: readonly ((page: SitePage, form: FormToken) => Html)[]
}

/** "Mina nyheter": the reader's own edition; what belongs to the account itself is behind the gear. */
export function accountPage(page: SitePage, view: AccountView): string {
  const { t, paths } = page
  const gear = html`<a class="gear" href="${addressOf(paths, '/account/settings')}">${icon('gear')}${t('layout.account')}</a>`
  const body = html`<div class="wrap account" data-account="in">${title(t('mine.here'), '')}
${whoForm(page, view, gear)}
${undoNotice(page, view, view.done, paths.account)}
${importForm(page, view)}
${split(personalFeed(page, view), accountSide(page, view), t('mine.own'))}
</div>`
  return accountLayout(page, body, t('mine.here'))
}

const link = ({ t, paths }: SitePage, { title, path }: AccountChoice): Html =>
  html`<li><a href="${addressOf(paths, path)}">${t(title)}</a></li>`

const choiceLinks = (page: SitePage, { choices }: Pick<AccountView, 'choices'>): Html =>
  html`${[...CHOICES, ...choices].map((one) => link(page, one))}`

const CHOICES: readonly AccountChoice[] = [
  { title: 'mine.profile', path: '/account/profile' },
  { title: 'mine.saved', path: '/account/saved' },
]

/** Follows and saved events; the rest is folded. */
function accountSide(page: SitePage, view: AccountView): Html {
  const { t, paths } = page
  const fold = (heading: string, content: Html) =>
    html`<details class="fold"><summary>${heading}</summary>${content}</details>`
  const choices = html`<ul class="rows">${choiceLinks(page, view)}<li><a href="/">${t('mine.plain_front')}</a></li></ul>`
  return html`${followedBox(page, view.followed, view.front)}${savedBox(page, view.saved)}${view.followed.length > 0 && view.boxes.map((box) => box(page, view))}
<div class="account-folds">${fold(`${t('mine.mutes')} (${view.mutes})`, html`<p><a href="${addressOf(paths, '/account/profile')}#mutes">${t('mine.profile')}</a></p>`)}${fold(t('account.sources'), sourceForm(page, view))}${fold(t('mine.how'), html`<p>${t('mine.front_text')}</p><p>${t('mine.retention')}</p>${openedChoice(page)}`)}${fold(t('mine.own'), choices)}</div>`
}

export type SettingsView = Pick<AccountView, 'account' | 'follows' | 'formToken' | 'choices'> & {
  /** Of features. */
  sections: readonly AccountSection[]
  /** Keys of messages; apps sign in where there is one. */
  appsTexts: readonly string[]
  forPrograms: readonly AccountChoice[]
}

/** Choices of a reader, then the account itself; keys and webhooks for programs come last. */
export function settingsPage(page: SitePage, view: SettingsView): string {
  const { t, paths } = page
  const section = (id: string, heading: string, content: Html) =>
    html`<section class="box" aria-labelledby="${id}"><h2 class="box-title" id="${id}">${heading}</h2>${content}</section>`
  const body = html`<div class="wrap narrow account" data-account="in">${title(t('account.title'), '')}
${whoForm(page, view, html`<a href="${paths.account}">${t('account.to_account')}</a>`)}
${section('own', t('mine.own'), html`<ul class="rows">${choiceLinks(page, view)}<li><a href="${addressOf(paths, '/account/apps')}">${t('mine.sessions')}</a></li></ul>`)}
${section('data', t('account.data'), dataForms(page, view))}
${section('developers', t('layout.developers'), html`<ul class="rows">${view.appsTexts.length > 0 && html`<li><a href="${addressOf(paths, '/account/apps')}#apps">${t('mine.apps')}</a></li>`}<li><a href="${addressOf(paths, '/account/apps')}#keys">${t('mine.keys')}</a></li>${view.sections.map((one) => html`<li><a href="${addressOf(paths, '/account/apps')}#${one.id}">${t(one.title)}</a></li>`)}${view.forPrograms.map((one) => link(page, one))}</ul>`)}</div>`
  return accountLayout(page, body)
}

const whoForm = ({ t, paths }: SitePage, view: FormToken & { account: Account }, link: Html): Html => {
  const { email } = view.account
  const who = email ? t('account.signed_in_as', { email }) : t('account.signed_in')
  return html`<form class="who cluster spread" method="post" action="${addressOf(paths, '/account/sign-out')}">${hidden(view)}<span>${who}</span>${link}<button class="button push">${t('account.sign_out')}</button></form>`
}

/** Shown by script where this device holds something that was chosen before signing in. */
function importForm({ t, paths }: SitePage, view: FormToken): Html {
  const labels = html` data-follow="${t('mine.follow_done')}" data-mute="${t('mine.mute_done')}" data-save="${t('mine.save_done')}" data-read="${t('mine.read_heading')}" data-fault="${t('take.fault')}"`
  return late(html`<section class="said take" aria-labelledby="take" data-take${labels} hidden><h2 id="take">${t('take.title')}</h2><p>${t('take.text')}</p>
<form method="post" action="${addressOf(paths, '/account/bring')}">${hidden(view)}<ul class="plain bare"></ul><p class="actions cluster bare"><button class="button button-main">${t('take.yes')}</button> <button class="button" type="button">${t('take.no')}</button></p><p role="status"></p></form></section>`)
}

function personalFeed(page: SitePage, view: AccountView): Html {
  const { t, paths } = page
  const { front, followed, topics } = view
  if (followed.length === 0)
    return html`<p class="empty">${t('account.feed_empty')}</p>${topicPicks(page, topics, () => paths.account)}`
  if (front.rows.length === 0) return html`<p class="empty">${t('mine.front_none')}</p>${hiddenLine(page, front)}`
  return personalNews(page, { ...front, formToken: view.formToken })
}

function sourceForm({ t, paths }: SitePage, view: AccountView): Html {
  const rows = view.feeds.map((feed) => {
    const follows = view.follows.has(feed.id)
    const label = t(follows ? 'account.unfollow' : 'account.follow', { source: feedName(feed) })
    return html`<li><button class="choice" name="${follows ? 'stop' : 'follow'}" value="${feed.id}" aria-pressed="${String(follows)}" title="${label}">${follows && icon('check')}${feedName(feed)}</button></li>`
  })
  return html`<form method="post" action="${addressOf(paths, '/account/sources')}">${hidden(view)}<p class="small">${t('account.sources_text')}</p><ul class="choices cluster">${rows}</ul></form>`
}

function dataForms({ t, paths }: SitePage, view: SettingsView): Html {
  const opml =
    view.follows.size > 0 &&
    html`<p><a href="${addressOf(paths, '/account/sources.opml')}" download>${t('account.opml')}</a></p>`
  return html`${opml}<p><a href="${addressOf(paths, '/account/export.json')}" download>${t('account.export')}</a></p>
<details class="fold"><summary>${t('account.delete')}</summary><form class="form sign-in" method="post" action="${addressOf(paths, '/account/delete')}">${hidden(view)}
<p>${t('account.delete_text')}</p><p class="small">${t('mine.retention')}</p>
<label class="check"><input type="checkbox" name="sure" value="yes" required> ${t('account.delete_sure')}</label>
<button class="button">${t('account.delete')}</button></form></details>`
}

/** Target of "follow" on a source's page: one question, one button. */
export function followPage(page: SitePage, view: FormToken & { feed: FeedRef; follows: boolean }): string {
  const { t } = page
  const { feed } = view
  const values = { source: feedName(feed) }
  const content = view.follows
    ? html`<p>${t('account.following_this', values)}</p>`
    : html`<form method="post" action="${addressOf(page.paths, '/account/sources')}">${hidden(view)}<button class="button button-main" name="follow" value="${feed.id}">${t('account.follow_this', values)}</button></form>`
  const body = html`<div class="wrap narrow notice" data-account="in">${page.logo}<h1><a href="${feedPath(feed)}">${feedName(feed)}</a></h1>${content}<p><a href="${page.paths.account}">${t('account.to_account')}</a></p></div>`
  return accountLayout(page, body)
}

function accountLayout(page: SitePage, body: Html, heading = page.t('account.title')): string {
  const head = {
    title: heading,
    description: page.t('account.description'),
    path: null,
    section: 'mine',
    noindex: true,
  }
  return layout(page, head, body)
}
