/** What the publishers say, point by point: agreed, single and disputed told apart by a sign and a word. */
import { type Html, html } from '../../../html/html.ts'
import { icon } from '../../../html/icons.ts'
import type { EventPoint, EventSourceRef } from '../../../read/events/views.ts'
import { publisherLink } from '../components/sources.ts'
import type { SitePage } from '../page.ts'

export function pointList(page: SitePage, points: EventPoint[]): Html | null {
  const parts = [
    section(
      page,
      'points',
      points.filter(({ status }) => status !== 'disputed').map((point) => plain(page, point)),
    ),
    section(
      page,
      'differs',
      points.filter(({ status }) => status === 'disputed').map((point) => disputed(page, point)),
    ),
  ].filter((part) => part !== null)
  return parts.length > 0 ? html`${parts}` : null
}

function section({ t }: SitePage, id: 'points' | 'differs', rows: Html[]): Html | null {
  if (rows.length === 0) return null
  return html`<section class="points" aria-labelledby="${id}"><h2 class="box-title" id="${id}">${t(`events.${id}`)}</h2><ul class="rows">${rows}</ul></section>`
}

const plain = (page: SitePage, { text, status, sources }: EventPoint): Html =>
  html`<li class="point point-${status}">${sign(page, status)}<div><p>${text}</p>${marks(page, sources)}</div></li>`

/** Both statements, each with who makes it. */
function disputed(page: SitePage, { text, status, sources, against }: EventPoint): Html {
  const other = against && html`<div class="side-of"><p>${against.text}</p>${marks(page, against.sources)}</div>`
  return html`<li class="point point-${status}">${sign(page, status)}<div class="sides"><div class="side-of"><p>${text}</p>${marks(page, sources)}</div>${other}</div></li>`
}

const sign = ({ t }: SitePage, status: EventPoint['status']): Html =>
  html`<span class="point-sign">${icon(status)}<span>${t(`events.${status}`)}</span></span>`

const marks = (page: SitePage, sources: EventSourceRef[]): Html =>
  html`<ul class="marks cluster">${sources.map((source) => html`<li>${publisherLink(page, source)}</li>`)}</ul>`
