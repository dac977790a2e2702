/** `/account/alerts`: a reader's rules, devices and quiet hours, and their recent alerts. */

import type { NamedFollow } from '../../news/editions/queries/names.ts'
import type { MailSubscription } from '../../news/editions/rules/mail-subscription.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import { MAX_CONFIRMING } from '../../news/events/rules/confirmed.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import { late } from '../../platform/html/late.ts'
import { timeAgo } from '../../platform/html/times.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import { eventPath } from '../../platform/site/paths.ts'
import { formatClock, timeZones } from '../../platform/time/times-of-day.ts'
import { type FormToken, hidden } from '../../surfaces/site/components/form-token.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { type AlertRule, type AlertRuleSettings, channelsOf, defaultRule } from './rule.ts'
import type { AlertWebhook } from './webhook-address.ts'

export interface AlertsView extends FormToken, AccountAlerts {
  /** Of the account; null where it has none. */
  email: string | null
  /** Names of rules, follows and the requested filter. */
  names: NamedFollow[]
  /** Choices for a new rule beside everything that is followed: `kind:key`. */
  choices: string[]
  /** Filter of the page that led here; null for none. */
  readerAction: string | null
  /** Of how many sources they came to be alerted; null where they did not say. */
  wishedSources: number | null
  events: EventView[]
  /** By which push services know us. */
  pushKey: string
  /** A key below `alerts.`, shown above all, or where a webhook is added. */
  wrong: 'wrong' | 'quiet_wrong' | 'webhook_wrong' | null
  /** Of the webhook that was just added. */
  secret: string | null
}

export function alertsPage(page: SitePage, view: AlertsView): string {
  const { t } = page
  const section = (id: string, heading: string, content: Html) =>
    html`<section class="box" aria-labelledby="${id}"><h2 class="box-title" id="${id}">${heading}</h2>${content}</section>`
  const body = html`<div class="wrap narrow account" data-account="in">${title(t('alerts.title'), t('alerts.text'))}
${view.wrong && view.wrong !== 'webhook_wrong' && statusLine(t(`alerts.${view.wrong}`))}
${view.mail && html`<p class="said" role="status">${mailState(page, view.mail)}</p>`}
${view.mail && !view.mail.confirmed && !view.mail.stopped && html`<form method="post" action="${addressOf(page.paths, '/account/alerts/request')}">${hidden(view)}<button class="button">${t('alerts.ask_again')}</button></form>`}
${view.email === null && html`<p>${t('alerts.no_address')}</p>`}
${view.readerAction !== null && section('new', t('alerts.new'), newRule(page, view))}
${section('rules', t('alerts.rules'), rulesList(page, view))}
${view.readerAction === null && section('new', t('alerts.new'), newRule(page, view))}
${section('devices', t('alerts.devices'), devicesList(page, view))}
${section('quiet', t('alerts.quiet'), quietForm(page, view))}
${section('told', t('alerts.told'), sentList(page, view))}
<section aria-labelledby="developers"><h2 id="developers">${t('layout.developers')}</h2>
<section class="box" aria-labelledby="webhooks"><h3 class="box-title" id="webhooks">${t('alerts.webhooks')}</h3>${webhooksList(page, view)}</section></section>
<p><a href="${page.paths.account}">${t('account.to_account')}</a></p></div>`
  const head = { title: t('alerts.title'), description: page.site.description, path: null, noindex: true }
  return layout(page, head, body)
}

/** Beside the reader's own news: an alert of all that is followed, in this browser. */
export const alertsBox = (page: SitePage, view: FormToken & { pushKey: string }): Html =>
  html`<section class="box" aria-labelledby="alerts"><h2 class="box-title" id="alerts"><a href="${addressOf(page.paths, '/account/alerts')}">${page.t('alerts.title')}</a></h2>${pushForm(page, view, { about: 'followed' })}</section>`

const statusLine = (text: string): Html => html`<p class="said" role="status">${text}</p>`

function mailState({ t }: SitePage, { email, confirmed, stopped }: MailSubscription): string {
  if (stopped?.reason) return t('alerts.mail_refused', { email, reason: stopped.reason })
  if (stopped) return t('alerts.mail_stopped')
  return t(confirmed ? 'alerts.mailed' : 'alerts.unconfirmed', { email })
}

const when = (yes: boolean, attribute: string) => yes && trusted(` ${attribute}`)
const nameOfRule = ({ kind, key }: Pick<AlertRule, 'kind' | 'key'>) => (kind === 'followed' ? kind : `${kind}:${key}`)

