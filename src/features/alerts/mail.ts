/** Alerts as an email: one event, or all of the reader's quiet hours as one; with one click to stop it. */

import { createHash } from 'node:crypto'
import type { EventView } from '../../news/events/queries/views.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import { createRowWriter } from '../../surfaces/mail/edition-row.ts'
import { type ComposedMail, stopAddress, stopHeaders } from '../../surfaces/mail/list-mail.ts'
import { ink, line, type MailContext, mailHtml, small } from '../../surfaces/mail/mail-html.ts'
import { alertHeading } from './message.ts'

export interface AlertMessage {
  email: string
  key: string
  /** Not empty. */
  events: EventView[]
}

/** Null where nothing is left to tell. */
export function alertMail(context: MailContext, message: AlertMessage): ComposedMail | null {
  const { events, email, key } = message
  const [first] = events
  if (!first) return null
  const { site, t } = context
  const rowOf = createRowWriter(context)
  const rowTexts = events.map((event) => ({
    ...rowOf(event, 'lead', false),
    sources: t('alerts.told_by', { n: event.sourceCount }),
  }))
  const heading = alertHeading(t, events)
  const rows = rowTexts.map(
    ({ html: row, sources }) => html`${row}<small class="s" style="color:${ink.soft}">${sources}</small></p>${line}`,
  )
  return {
    to: email,
    subject: `${first.title} · ${heading}`,
    text: [
      `${site.name}: ${heading}`,
      ...rowTexts.map(({ text, sources, address }) => `${text}\n${sources}\n${address}`),
      footText(context, key),
    ].join('\n\n'),
    html: mailHtml(
      { language: site.language, title: heading, preview: first.title },
      html`${rows}${footHtml(context, key)}`,
    ),
    headers: stopHeaders(context, 'alerts', key),
    messageId: messageId(context, message),
    textEncoding: 'quoted-printable',
  }
}

/** Reveals nothing of the key. */
function messageId({ baseUrl }: MailContext, { events, key }: AlertMessage): string {
  const what = events.map(({ id }) => id).join('.')
  const digest = createHash('sha256').update(`${key} ${what}`).digest('hex').slice(0, 24)
  return `<alert.${digest}@${new URL(baseUrl).hostname}>`
}

function footText(context: MailContext, key: string): string {
  const { t, site, baseUrl, paths } = context
  const settings = `${t('alerts.settings')}: ${baseUrl}${addressOf(paths, '/account/alerts')}`
  return `-- \n${t('alerts.why', { site: site.name })}\n${settings}\n${t('alerts.stop')}: ${stopAddress(context, 'alerts', key)}\n`
}

function footHtml(context: MailContext, key: string): Html {
  const { t, site, baseUrl, paths } = context
  return html`<p class="s" style="${small}">${t('alerts.why', { site: site.name })}<br><a href="${baseUrl}${addressOf(paths, '/account/alerts')}" style="color:${ink.soft}">${t('alerts.settings')}</a> · <a href="${stopAddress(context, 'alerts', key)}" style="color:${ink.soft}">${t('alerts.stop')}</a></p>`
}
