/** The source matrix of an event: which publisher supports which point, and the line of trust that sums it up. Pure. */
import type { EventPoint, EventSource, EventView, MatrixCell, SourceMatrix } from './views.ts'

/** A dispute that nothing has settled. */
export const isOpen = ({ status, settled }: EventPoint): boolean => status === 'disputed' && !settled

type Statements = Pick<EventView, 'points' | 'sources'>

export function sourceMatrix({ points, sources }: Statements): SourceMatrix {
  const isDisputed = ({ status }: EventPoint) => Number(status === 'disputed')
  const ordered = points.toSorted((a, b) => isDisputed(b) - isDisputed(a))
  const rows = ordered.map((point) => ({ point, cells: sources.map((source) => cellOf(point, source, points)) }))
  return { columns: sources, rows }
}

function cellOf(point: EventPoint, source: EventSource, points: readonly EventPoint[]): MatrixCell {
  const side = sideOf(point, source)
  if (side === 0 && source.copiesOf !== null) return 'copies'
  if (side >= 0) return side > 0 ? 'differs' : 'says'
  const isOfMatter = ({ matter }: EventPoint) => matter !== undefined && matter === point.matter
  if (points.some((other) => isOfMatter(other) && sideOf(other, source) >= 0)) return 'adds'
  return source.read ? 'silent' : 'unread'
}

/** Place of the statement that the source reports, itself or in the text that it has of another; -1 for none. */
export function sideOf({ statements }: EventPoint, { publisher, copiesOf }: EventSource): number {
  const sideBy = (by: string | null) =>
    statements.findIndex(({ sources }) => sources.some((source) => source.publisher === by))
  const reported = sideBy(publisher)
  return reported < 0 ? sideBy(copiesOf) : reported
}

/** Counts behind "10 källor · eniga om 4 uppgifter · oense om 1". */
interface Trust {
  /** Independent publishers. */
  sources: number
  /** Points that two independent publishers or more make. */
  agreed: number
  /** Disputes that nothing has settled. */
  disputed: number
}

export const trustOf = ({ points, sourceCount }: Pick<EventView, 'points' | 'sourceCount'>): Trust => ({
  sources: sourceCount,
  agreed: points.filter(({ status }) => status === 'agreed').length,
  disputed: points.filter(isOpen).length,
})
