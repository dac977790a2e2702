/** Envelope of every answer: data, pagination, meta, or an error. */
import { z } from 'zod'
import type { ErrorCode } from '../../platform/errors.ts'
import { statusOf } from '../../platform/http/errors.ts'
import { formatListCursor, type Page } from '../../platform/site/pages.ts'

const meta = {
  api_version: z.literal('v1'),
  timestamp: z.iso.datetime(),
  ignored: z.array(z.string()).max(20).optional().describe('Parameters that are not known here, if any were sent.'),
}
const Meta = z.object(meta).meta({ id: 'Meta' })
const ListMeta = z
  .object({ ...meta, filters: z.record(z.string(), z.unknown()).describe('The filters in force, as parsed.') })
  .meta({ id: 'ListMeta' })
export const SearchMeta = z
  .object({
    ...ListMeta.shape,
    mode: z.enum(['semantic', 'keyword']).describe('`semantic`: ranked by meaning. `keyword`: ranked by words.'),
    did_you_mean: z.string().nullable().describe('The text of the search with its misspelt words corrected, if any.'),
  })
  .meta({ id: 'SearchMeta' })

const Pagination = z
  .object({
    current_page: z.int().min(1).nullable().describe('Null when the list was read from a `cursor`.'),
    per_page: z.int().min(1).max(100),
    total: z.int().min(0),
    last_page: z.int().min(1),
    has_next: z.boolean(),
    has_prev: z.boolean(),
    next_page: z.int().nullable(),
    prev_page: z.int().nullable(),
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .describe('The `cursor` of the next call. In lists by time, no item comes twice and none is left out.'),
  })
  .meta({ id: 'Pagination' })

export const listOf = (item: z.ZodType) => z.object({ data: z.array(item), pagination: Pagination, meta: ListMeta })
export const searchListOf = (item: z.ZodType) => z.object({ data: z.array(item), meta: SearchMeta })
export const changesOf = (item: z.ZodType) =>
  z.object({
    data: z.array(item),
    next: z.string().describe('The `after` of the next call.'),
    has_more: z.boolean().describe('True when more changes are there already.'),
    meta: Meta,
  })
export const oneOf = (item: z.ZodType) => z.object({ data: item, meta: Meta })

const codes = Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]]
export const ErrorBody = z
  .object({
    error: z.object({ type: z.enum(codes), message: z.string().describe('A note for developers.') }),
    meta: Meta,
  })
  .meta({ id: 'Error', description: 'An error.' })

/** As parsed; those that are undefined are left out of the answer. */
export type Filters = object

export const presentMeta = (now: Date) => ({ api_version: 'v1' as const, timestamp: now.toISOString() })

export function presentPagination({
  page,
  perPage,
  total,
  next,
  fromCursor,
}: Page<unknown>): z.infer<typeof Pagination> {
  const cursor =
    next === undefined ? {} : { next_cursor: typeof next === 'string' ? next : next && formatListCursor(next) }
  const last = Math.max(1, Math.ceil(total / perPage))
  if (fromCursor)
    return {
      current_page: null,
      per_page: perPage,
      total,
      last_page: last,
      has_next: next !== null,
      has_prev: true,
      next_page: null,
      prev_page: null,
      ...cursor,
    }
  return {
    current_page: page,
    per_page: perPage,
    total,
    last_page: last,
    has_next: page < last,
    has_prev: page > 1,
    next_page: page < last ? page + 1 : null,
    // Behind the end there is nothing but the last page to go back to.
    prev_page: page > 1 ? Math.min(page - 1, last) : null,
    ...cursor,
  }
}
