/**
 * The source matrix: each point with its publishers, those that contradict and those that copied; disputed points
 * first.
 */
import { type Html, html } from '../../../html/html.ts'
import { icon } from '../../../html/icons.ts'
import { sourceMatrix } from '../../../read/events/matrix.ts'
import type { EventPoint, EventView, MatrixCell, SourceMatrix } from '../../../read/events/views.ts'
import { publisherLink } from '../components/sources.ts'
import type { SitePage } from '../page.ts'

type Row = SourceMatrix['rows'][number]
type Times = ReadonlyMap<string, Date>

/** A text with the time when it came, by which assets/came.js marks what is new to the reader. */
export function came(times: Times, text: string): Html {
  const at = times.get(text)
  return at ? html`<span data-came="${at.toISOString()}">${text}</span>` : html`${text}`
}

/** A table that reads the same without colour; the publishers are named once, above its columns. */
export function pointTable(page: SitePage, event: EventView, times: Times): Html | null {
  const { columns, rows } = sourceMatrix(event)
  if (rows.length === 0) return null
  const { t } = page
  const names = columns.map((source) => html`<th scope="col"><span>${publisherLink(page, source)}</span></th>`)
  return html`<section class="points" aria-labelledby="points"><h2 class="box-title" id="points">${t('events.points')}</h2>
<div class="matrix-frame" tabindex="0" role="group" aria-labelledby="points"><table class="matrix-table"><thead><tr>${names}</tr></thead>
${rows.map((row) => pointRows(page, row, times))}</table></div></section>`
}

const pointRows = (page: SitePage, { point, cells }: Row, times: Times): Html =>
  html`<tbody class="point-${point.status}"><tr><th scope="rowgroup" colspan="${cells.length}">${sign(page, point)} ${statements(point, times)}</th></tr>
<tr>${cells.map((kind) => cell(page, kind))}</tr></tbody>`

const statements = (point: EventPoint, times: Times): Html[] =>
  point.statements.map(({ text }, at) =>
    at === 0
      ? html`<span class="point-text">${came(times, text)}</span>`
      : html`<span class="point-text point-against"><span class="point-sign">≠</span> ${came(times, text)}</span>`,
  )

const sign = ({ t }: SitePage, { status }: EventPoint): Html =>
  html`<span class="point-sign">${icon(status)}<span>${t(`events.${status}`)}</span></span>`

const cell = ({ t }: SitePage, kind: MatrixCell): Html =>
  html`<td class="cell-${kind}"><span class="unseen">${t(`matrix.${kind}`)}</span></td>`
