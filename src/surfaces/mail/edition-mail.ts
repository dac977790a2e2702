/** One edition as a letter: text and HTML of the same rows, and the headers by which it is stopped with one click. */
import { createHash } from 'node:crypto'
import type { EditionName } from '../../domain/edition/mail-times.ts'
import { type Follow, nameOf } from '../../domain/edition/profile.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { eventPath, type Origin } from '../../domain/site/paths.ts'
import type { Site } from '../../domain/site/site.ts'
import { type Html, html } from '../../html/html.ts'
import type { EventView } from '../../read/events/views.ts'
import { block, fonts, ink, letterHtml } from './mail-html.ts'

export interface Words extends Origin {
  site: Pick<Site, 'name' | 'language'>
  t: Translate
}

export interface EditionLetter {
  email: string
  key: string
  edition: EditionName
  /** By the reader's calendar. */
  day: string
  /** Not empty. */
  rows: { event: EventView; because: Follow[] }[]
  /** What follows are called. */
  names: ReadonlyMap<string, string>
}

export interface ComposedMail {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId: string
}

/** Null for an edition without a row. */
export function editionMail(words: Words, letter: EditionLetter): ComposedMail | null {
  const [first] = letter.rows
  if (!first) return null
  const { site, t } = words
  return {
    to: letter.email,
    subject: `${first.event.title} · ${t(`letters.${letter.edition}`)}`,
    text: textOf(words, letter),
    html: letterHtml(
      { language: site.language, title: t(`letters.${letter.edition}`), preview: previewOf(letter) },
      bodyOf(words, letter),
    ),
    headers: stopHeaders(words, 'editions', letter.key),
    messageId: messageId(words, letter),
  }
}

/** Says nothing of the key. */
const messageId = ({ baseUrl }: Words, { day, edition, key }: EditionLetter) =>
  `<${day}.${edition}.${createHash('sha256').update(key).digest('hex').slice(0, 24)}@${new URL(baseUrl).hostname}>`

/** Where letters of a list are stopped. */
export const stopAddress = ({ baseUrl, paths }: Origin, list: 'editions' | 'alerts', key: string): string =>
  `${baseUrl}${paths.letters}${list === 'alerts' ? '/larm' : ''}/${key}`

/** RFC 2369 and RFC 8058: programs show a button that stops these letters. */
export const stopHeaders = (words: Words, list: 'editions' | 'alerts', key: string): Record<string, string> => ({
  'List-Unsubscribe': `<${stopAddress(words, list, key)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'List-Id': `${words.site.name} <${list}.${new URL(words.baseUrl).hostname}>`,
  'Auto-Submitted': 'auto-generated',
})

const previewOf = ({ rows }: EditionLetter) =>
  rows
    .slice(1, 4)
    .map(({ event }) => event.title)
    .join(' · ')

const calendars = new Map<string, Intl.DateTimeFormat>()

/** "måndag 23 november" */
function dayOf({ site }: Words, day: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const calendar = calendars.get(site.language) ?? new Intl.DateTimeFormat(site.language, options)
  calendars.set(site.language, calendar)
  return calendar.format(new Date(day))
}

/** "Du följer AirPods · 4 källor" */
function reasonOf({ t }: Words, { names }: EditionLetter, { event, because }: EditionLetter['rows'][number]): string {
  const followed = because.flatMap((follow) => names.get(nameOf(follow)) ?? []).slice(0, 3)
  const why = followed.length > 0 ? [t('letters.because', { names: followed.join(', ') })] : []
  return [...why, t('letters.sources', { n: event.sourceCount })].join(' · ')
}

const addressOf = ({ baseUrl, paths }: Words, event: EventView) => baseUrl + eventPath(paths, event)

const SHORT = 280
export function shorten(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1).replace(/\s+\S*$/, '')}…`
}

function textOf(words: Words, letter: EditionLetter): string {
  const { t, site, baseUrl, paths } = words
  const rows = letter.rows.map((row) =>
    [row.event.title, shorten(row.event.summary), reasonOf(words, letter, row), addressOf(words, row.event)].join('\n'),
  )
  return [
    `${site.name}: ${t(`letters.${letter.edition}`)}, ${dayOf(words, letter.day)}`,
    ...rows,
    `${t('letters.all')}: ${baseUrl}${paths.account}`,
    `-- \n${t('letters.why', { site: site.name })}\n${t('letters.settings')}: ${baseUrl}${paths.account}/utskick\n${t('letters.stop')}: ${stopAddress(words, 'editions', letter.key)}\n`,
  ].join('\n\n')
}

function bodyOf(words: Words, letter: EditionLetter): Html {
  const { t, site, baseUrl, paths } = words
  const picture = letter.rows.find(({ event }) => event.imageUrl !== null)
  return html`${block(
    html`<p class="soft" style="margin:0;${fonts.plain};font-size:14px;color:${ink.soft}">${site.name} · ${dayOf(words, letter.day)}</p>
<h1 style="margin:4px 0 0;${fonts.serif};font-size:30px;line-height:1.15;font-weight:normal;color:${ink.text}">${t(`letters.${letter.edition}`)}</h1>`,
    'padding-top:28px',
  )}
${letter.rows.map((row, i) => rowOf(words, letter, row, { first: i === 0, pictured: row === picture }))}
${block(html`<p style="margin:0;${fonts.plain};font-size:16px"><a href="${baseUrl}${paths.account}" style="color:${ink.link};font-weight:bold">${t('letters.all')}</a></p>`, `border-top:1px solid ${ink.line}`)}
${block(footOf(words, letter.key), `border-top:1px solid ${ink.line};padding-bottom:28px`)}`
}

const footOf = ({ t, site, baseUrl, paths }: Words, key: string): Html =>
  html`<p class="soft" style="margin:0;${fonts.plain};font-size:13px;line-height:1.5;color:${ink.soft}">${t('letters.why', { site: site.name })}<br><a href="${baseUrl}${paths.account}/utskick" style="color:${ink.soft}">${t('letters.settings')}</a> · <a href="${stopAddress({ baseUrl, paths }, 'editions', key)}" style="color:${ink.soft}">${t('letters.stop')}</a></p>`

function rowOf(
  words: Words,
  letter: EditionLetter,
  row: EditionLetter['rows'][number],
  { first, pictured }: { first: boolean; pictured: boolean },
): Html {
  const { event } = row
  const size = first ? 24 : 19
  return block(
    html`${pictured && pictureOf(words, event)}<h2 style="margin:0;${fonts.serif};font-size:${size}px;line-height:1.25;font-weight:normal"><a class="text" href="${addressOf(words, event)}" style="color:${ink.text};text-decoration:none">${event.title}</a></h2>
<p class="text" style="margin:6px 0 0;${fonts.plain};font-size:16px;line-height:1.5;color:${ink.text}">${shorten(event.summary)}</p>
<p class="soft" style="margin:6px 0 0;${fonts.plain};font-size:13px;line-height:1.4;color:${ink.soft}">${reasonOf(words, letter, row)}</p>`,
    `border-top:1px solid ${ink.line}`,
  )
}

/** The one picture: from our own address, the same for every reader. */
function pictureOf(words: Words, event: EventView): Html {
  const of = event.entries.find(({ imageUrl }) => imageUrl === event.imageUrl) ?? event.lead
  return html`<a href="${addressOf(words, event)}"><img src="${words.baseUrl}/img/${of.id}/640.jpg" width="536" alt="" style="display:block;width:100%;height:auto;border:0;margin:0 0 14px"></a>`
}
