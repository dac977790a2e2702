/** Texts as HTML without classes, for readers of feeds and apps that have a look of their own. */

import type { EventPoint, EventView } from '../../news/events/queries/views.ts'
import { href } from '../../platform/html/href.ts'
import type { Translate } from '../../platform/site/messages.ts'

export const paragraphsHtml = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`)
    .join('')

export const linkHtml = (url: string, label: string): string =>
  `<a href="${escapeHtml(href(url))}">${escapeHtml(label)}</a>`

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** The text, its points with their publishers, a quotation for each side of a dispute, and each article with its publisher. */
export function eventHtml(event: EventView, t: Translate): string {
  const points = event.points.map((point) => `<li>${pointHtml(point, t)}</li>`).join('')
  const entries = event.entries.map(
    (entry) => `<li>${linkHtml(entry.url, entry.original.title)} (${escapeHtml(entry.feed.title)})</li>`,
  )
  return `${paragraphsHtml(event.summary)}${points && `<ul>${points}</ul>`}<ul>${entries.join('')}</ul>`
}

function pointHtml({ status, statements, settled }: EventPoint, t: Translate): string {
  const names = (list: { name: string }[]) => list.map(({ name }) => name).join(', ')
  const lines = statements.map(({ text, sources, quotes: [quote] }, at) => {
    const line = escapeHtml(`${text} (${at === 0 ? `${t(`agents.point_${status}`)}: ` : ''}${names(sources)})`)
    return status === 'disputed' && quote ? `${line}<br><q>${escapeHtml(quote.text)}</q>` : line
  })
  const right = settled && statements[settled.statement]
  const note = right ? [t('agents.settled', { date: settled.at.toISOString().slice(0, 10), text: right.text })] : []
  return [...lines, ...note.map(escapeHtml)].join('<br>')
}
