/** Parameters of lists and details: untrusted text or JSON → typed values, and the message about a wrong one. */
import { z } from 'zod'
import { MAX_ID, parseSluggedId } from '../../platform/ids.ts'
import { parseListCursor } from '../../platform/site/pages.ts'
import { foldSpace } from '../../platform/text/text.ts'
import { ARTICLE_KINDS } from '../topic/rules/kinds.ts'

/** Digits become a number that counts exactly; anything else stays as it is, for the schema to refuse. */
export const integer = (text: unknown) =>
  typeof text === 'string' && /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text

const positive = (max: number) => {
  const error = 'must be a whole number from 1'
  return z.int({ error }).min(1, error).max(max)
}

/** Above `max` means `max`. */
export const upTo = (max: number, fallback: number, name: string) =>
  z.preprocess(
    (text) => {
      const value = integer(text)
      return typeof value === 'number' ? Math.min(value, max) : value
    },
    positive(max).default(fallback).describe(`${name}; above ${max} means ${max}.`),
  )

/** As `integer`, for `true` and `false`. */
export const bool = (text: unknown) => (text === 'true' ? true : text === 'false' ? false : text)
const truth = z.boolean({ error: 'must be true or false' })
const flag = (description: string) => z.preprocess(bool, truth.optional().describe(description))

/** Off unless it is asked for. */
export const option = (description: string) => z.preprocess(bool, truth.default(false).describe(description))

const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(9999, 0, 1)

/** ISO 8601, a day or an instant. An unescaped "+" of an offset arrives as a blank. */
function toDate(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.replace(/ (?=\d\d:\d\d$)/, '+')
  const parsed = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text)
  if (!parsed.success) return value
  return new Date(Math.min(latest, Math.max(earliest, Date.parse(text))))
}
const day = z.date({ error: 'must be an ISO 8601 day or instant, such as 2026-11-21T09:00:00Z' })
export const time = (description: string) => z.preprocess(toDate, day.optional().describe(description))

/** An id in JSON. */
export const idNumber = z.int({ error: 'must be a whole number from 1' }).min(1).max(MAX_ID)
export const anyId = (description: string) => z.preprocess(integer, idNumber.optional().describe(description))

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z
    .enum(values, { error: `must be one of ${values.join(', ')}` })
    .optional()
    .describe(description)

const pageNumber = z.int({ error: 'must be a whole number from 1' }).min(1, 'must be a whole number from 1')
export const pages = {
  page: z.preprocess(integer, pageNumber.default(1).describe('Page number.')),
  per_page: upTo(100, 20, 'Items a page'),
}

const listCursor = z.string().transform((text, context) => {
  const found = parseListCursor(text)
  if (found) return found
  context.addIssue({ code: 'custom', message: 'must be a `next_cursor` of an earlier answer' })
  return z.NEVER
})

/** Of a list by time, or of one in another order: then whatever identifies its last item. */
export const cursors = {
  time: listCursor.optional().describe('The `next_cursor` of the answer before; instead of `page`, in lists by time.'),
  key: z.string().min(1).max(200).optional().describe('The `next_cursor` of the answer before; instead of `page`.'),
}

/** Of what is, or is not, about the topic of the site. */
export const relevance = {
  relevant: flag("Only what is, or is not, about the site's topic."),
  apple_relevant: flag('The older name of `relevant`, which takes precedence.'),
}

export const published = {
  since: time('Published at this instant or later.'),
  until: time('Published before this instant.'),
}

export const tagSlug = (description: string) => z.string().max(200).optional().describe(description)

/** One meaning on every surface: what sort of article it is. */
export const kind = (description: string) => oneOf(ARTICLE_KINDS, description)

/** The contract's (interface.md 8). */
const MAX_QUERY_LENGTH = 500

/** Text of a search, which may hold filters (docs/search.md). */
export const searchText = z.preprocess(
  (text) => (typeof text === 'string' ? foldSpace(text) : text),
  z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(MAX_QUERY_LENGTH, `must have at most ${MAX_QUERY_LENGTH} characters`),
)

export const numericId = (description: string) => z.preprocess(integer, idNumber.describe(description))

export const textId = (pattern: RegExp, description: string) => z.string().regex(pattern).describe(description)

/** `12`, or `12` with any words behind it. */
export const sluggedId = (name: string) =>
  textId(/^\d{1,15}(-.*)?$/, `Id of the ${name}, or the id with any slug: \`12\` or \`12-a-slug\`.`).transform(
    (text) => parseSluggedId(text) ?? 0,
  )
