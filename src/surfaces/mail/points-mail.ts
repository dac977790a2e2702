/** Points of an event in emails, in words: each side of a dispute with its publishers and their quotation, then what is agreed. */

import type { EventPoint, EventStatement, EventView } from '../../news/events/queries/views.ts'
import { type Html, html } from '../../platform/html/html.ts'
import { languageAttributes } from '../../platform/html/language-marks.ts'
import { sourceNames } from '../../platform/html/source-names.ts'
import { ink, type MailContext } from './mail-html.ts'

export interface MailPoints {
  text: string
  html: Html
}

const MAX_POINTS = 4
const MAX_SIDES = 3
const MAX_NAMED = 4

type Shown = Pick<EventView, 'points' | 'sources'>

/** Null for an event of one publisher, or of which nothing is agreed or disputed. */
export function pointsOf(context: MailContext, event: Shown): MailPoints | null {
  const of = (status: EventPoint['status']) => event.points.filter((point) => point.status === status)
  const disputes = of('disputed').slice(0, MAX_POINTS)
  const agreed = of('agreed').slice(0, MAX_POINTS - disputes.length)
  if (event.sources.length < 2 || disputes.length + agreed.length === 0) return null
  const texts = agreed.map(({ statements: [one] }) => `${one.text} (${countOf(context, event, one)})`)
  const written = disputes.map((point) => disputeOf(context, event, point))
  const list = html`<ul style="margin:6px 0;padding-left:20px">${texts.map((text) => html`<li>${text}</li>`)}</ul>`
  return {
    text: [...written.map(({ text }) => text), ...texts.map((text) => `= ${text}`)].join('\n'),
    html: html`${written.map((one) => one.html)}${texts.length > 0 && list}`,
  }
}

function disputeOf(context: MailContext, event: Shown, { statements, judged, settled }: EventPoint): MailPoints {
  const { t, site } = context
  const sides = statements.slice(0, MAX_SIDES)
  const right = settled && statements[settled.statement]
  const notes = [
    right && t('agents.settled', { date: settled.at.toISOString().slice(0, 10), text: right.text }),
    !judged && t('disputes.not_judged'),
    statements.length > sides.length && t('disputes.more_statements', { n: statements.length - sides.length }),
  ].filter((note) => note)
  const heading = `≠ ${t('disputes.title')}`
  const who = (one: EventStatement) => sourceNames(context, one.sources, MAX_NAMED)
  const rows = sides.map((one) => {
    const [quote] = one.quotes
    const quoted = quote && html`<br><i${languageAttributes(quote.language, site.language)}>”${quote.text}”</i>`
    return html`<tr><td style="padding:0 0 8px 10px;border-left:2px solid ${ink.dispute}"><b>${who(one)}</b> <span class="s" style="color:${ink.soft}">${countOf(context, event, one)}</span><br>${one.text}${quoted}</td></tr>`
  })
  return {
    text: [
      heading,
      ...sides.flatMap((one) => [
        `${who(one)} (${countOf(context, event, one)}): ${one.text}`,
        ...one.quotes.slice(0, 1).map(({ text }) => `  ”${text}”`),
      ]),
      ...notes,
    ].join('\n'),
    html: html`<p class="d" style="margin:6px 0;font-weight:bold;color:${ink.dispute}">${heading}</p><table role="group" aria-label="${t('disputes.title')}" cellpadding="0" cellspacing="0" border="0" style="font:14px/1.4 Arial,sans-serif"><tbody>${rows}</tbody></table>${notes.length > 0 && html`<p class="s" style="margin:0 0 6px;font-size:12px;color:${ink.soft}">${notes.join(' ')}</p>`}`,
  }
}

const countOf = ({ t }: MailContext, { sources }: Shown, one: EventStatement): string =>
  t('matrix.count', { n: one.sources.length, of: sources.length })
