/** Alerts as a letter: one happening, or what came in the reader's quiet time as one; and how it is stopped with one click. */
import { createHash } from 'node:crypto'
import { alertHeading } from '../../domain/alerts/message.ts'
import { eventPath } from '../../domain/site/paths.ts'
import { type Html, html } from '../../html/html.ts'
import type { EventView } from '../../read/events/views.ts'
import { type ComposedMail, shorten, stopAddress, stopHeaders, type Words } from './edition-mail.ts'
import { block, fonts, ink, letterHtml } from './mail-html.ts'

export interface AlertLetter {
  email: string
  key: string
  /** Not empty. */
  events: EventView[]
}

/** Null where nothing is left to tell. */
export function alertMail(words: Words, letter: AlertLetter): ComposedMail | null {
  const { events, email } = letter
  const [first] = events
  if (!first) return null
  const { site, t, baseUrl } = words
  const heading = alertHeading(t, events)
  const ids = events.map(({ id }) => id).join('.')
  const mark = createHash('sha256').update(letter.key).digest('hex').slice(0, 24)
  return {
    to: email,
    subject: `${first.title} · ${heading}`,
    text: textOf(words, letter, heading),
    html: letterHtml(
      { language: site.language, title: heading, preview: shorten(first.summary) },
      html`${events.map((event) => rowOf(words, event))}${footOf(words, letter.key)}`,
    ),
    headers: stopHeaders(words, 'alerts', letter.key),
    messageId: `<alert.${ids.slice(0, 100)}.${mark}@${new URL(baseUrl).hostname}>`,
  }
}

const sourcesOf = ({ t }: Words, { sourceCount }: EventView) => t('alerts.told_by', { n: sourceCount })

function textOf(words: Words, { events, key }: AlertLetter, heading: string): string {
  const { t, site, baseUrl, paths } = words
  const rows = events.map((event) =>
    [event.title, shorten(event.summary), sourcesOf(words, event), baseUrl + eventPath(words.paths, event)].join('\n'),
  )
  const foot = `-- \n${t('alerts.why', { site: site.name })}\n${t('alerts.settings')}: ${baseUrl}${paths.account}/larm\n${t('alerts.stop')}: ${stopAddress(words, 'alerts', key)}\n`
  return [`${site.name}: ${heading}`, ...rows, foot].join('\n\n')
}

const rowOf = (words: Words, event: EventView): Html =>
  block(
    html`<h2 style="margin:0;${fonts.serif};font-size:22px;line-height:1.25;font-weight:normal"><a class="text" href="${words.baseUrl + eventPath(words.paths, event)}" style="color:${ink.text};text-decoration:none">${event.title}</a></h2>
<p class="text" style="margin:6px 0 0;${fonts.plain};font-size:16px;line-height:1.5;color:${ink.text}">${shorten(event.summary)}</p>
<p class="soft" style="margin:6px 0 0;${fonts.plain};font-size:13px;line-height:1.4;color:${ink.soft}">${sourcesOf(words, event)}</p>`,
    'padding-top:24px',
  )

const footOf = (words: Words, key: string): Html => {
  const { t, site, baseUrl, paths } = words
  return block(
    html`<p class="soft" style="margin:0;${fonts.plain};font-size:13px;line-height:1.5;color:${ink.soft}">${t('alerts.why', { site: site.name })}<br><a href="${baseUrl}${paths.account}/larm" style="color:${ink.soft}">${t('alerts.settings')}</a> · <a href="${stopAddress(words, 'alerts', key)}" style="color:${ink.soft}">${t('alerts.stop')}</a></p>`,
    `border-top:1px solid ${ink.line};padding-bottom:28px`,
  )
}
