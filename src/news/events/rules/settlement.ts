/** A dispute that a later report, or the operator, has settled; and whether a point is the same dispute in other words. Pure. */
import type { StoredPoint, StoredStatement } from './event-text.ts'

export const SETTLED_BY = ['source', 'reports', 'operator'] as const
/** `source`: the others corrected themselves; `reports`: later reports agree; `operator`: an override. */
export type SettledBy = (typeof SETTLED_BY)[number]

export interface Settlement {
  /** The dispute as it was published, its first statement the one that was right. */
  point: StoredPoint
  /** False where the operator holds that it is open. */
  settled: boolean
  settledBy: SettledBy
  /** Articles that settled it. */
  broughtBy: number[]
  /** Sentences of later reports by which a judge held it settled. */
  reason: string | null
  model: string | null
  at: Date
}

/** Words that remain when a text is written again: a statement's own, or sentences of reports. */
const marksOf = ({ text, quotes }: StoredStatement): string[] => [text, ...quotes.map((quote) => quote.text)]

export const marksOfPoint = ({ statements }: StoredPoint): string[] => statements.flatMap(marksOf)

/** Two sides of it are the other's. One side may be of several disputes. */
export function isSameDispute({ status, statements }: StoredPoint, marks: readonly string[]): boolean {
  const shared = statements.filter((one) => marksOf(one).some((mark) => marks.includes(mark)))
  return status === 'disputed' && shared.length > 1
}

/** The settlement that is of the point: an override before others, the newest of these. */
export const settlementOf = (point: StoredPoint, settlements: readonly Settlement[]): Settlement | undefined =>
  settlements
    .filter((one) => isSameDispute(point, marksOfPoint(one.point)))
    .toSorted((a, b) => rank(b) - rank(a) || b.at.getTime() - a.at.getTime())[0]

const rank = ({ settledBy }: Settlement) => Number(settledBy === 'operator')

/** Place of the statement that was right; -1 where the point does not hold it any more. */
export function rightOf({ statements }: Pick<StoredPoint, 'statements'>, { point }: Settlement): number {
  const [right] = point.statements
  const marks = right ? marksOf(right) : []
  return statements.findIndex((one) => marksOf(one).some((mark) => marks.includes(mark)))
}

/** The point with one of its statements first. */
export function withFirst(point: StoredPoint, at: number): StoredPoint {
  const first = point.statements.slice(at, at + 1)
  return { ...point, statements: [...first, ...point.statements.filter((_, place) => place !== at)] }
}
