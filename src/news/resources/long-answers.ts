/** Parts of what is too long for one answer: cursors that count items or characters. */
import { AppError } from '../../platform/errors.ts'

/** Characters of a long text in one answer, which holds it as data and as text. */
const TEXT_PART = 20_000

export interface Part<View> {
  shown: View
  next: string | null
}

export const notOurs = () => new AppError('bad_request', 'cursor must be a next_cursor of an earlier answer.')

/** 0 without a cursor. */
export function offsetIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,7}$/.test(cursor)) throw notOurs()
  return Number(cursor)
}

export function partOfList<T>(all: T[], cursor: string | undefined, size: number): Part<T[]> {
  const start = offsetIn(cursor)
  const end = start + size
  return { shown: all.slice(start, end), next: all.length > end ? String(end) : null }
}

/** Cut between lines where that is near. */
export function partOfText(text: string, cursor: string | undefined): Part<string> {
  const from = offsetIn(cursor)
  const rest = text.slice(from)
  if (rest.length <= TEXT_PART) return { shown: rest, next: null }
  const line = rest.lastIndexOf('\n', TEXT_PART)
  const length = line > TEXT_PART / 2 ? line + 1 : TEXT_PART
  return { shown: rest.slice(0, length), next: String(from + length) }
}
