/** Points of an event: the disputes side by side, what its publishers agree on, and what one of them reports alone. */

import { sideOf, sourceMatrix } from '../../../news/events/queries/matrix.ts'
import type {
  EventPoint,
  EventSource,
  EventSourceRef,
  EventView,
  MatrixCell,
} from '../../../news/events/queries/views.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { sourceNames } from '../../../platform/html/source-names.ts'
import { unbroken } from '../../../platform/html/unbroken.ts'
import { disputesOf, origin, quoted, settledOf, sides } from '../components/disputes.ts'
import { publisherLink, withPublishers } from '../components/sources.ts'
import type { SitePage } from '../page.ts'

type Times = ReadonlyMap<string, Date>

/** A text with the time when it came, by which assets/came.js marks what is new to the reader. */
export function came(times: Times, text: string): Html {
  const at = times.get(text)
  return at ? html`<span data-came="${at.toISOString()}">${unbroken(text)}</span>` : html`${unbroken(text)}`
}

export function disputed(page: SitePage, event: EventView, times: Times): Html | null {
  const disputes = [...disputesOf(event), ...settledOf(event)]
  if (disputes.length === 0) return null
  const write = (text: string) => came(times, text)
  return html`<section class="band disputes" aria-labelledby="oense"><h2 id="oense">${page.t('disputes.title')}</h2>
${disputes.map((point) => html`<div class="pair">${sides(page, event, point, { isComplete: true, write })}</div>`)}</section>`
}

/** Sentences with the names of their sources; their quotations unfold. */
export function agreedPoints(page: SitePage, event: EventView, times: Times): Html | null {
  const agreed = event.points.filter(({ status }) => status === 'agreed')
  if (agreed.length === 0) return null
  const items = agreed.map(
    ({ statements: [{ text, sources, quotes }] }) =>
      html`<li><p class="point-text">${came(times, text)}</p><div class="point-foot cluster">${publishers(page, sources, event.sources.length)}${quotes.length > 0 && html`<details class="fold quotes"><summary>${page.t('events.show_quotes')}</summary>${quotes.map((one) => html`${quoted(page, one)}<p class="fine">${origin(page, one)}</p>`)}</details>`}</div></li>`,
  )
  return html`<section aria-labelledby="agreed"><h2 id="agreed">${page.t('events.agreed_title')}</h2><ol class="agreed">${items}</ol></section>`
}

const publishers = (page: SitePage, sources: readonly EventSourceRef[], of?: number): Html =>
  html`<ul class="publishers cluster bare">${sources.map((source) => html`<li>${publisherLink(page, source)}</li>`)}${of && html`<li class="side-count">${page.t('matrix.part', { n: sources.length, of })}</li>`}</ul>`

/** Folded: points of one source, copies, and each publisher's whole account as a table. */
export function moreOfSources(page: SitePage, event: EventView, times: Times): Html | null {
  const folds = [singlePoints(page, event, times), copies(page, event), table(page, event)].filter(
    (fold) => fold !== null,
  )
  return folds.length === 0 ? null : html`<div class="folds">${folds}</div>`
}

const fold = (title: Html | string, content: Html): Html =>
  html`<details class="fold fold-block"><summary>${title}</summary>${content}</details>`

function singlePoints(page: SitePage, { points }: EventView, times: Times): Html | null {
  const single = points.filter(({ status }) => status === 'single')
  if (single.length === 0) return null
  const rows = single.map(
    ({ statements: [{ text, sources }] }) => html`<li><p>${came(times, text)}</p>${publishers(page, sources)}</li>`,
  )
  return fold(
    html`${page.t('events.only_one')} <span class="side-count">${single.length}</span>`,
    html`<ul class="rows">${rows}</ul>`,
  )
}

