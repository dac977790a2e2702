/** `/account/letters`: the times of a reader's edition by mail. */

import { type Html, html, trusted } from '../../platform/html/html.ts'
import { exactTime } from '../../platform/html/times.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import { formatClock, timeZones } from '../../platform/time/times-of-day.ts'
import { type FormToken, hidden } from '../../surfaces/site/components/form-token.ts'
import { layout } from '../../surfaces/site/layout.ts'
import { title } from '../../surfaces/site/lists/lists.ts'
import type { SitePage } from '../../surfaces/site/page.ts'
import type { EditionMail } from './subscribers.ts'

export interface EditionMailView extends FormToken {
  /** Of the account; null where it has none. */
  email: string | null
  mail: EditionMail | null
  wrong: boolean
}

const common = { morning: 7 * 60, evening: 18 * 60 }

export function editionMailPage(page: SitePage, view: EditionMailView): string {
  const { t } = page
  const heading = t('editions.title')
  const body = html`<div class="wrap narrow account" data-account="in">${title(heading, t('editions.text'))}
${view.wrong && html`<p class="said" role="status">${t('editions.wrong')}</p>`}
${view.mail && html`<p class="said" role="status">${stateOf(page, view.mail)}</p>`}
${view.email === null ? html`<p>${t('editions.no_address')}</p>` : html`${timesForm(page, view)}${view.mail && !view.mail.stopped && stopForm(page, view)}`}
<p><a href="${page.paths.account}">${t('account.to_account')}</a></p></div>`
  return layout(page, { title: heading, description: page.site.description, path: null, noindex: true }, body)
}

function stateOf(page: SitePage, { confirmed, stopped, email, nextAt, timezone }: EditionMail): string {
  const { t, site } = page
  if (stopped?.reason) return t('editions.refused', { email, reason: stopped.reason })
  if (stopped) return t('editions.stopped')
  if (!confirmed) return t('editions.unconfirmed', { email })
  return nextAt ? t('editions.next', { email, at: exactTime(nextAt, { ...site, timezone }) }) : t('editions.stopped')
}

const when = (yes: boolean, attribute: string) => yes && trusted(` ${attribute}`)

function timesForm(page: SitePage, view: EditionMailView): Html {
  const { t, site } = page
  const { mail } = view
  const zone = mail?.timezone ?? site.timezone
  const zones = timeZones().map((name) => html`<option${when(name === zone, 'selected')}>${name}</option>`)
  return html`<form class="form sign-in" method="post" action="${addressOf(page.paths, '/account/letters')}">${hidden(view)}
${(['morning', 'evening'] as const).map((edition) => editionField(page, edition, mail))}
<fieldset class="weekdays cluster"><legend>${t('editions.days')}</legend>${[1, 2, 3, 4, 5, 6, 7].map((day) => dayField(page, day, mail))}</fieldset>
<label for="zone">${t('editions.zone')}</label><select id="zone" name="zone">${zones}</select>
<button class="button button-main">${t(mail && !mail.stopped ? 'editions.save' : 'editions.start')}</button></form>`
}

function editionField({ t }: SitePage, edition: 'morning' | 'evening', mail: EditionMail | null): Html {
  const minutes = mail ? mail[edition] : edition === 'morning' ? common.morning : null
  return html`<p><label class="check"><input type="checkbox" name="${edition}" value="yes"${when(minutes !== null, 'checked')}> ${t(`editions.${edition}`)}</label>
<label class="unseen" for="${edition}-at">${t(`editions.${edition}_at`)}</label><input id="${edition}-at" type="time" name="${edition}_at" value="${formatClock(minutes ?? common[edition])}" required></p>`
}

function dayField({ site }: SitePage, day: number, mail: EditionMail | null): Html {
  // 1 January 2024 was a Monday.
  const name = new Intl.DateTimeFormat(site.language, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, day),
  )
  const checked = mail ? mail.days.includes(day) : true
  return html`<label class="check"><input type="checkbox" name="day" value="${day}"${when(checked, 'checked')}> ${name}</label> `
}

const stopForm = ({ t, paths }: SitePage, view: FormToken): Html =>
  html`<form method="post" action="${addressOf(paths, '/account/letters/stop')}">${hidden(view)}<button class="button">${t('editions.stop')}</button></form>`
