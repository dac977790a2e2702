/**
 * Small images of an event: points by publishers, and its reports on a line of time. Colours are attributes, for emails and
 * for images that are shared; the style sheet replaces them.
 */
import type { EventSource, MatrixCell, SourceMatrix } from '../read/events/views.ts'
import { type Html, html, trusted } from './html.ts'

const STEP = 9
const MAX_COLUMNS = 12
const MAX_ROWS = 6

const DRAWINGS: Record<MatrixCell, { attributes: string; path: (x: number, y: number) => string }> = {
  says: { attributes: 'fill="#1c1a17"', path: (x, y) => `M${x} ${y}h7v7h-7z` },
  copies: { attributes: 'fill="#8f887c"', path: (x, y) => `M${x} ${y}h7v7h-7z` },
  differs: {
    attributes: 'fill="none" stroke="#b0241c" stroke-width="1.6"',
    path: (x, y) => `M${x} ${y + 2.2}h7m-7 2.6h7m-1.5-4.8-4 7`,
  },
  silent: { attributes: 'fill="none" stroke="#8f887c"', path: (x, y) => `M${x + 0.5} ${y + 0.5}h6v6h-6z` },
}

/** One path a kind of cell, so that the image stays small. Null where the event has no points or one publisher. */
export function matrixImage({ columns, rows }: SourceMatrix, label: string): Html | null {
  if (rows.length === 0 || columns.length < 2) return null
  const shown = rows.slice(0, MAX_ROWS).map(({ cells }) => cells.slice(0, MAX_COLUMNS))
  const paths = new Map<MatrixCell, string>()
  for (const [row, cells] of shown.entries())
    for (const [column, cell] of cells.entries())
      paths.set(cell, (paths.get(cell) ?? '') + DRAWINGS[cell].path(column * STEP, row * STEP))
  const drawn = [...paths].map(([cell, path]) => `<path class="mx-${cell}" ${DRAWINGS[cell].attributes} d="${path}"/>`)
  return svg('matrix', label, (shown[0]?.length ?? 0) * STEP - 2, shown.length * STEP - 2, drawn.join(''))
}

const WIDTH = 120
const MAX_PUBLISHERS = 12

/**
 * Reports by publisher and time: a row each, those with another's words in grey on a line from it; as a `strip`, all in one
 * row. Null for one publisher.
 */
export function timeImage(sources: readonly EventSource[], label: string, strip = false): Html | null {
  const shown = sources.slice(0, MAX_PUBLISHERS)
  if (shown.length < 2) return null
  const times = shown.map(({ publishedAt }) => publishedAt?.getTime())
  const dated = times.filter((time) => time !== undefined)
  const [from, to] = [Math.min(...dated), Math.max(...dated)]
  const points = shown.map((source, row) => ({
    source,
    x: 4 + Math.round(to > from ? (((times[row] ?? to) - from) / (to - from)) * (WIDTH - 8) : 0),
    y: 4 + (strip ? 0 : row * STEP),
  }))
  const copied = (strip ? [] : points).flatMap((point) => {
    const original = points.find(({ source }) => source.publisher === point.source.copiesOf)
    return original ? [`M${original.x} ${original.y}V${point.y}H${point.x}`] : []
  })
  const dots = points.map(
    ({ source: { copiesOf }, x, y }) =>
      `<circle class="mx-${copiesOf === null ? 'says' : 'copies'}" ${DRAWINGS[copiesOf === null ? 'says' : 'copies'].attributes} cx="${x}" cy="${y}" r="3.5"/>`,
  )
  const lines = `<path class="mx-silent" ${DRAWINGS.silent.attributes} d="${copied.join('')}"/>`
  return svg(
    'times',
    label,
    WIDTH,
    strip ? STEP : shown.length * STEP,
    (copied.length > 0 ? lines : '') + dots.join(''),
  )
}

const svg = (name: string, label: string, width: number, height: number, drawn: string): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" class="${name}" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${trusted(drawn)}</svg>`