/** "Ämnet AirPods" */
function subjectLabel({ t }: SitePage, { names }: AlertsView, choice: string): string {
  const named = names.find(({ kind, key }) => `${kind}:${key}` === choice)
  return named ? t(`alerts.kind.${named.kind}`, { name: named.title }) : t('alerts.followed')
}

function rulesList(page: SitePage, view: AlertsView): Html {
  const { t } = page
  const existing = view.rules.filter(
    (rule) =>
      rule.kind === 'followed' || view.names.some(({ kind, key }) => nameOfRule({ kind, key }) === nameOfRule(rule)),
  )
  if (existing.length === 0) return html`<p class="empty">${t('alerts.none')}</p>`
  const rows = existing.map((rule) => {
    return html`<li><details class="fold"><summary>${subjectLabel(page, view, nameOfRule(rule))} <span class="row-small">${ruleSummary(page, rule)}</span></summary>
<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/alerts')}">${hidden(view)}<input type="hidden" name="about" value="${nameOfRule(rule)}">
${ruleFields(page, rule, `r${rule.id}`, view)}<p class="buttons cluster"><button class="button">${t('alerts.save')}</button> <button class="button" formaction="${addressOf(page.paths, '/account/alerts/remove')}" formnovalidate name="alerts" value="${rule.id}">${t('alerts.remove')}</button></p></form></details></li>`
  })
  return html`<ul class="rows">${rows}</ul>`
}