function copies(page: SitePage, event: EventView): Html | null {
  const names = new Map(event.sources.map(({ publisher, name }) => [publisher, name]))
  const copied = event.sources.filter(({ copiesOf }) => copiesOf !== null)
  if (copied.length === 0) return null
  const rows = copied.map(
    ({ publisher, name, copiesOf }) =>
      html`<li>${withPublishers(
        page,
        [
          { publisher, name },
          { publisher: copiesOf ?? '', name: names.get(copiesOf ?? '') ?? copiesOf ?? '' },
        ],
        ([one = '', source = '']) => page.t('events.copied', { name: one, source }),
      )}</li>`,
  )
  return fold(page.t('events.copies'), html`<ul class="rows">${rows}</ul>`)
}

const SIGNS: Record<MatrixCell, string> = { says: '●', copies: '◐', differs: '≠', adds: '+', silent: '–', unread: '' }

/** Publishers by points, which have the numbers of the list above; a table reads the same without colour. */
function table(page: SitePage, event: EventView): Html | null {
  const { t } = page
  const matrix = sourceMatrix(event)
  const rows = matrix.rows.toSorted((a, b) => order(a.point) - order(b.point))
  if (rows.length === 0 || matrix.columns.length < 2) return null
  const heads = rows.map(
    ({ point }, at) =>
      html`<th scope="col"${point.status === 'disputed' && html` class="disputed"`}>${point.status === 'disputed' ? '≠' : at + 1}<span class="unseen"> ${point.statements[0].text}</span></th>`,
  )
  const isAll = (kind: MatrixCell, column: number) => rows.every(({ cells }) => cells[column] === kind)
  const without = (['silent', 'unread'] as const).map((kind) => ({
    kind,
    sources: matrix.columns.filter((_, column) => isAll(kind, column)),
  }))
  const body = matrix.columns.map(
    (source, column) =>
      !without.some(({ kind }) => isAll(kind, column)) &&
      html`<tr><th scope="row">${publisherLink(page, source)}</th>${rows.map(({ point, cells }) => cell(page, point, source, cells[column] ?? 'unread'))}</tr>`,
  )
  const legend = rows.map(
    ({ point }, at) =>
      html`<li>${point.status === 'disputed' ? html`<span class="disputed">≠</span> ${point.statements.map(({ text }, side) => `${letter(side)}: ${text}`).join(' ')}` : `${at + 1}: ${point.statements[0].text}`}</li>`,
  )
  const kinds = new Set(rows.flatMap(({ cells }) => cells))
  const signs = (['says', 'copies', 'adds', 'silent'] as const).map(
    (kind) => kinds.has(kind) && html`<li>${SIGNS[kind]} ${t(`matrix.${kind}`)}</li>`,
  )
  return fold(
    t('events.table'),
    html`<ul class="legend fine">${signs}${legend}</ul><div class="matrix-frame" tabindex="0" role="group" aria-label="${t('events.table')}"><table class="matrix-table"><thead><tr><th scope="col">${t('events.publisher')}</th>${heads}</tr></thead><tbody>${body}</tbody></table></div>${without.map(({ kind, sources }) => sources.length > 0 && html`<p class="fine">${withPublishers(page, sources, (names) => sourceNames(page, names.map(named), names.length))}: ${t(`matrix.${kind}`)}</p>`)}`,
  )
}

const named = (name: string) => ({ name })

/** As on the page: what is agreed, what one source alone states, disputes. */
const order = ({ status }: EventPoint) => ['agreed', 'single', 'disputed'].indexOf(status)

const letter = (side: number) => String.fromCharCode(65 + side)

function cell({ t }: SitePage, point: EventPoint, source: EventSource, kind: MatrixCell): Html {
  const side = sideOf(point, source)
  const sign = point.status === 'disputed' && side >= 0 ? letter(side) : SIGNS[kind]
  // Copies are listed above the table.
  const read = kind === 'copies' ? 'says' : kind
  return html`<td class="cell-${kind}">${sign}${kind !== 'silent' && html`<span class="unseen"> ${t(`matrix.${read}`)}</span>`}</td>`
}
