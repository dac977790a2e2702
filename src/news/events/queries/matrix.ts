/** The source matrix of an event: which publisher supports which point, and the line of trust that sums it up. Pure. */
import type { EventPoint, EventSource, EventView, MatrixCell, SourceMatrix } from './views.ts'

/** A dispute that nothing has settled. */
export const isOpen = ({ status, settled }: EventPoint): boolean => status === 'disputed' && !settled

type Statements = Pick<EventView, 'points' | 'sources'>

export function sourceMatrix({ points, sources }: Statements): SourceMatrix {
  const isDisputed = ({ status }: EventPoint) => Number(status === 'disputed')
  const ordered = points.toSorted((a, b) => isDisputed(b) - isDisputed(a))
  const rows = ordered.map((point) => ({ point, cells: sources.map((source) => cellOf(point, source)) }))
  return { columns: sources, rows }
}

function cellOf({ statements }: EventPoint, { publisher, copiesOf }: EventSource): MatrixCell {
  const at = statements.findIndex(({ sources }) => sources.some((source) => source.publisher === publisher))
  if (at < 0) return 'silent'
  if (at > 0) return 'differs'
  return copiesOf === null ? 'says' : 'copies'
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