/** "När minst 3 oberoende källor rapporterar. Som mejl, även under tyst tid." */
function ruleSummary({ t }: SitePage, rule: AlertRule): string {
  const { minSources, heedsQuiet } = rule
  const labels = [...channelsOf(rule).map((channel) => t(`alerts.${channel}`)), !heedsQuiet && t('alerts.always')]
  const shown = labels.filter((label) => label !== false)
  const within = shown.map((label, i) => (i === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
  return `${t('alerts.rule', { n: minSources })}. ${within.join(', ')}.`
}

type Fields = Omit<AlertRuleSettings, 'kind' | 'key'>

function ruleFields({ t }: SitePage, rule: Fields, id: string, { email, webhooks }: AlertsView): Html {
  const check = (name: string, label: string, on: boolean) =>
    html`<label class="check"><input type="checkbox" name="${name}" value="yes"${when(on, 'checked')}> ${label}</label>`
  return html`<p class="counted cluster"><label for="${id}-n">${t('alerts.when')}</label><input id="${id}-n" type="number" name="count" min="1" max="${MAX_CONFIRMING}" required value="${rule.minSources}"><span>${t('alerts.when_sources')}</span></p>
${check('push', t('alerts.push'), rule.push)}${email !== null && check('mail', t('alerts.mail'), rule.mail)}${webhooks.length > 0 && check('webhook', t('alerts.webhook'), rule.webhook)}${check('always', t('alerts.always'), !rule.heedsQuiet)}`
}

function newRule(page: SitePage, view: AlertsView): Html {
  const { t } = page
  const choices = ['followed', ...view.choices]
  const options = choices.map(
    (choice) =>
      html`<option value="${choice}"${when(choice === view.readerAction, 'selected')}>${subjectLabel(page, view, choice)}</option>`,
  )
  const minSources = view.wishedSources ?? defaultRule.minSources
  const defaults = {
    ...defaultRule,
    minSources,
    push: view.devices.length > 0,
    mail: view.email !== null && view.devices.length === 0,
    webhook: view.email === null && view.devices.length === 0,
  }
  const about = view.readerAction ?? 'followed'
  return html`<p class="push-about">${subjectLabel(page, view, about)} <span class="row-small">${t('alerts.rule', { n: minSources })}.</span></p>${pushForm(page, view, { about, minSources })}
<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/alerts')}">${hidden(view)}
<label for="about">${t('alerts.about')}</label><select id="about" name="about">${options}</select>
${ruleFields(page, defaults, 'new', view)}
${view.choices.length === 0 && html`<p class="small">${t('alerts.follow_first')}</p>`}
<button class="button button-main">${t('alerts.make')}</button></form>`
}

function devicesList(page: SitePage, view: AlertsView): Html {
  const { t } = page
  const rows = view.devices.map(
    ({ id, device, createdAt }) =>
      html`<li><form class="who cluster spread" method="post" action="${addressOf(page.paths, '/account/alerts/device/remove')}">${hidden(view)}<span>${device || t('alerts.device')} <span class="small">${t('alerts.device_since')} ${timeAgo(createdAt, page)}</span></span><button class="button push" name="device" value="${id}">${t('alerts.remove')}</button></form></li>`,
  )
  return rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="empty">${t('alerts.devices_none')}</p>`
}

/**
 * An alert in this browser with one tap: its permission, its subscription and the rule. Push needs script: its texts lie in
 * the page, hidden.
 */
function pushForm(
  { t, paths }: SitePage,
  view: FormToken & { pushKey: string },
  { about, minSources = defaultRule.minSources }: { about: string; minSources?: number },
): Html {
  const stateMessages = (['on', 'denied', 'failed', 'unable'] as const).map((state) =>
    late(html`<p data-push-said="${state}" role="status" hidden>${t(`alerts.here_${state}`)}</p>`),
  )
  const fields = { endpoint: '', p256dh: '', auth: '', about, count: String(minSources) }
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="${addressOf(paths, '/account/alerts/device')}" data-push="${view.pushKey}">${hidden(view)}${inputs}${late(html`<button class="button button-main" hidden>${t('alerts.here')}</button>`)}${stateMessages}<noscript><p class="small">${t('alerts.here_script')}</p></noscript></form>`
}

/** Each with its state; the secret of a new one is shown here and nowhere else. */
function webhooksList(page: SitePage, view: AlertsView): Html {
  const { t, paths } = page
  const button = (action: string, id: number, label: string) =>
    html`<button class="button push" formaction="${addressOf(paths, `/account/alerts/${action}`)}" name="webhook" value="${id}">${label}</button>`
  const rows = view.webhooks.map(
    (webhook) =>
      html`<li><form class="who cluster spread" method="post">${hidden(view)}<span><code>${webhook.url}</code> <span class="small">${webhookState(page, webhook)}</span></span>${webhook.state === 'paused' && button('webhook/again', webhook.id, t('alerts.webhook_resume'))}${button('webhook/remove', webhook.id, t('alerts.remove'))}</form></li>`,
  )
  const made =
    view.secret !== null &&
    html`<div class="said" role="status"><p>${t('alerts.webhook_made')}</p><p><code>${view.secret}</code></p></div>`
  const wrong = view.wrong === 'webhook_wrong' && statusLine(t('alerts.webhook_wrong'))
  return html`${made}${wrong}<p class="small">${t('alerts.webhooks_text')}</p>${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}
<form class="form sign-in" method="post" action="${addressOf(paths, '/account/alerts/webhook')}#webhooks">${hidden(view)}<label for="address">${t('alerts.webhook_address')}</label><input id="address" name="address" type="url" maxlength="1000" placeholder="https://" required><button class="button">${t('alerts.webhook_add')}</button></form>`
}

function webhookState(page: SitePage, { state, failingSince, deliveredAt, ...last }: AlertWebhook): Html | string {
  const { t } = page
  const answer = last.answer ?? t('alerts.webhook_no_answer')
  if (state === 'paused') return t('alerts.webhook_paused', { answer })
  if (failingSince) return t('alerts.webhook_failing', { answer })
  return deliveredAt ? html`${t('alerts.webhook_last')} ${timeAgo(deliveredAt, page)}` : t('alerts.webhook_none')
}

const defaultNight = { from: 22 * 60, until: 7 * 60 }

function quietForm(page: SitePage, view: AlertsView): Html {
  const { t, site } = page
  const { from, until } = view.quiet ?? defaultNight
  const zone = view.quiet?.timezone ?? site.timezone
  const zones = timeZones().map((name) => html`<option${when(name === zone, 'selected')}>${name}</option>`)
  const clock = (name: string, label: string, minutes: number) =>
    html`<span><label for="quiet-${name}">${label}</label> <input id="quiet-${name}" type="time" name="${name}" value="${formatClock(minutes)}" required></span>`
  return html`<p class="small">${t('alerts.quiet_text')}</p>
<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/alerts/quiet')}">${hidden(view)}
<label class="check"><input type="checkbox" name="quiet" value="yes"${when(view.quiet !== null, 'checked')}> ${t('alerts.quiet_on')}</label>
<p class="counted cluster">${clock('from', t('alerts.quiet_from'), from)}${clock('to', t('alerts.quiet_until'), until)}</p>
<label for="quiet-zone">${t('editions.zone')}</label><select id="quiet-zone" name="zone">${zones}</select>
<button class="button">${t('alerts.save')}</button></form>`
}

function sentList(page: SitePage, { reported, events }: AlertsView): Html {
  const { t } = page
  const rows = reported.flatMap(({ eventId, sourceCount, at }) => {
    const event = events.find(({ id }) => id === eventId)
    return event
      ? html`<li><a href="${eventPath(page.paths, event)}">${event.title}</a> <span class="small">${t('alerts.told_by', { n: sourceCount })}, ${timeAgo(at, page)}</span></li>`
      : []
  })
  return rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="empty">${t('alerts.told_none')}</p>`
}
