/** The source matrix of an event in emails: signs of text in a table, which programs without SVG show, and lines of text. */
import { type Html, html } from '../../html/html.ts'
import { sourceMatrix } from '../../read/events/matrix.ts'
import type { EventPoint, EventView, MatrixCell, SourceMatrix } from '../../read/events/views.ts'
import { ink, type MailContext } from './mail-html.ts'

export interface MailMatrix {
  text: string
  html: Html
}

const SIGNS: Record<MatrixCell, string> = { says: '●', copies: '◐', differs: '≠', silent: '○' }
const MAX_COLUMNS = 10
const MAX_ROWS = 4

/** Null for an event without points, or of one publisher. */
export function matrixOf(
  { t }: Pick<MailContext, 't'>,
  event: Pick<EventView, 'points' | 'sources'>,
): MailMatrix | null {
  const matrix = sourceMatrix(event)
  const columns = matrix.columns.slice(0, MAX_COLUMNS)
  if (matrix.rows.length === 0 || columns.length < 2) return null
  const rows = matrix.rows.slice(0, MAX_ROWS).map((row) => ({
    ...{ settled: settledLine(row.point, t), point: row.point, cells: row.cells.slice(0, MAX_COLUMNS) },
    count: t('matrix.count', {
      n: row.cells.filter((cell) => cell !== 'silent' && cell !== 'differs').length,
      of: row.cells.length,
    }),
  }))
  const key = `${t('matrix.order')}: ${columns.map(({ name }) => name).join(', ')}`
  const signs = (Object.keys(SIGNS) as MatrixCell[]).map((cell) => `${SIGNS[cell]} ${t(`matrix.${cell}`)}`).join('  ')
  return {
    text: [...rows.flatMap(linesOf), key, signs].join('\n'),
    html: tableOf(t('matrix.label'), rows, `${key}. ${signs}`),
  }
}

type Row = SourceMatrix['rows'][number] & { count: string; settled: string | null }

function settledLine({ settled, statements }: EventPoint, t: MailContext['t']): string | null {
  const right = settled && statements[settled.statement]
  return right ? t('agents.settled', { date: settled.at.toISOString().slice(0, 10), text: right.text }) : null
}

const signsOf = (cells: readonly MatrixCell[]) => cells.map((cell) => SIGNS[cell]).join('')

const linesOf = ({ point, cells, count, settled }: Row): string[] => [
  `${signsOf(cells)} ${point.statements[0].text} (${count})`,
  ...point.statements.slice(1).map(({ text }) => `≠ ${text}`),
  ...(settled ? [settled] : []),
]

/** The count beside the signs is what a screen reader reads. */
function tableOf(label: string, rows: readonly Row[], key: string): Html {
  const cell = 'padding:3px 10px 3px 0;vertical-align:top;font:14px/1.35 Arial,sans-serif'
  const lines = rows.map(
    ({ point, cells, count, settled }) =>
      html`<tr><td aria-hidden="true" style="${cell};white-space:nowrap;letter-spacing:2px">${signsOf(cells)}</td><td style="${cell}">${point.statements[0].text} <span style="color:${ink.soft}">(${count})</span>${point.statements.slice(1).map(({ text }) => html`<br>≠ ${text}`)}${settled && html`<br>${settled}`}</td></tr>`,
  )
  return html`<table role="group" aria-label="${label}" cellpadding="0" cellspacing="0" border="0" style="margin:6px 0;border-collapse:collapse"><tbody>${lines}</tbody></table><p class="s" style="margin:0 0 6px;font:12px/1.4 Arial,sans-serif;color:${ink.soft}">${key}</p>`
}
