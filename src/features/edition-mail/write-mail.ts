/** One edition as an email: text and HTML of the same rows. */

import { createHash } from 'node:crypto'
import { type Follow, nameOf } from '../../news/accounts/rules/profile.ts'
import { describeReason } from '../../news/editions/rules/describe-reason.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import { createRowWriter, type ReportedRow, type RowShape } from '../../surfaces/mail/edition-row.ts'
import { type ComposedMail, stopAddress, stopHeaders } from '../../surfaces/mail/list-mail.ts'
import { ink, line, type MailContext, mailHtml, small } from '../../surfaces/mail/mail-html.ts'
import type { EditionName } from './mail-times.ts'

export interface EditionMessage {
  email: string
  key: string
  edition: EditionName
  /** By the reader's calendar. */
  day: string
  /** Not empty. */
  rows: { event: EventView; matchedFollows: Follow[] }[]
  /** Names of follows. */
  names: ReadonlyMap<string, string>
}

/** Rows at some length; those after them get a sentence. */
const LONG_ROWS = 3

/** Writes emails; the text about an event is written once for all of them. Null for an edition without a row. */
export function editionMailWriter(context: MailContext): (message: EditionMessage) => ComposedMail | null {
  const rowOf = createRowWriter(context)
  const { site, t } = context
  return (message) => {
    const [first] = message.rows
    if (!first) return null
    const pictured = message.rows.findIndex(({ event }) => event.imageUrl !== null)
    const rowTexts = message.rows.map((row, i) => {
      const shape: RowShape = i === 0 ? 'lead' : i < LONG_ROWS ? 'long' : 'short'
      return { ...rowOf(row.event, shape, i === pictured), why: reasonOf(context, message, row.matchedFollows) }
    })
    const edition = t(`letters.${message.edition}`)
    return {
      to: message.email,
      subject: `${first.event.title} · ${edition}`,
      text: textOf(context, message, rowTexts),
      html: mailHtml(
        { language: site.language, title: edition, preview: previewOf(message) },
        bodyOf(context, message, rowTexts),
      ),
      headers: stopHeaders(context, 'edition', message.key),
      messageId: messageId(context, message),
      textEncoding: 'quoted-printable',
    }
  }
}

/** Reveals nothing of the key. */
const messageId = ({ baseUrl }: MailContext, { day, edition, key }: EditionMessage) =>
  `<${day}.${edition}.${createHash('sha256').update(key).digest('hex').slice(0, 24)}@${new URL(baseUrl).hostname}>`

const previewOf = ({ rows }: EditionMessage) =>
  rows
    .slice(1, 4)
    .map(({ event }) => event.title)
    .join(' · ')

const calendars = new Map<string, Intl.DateTimeFormat>()

/** "måndag 23 november" */
function dayOf({ site }: MailContext, day: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const calendar = calendars.get(site.language) ?? new Intl.DateTimeFormat(site.language, options)
  calendars.set(site.language, calendar)
  return calendar.format(new Date(day))
}

/** "Du följer AirPods · " */
function reasonOf({ t }: MailContext, { names }: EditionMessage, matchedFollows: Follow[]): string {
  const named = matchedFollows.flatMap((follow) => {
    const title = names.get(nameOf(follow))
    return title === undefined ? [] : [{ kind: follow.kind, title }]
  })
  const why = describeReason(t, named)
  return why && `${why} · `
}

type Reported = ReportedRow & { why: string }

function textOf(context: MailContext, message: EditionMessage, rows: Reported[]): string {
  const { t, site, baseUrl, paths } = context
  return [
    `${site.name}: ${t(`letters.${message.edition}`)}, ${dayOf(context, message.day)}`,
    ...rows.map(({ text, why, sources, address }) => `${text}\n${why}${sources}\n${address}`),
    `${t('letters.all')}: ${baseUrl}${paths.account}`,
    `-- \n${t('letters.why', { site: site.name })}\n${t('letters.settings')}: ${baseUrl}${addressOf(paths, '/account/letters')}\n${t('letters.stop')}: ${stopAddress(context, 'edition', message.key)}\n`,
  ].join('\n\n')
}

function bodyOf(context: MailContext, message: EditionMessage, rows: Reported[]): Html {
  const { t, site, baseUrl, paths } = context
  const reported = rows.map(
    ({ html: row, why, sources }) =>
      html`${line}${row}<small class="s" style="color:${ink.soft}">${why}${sources}</small></p>`,
  )
  return html`<p class="s" style="${small}">${site.name} · ${dayOf(context, message.day)}</p>
<h1 style="margin:4px 0 0;font:30px/1.15 Georgia,serif">${t(`letters.${message.edition}`)}</h1>${reported}
${line}<p style="margin:0"><a href="${baseUrl}${paths.account}" style="color:${ink.link};font-weight:bold">${t('letters.all')}</a></p>
${line}<p class="s" style="${small}">${t('letters.why', { site: site.name })}<br><a href="${baseUrl}${addressOf(paths, '/account/letters')}" style="color:${ink.soft}">${t('letters.settings')}</a> · <a href="${stopAddress(context, 'edition', message.key)}" style="color:${ink.soft}">${t('letters.stop')}</a></p>`
}
