/** Ids as clients write them: one range on every surface, that of the smallest numbers by which the database calls things. */
import { AppError } from './errors.ts'

export const MAX_ID = 2_147_483_647

/** Null for what names nothing: no digits, too many of them, 0, a number beyond the range. */
export function parseId(text: unknown): number | null {
  const id = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 && id <= MAX_ID ? id : null
}

/** The number that `12` and `12-any-words` begin with. Null for what names nothing. */
export const parseSluggedId = (text: string): number | null => parseId(/^(\d+)(?:-|$)/.exec(text)?.[1])

/** True for the one spelling by which things are stored: `12`, and neither `012` nor `12-any-words`. */
export const isId = (text: string): boolean => parseId(text) !== null && !text.startsWith('0')

/** Of an address. Throws `not_found` for what names nothing. */
export function requireId(text: string): number {
  const id = parseId(text)
  if (id === null) throw new AppError('not_found', 'There is nothing at this address.')
  return id
}
