/** Page arithmetic for lists, numbered or read from a place, the same on every surface. */
import { AppError } from '../errors.ts'

export interface PageRequest {
  page: number
  perPage: number
}

/** The last item that was seen of a list in the order of time: where to go on, whatever was added before it. */
export interface ListCursor {
  /** Null for an item without a time, which comes last. */
  at: Date | null
  id: number
  /** Another item, which was shown first, out of its place. */
  led?: number
}

export interface Page<T> extends PageRequest {
  items: T[]
  total: number
  /** Cursor of the next page, null at the list's end; absent where it cannot be read from a cursor. */
  next?: ListCursor | string | null
  /** It was read from a place, and so has no number. */
  fromCursor?: boolean
}

/** None for what was read from a place. */
export const pageNumber = (page: number, after: unknown): Pick<Page<unknown>, 'page' | 'fromCursor'> =>
  after === undefined ? { page } : { page: 1, fromCursor: true }

export const formatListCursor = ({ at, id, led }: ListCursor): string =>
  [
    at === null ? 'none' : at.getTime().toString(36),
    id.toString(36),
    ...(led === undefined ? [] : [led.toString(36)]),
  ].join('.')

/** The year 1, which is long before any article and within what the database holds. */
const EARLIEST = -62_135_596_800_000

/** Undefined for what never was a place. */
export function parseListCursor(text: string): ListCursor | undefined {
  const [, at = '', id = '', led] =
    /^(none|-?[0-9a-z]{1,10})\.([0-9a-z]{1,10})(?:\.([0-9a-z]{1,10}))?$/.exec(text) ?? []
  if (id === '') return undefined
  if (Number.parseInt(at, 36) < EARLIEST) return undefined
  const cursor = { at: at === 'none' ? null : new Date(Number.parseInt(at, 36)), id: Number.parseInt(id, 36) }
  return led === undefined ? cursor : { ...cursor, led: Number.parseInt(led, 36) }
}

/** From one item more than asked for: the items, and whether there is more. */
export function cutPage<T>(found: T[], perPage: number, cursorOf: (item: T) => ListCursor) {
  const items = found.slice(0, perPage)
  const last = items.at(-1)
  return { items, next: found.length > perPage && last !== undefined ? cursorOf(last) : null }
}

/**
 * A page of a list that is had whole: by its number, or from behind the item whose key is `after`. Throws `bad_request`
 * where that one is there no more.
 */
export function keyedPage<T>(
  all: T[],
  { page, perPage }: PageRequest,
  after: string | undefined,
  keyOf: (item: T) => string,
): Page<T> {
  const at = after === undefined ? -1 : all.findIndex((item) => keyOf(item) === after)
  if (after !== undefined && at < 0)
    throw new AppError('bad_request', 'cursor: what it names is not in the list any more. Begin without it.')
  const start = after === undefined ? (page - 1) * perPage : at + 1
  const items = all.slice(start, start + perPage)
  const last = items.at(-1)
  const next = last !== undefined && start + perPage < all.length ? keyOf(last) : null
  return { items, total: all.length, perPage, next, ...pageNumber(page, after) }
}

/** A page of a list that is short enough to be had whole. */
export function pageOf<T>(all: T[], { page, perPage }: PageRequest): Page<T> {
  return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length, page, perPage }
}
