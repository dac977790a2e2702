/** Parameters and bodies of /api/v1: untrusted text → typed values, and what is said of a wrong one. */
import { z } from 'zod'
import { ARTICLE_KINDS } from '../../domain/articles/kinds.ts'
import { changeTypes, parseCursor, readTypes } from '../../domain/changes.ts'
import { parsePlace } from '../../domain/site/pages.ts'
import { foldSpace } from '../../domain/text/text.ts'
import { EVENT_SORTS } from '../../read/events/list.ts'
import { limits } from './limits.ts'

/** Digits become a number that counts exactly; anything else stays as it is, for the schema to refuse. */
const whole = (text: unknown) =>
  typeof text === 'string' && /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text

const wholeFrom1 = (max?: number) => {
  const error = 'must be a whole number from 1'
  const number = z.int({ error }).min(1, error)
  return max === undefined ? number : number.max(max)
}

/** Above `max` means `max`. */
const upTo = (max: number) => (text: unknown) => {
  const value = whole(text)
  return typeof value === 'number' ? Math.min(value, max) : value
}

const bool = (text: unknown) => (text === 'true' ? true : text === 'false' ? false : text)
const truth = z.boolean({ error: 'must be true or false' })

const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(9999, 0, 1)

/** ISO 8601, a day or an instant. An unescaped "+" of an offset arrives as a blank. */
function instant(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.replace(/ (?=\d\d:\d\d$)/, '+')
  const known = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text)
  if (!known.success) return value
  return new Date(Math.min(latest, Math.max(earliest, Date.parse(text))))
}
const day = z.date({ error: 'must be an ISO 8601 day or instant, such as 2026-11-21T09:00:00Z' })

export const pages = {
  page: z.preprocess(whole, wholeFrom1().default(1).describe('Page number.')),
  per_page: z.preprocess(
    upTo(limits.perPage),
    wholeFrom1(limits.perPage).default(20).describe(`Items a page; above ${limits.perPage} means ${limits.perPage}.`),
  ),
}

const place = z.string().transform((text, context) => {
  const found = parsePlace(text)
  if (found) return found
  context.addIssue({ code: 'custom', message: 'must be a `next_cursor` of an earlier answer' })
  return z.NEVER
})

export const listCursor = {
  cursor: place.optional().describe('The `next_cursor` of the answer before; instead of `page`, in lists by time.'),
}

/** Of lists that do not go by time: whatever identifies the last item. */
export const keyCursor = {
  cursor: z.string().min(1).max(200).optional().describe('The `next_cursor` of the answer before; instead of `page`.'),
}

/** `languages` are those of site.yaml. */
export const filters = (languages: string[]) => ({
  lang: z
    .enum(languages, { error: `must be one of ${languages.join(', ')}` })
    .optional()
    .describe('Language of the original.'),
  relevant: z.preprocess(bool, truth.optional().describe("Only what is, or is not, about the site's topic.")),
  apple_relevant: z.preprocess(bool, truth.optional().describe('The same as `relevant`, which goes before it.')),
  since: z.preprocess(instant, day.optional().describe('Published at this instant or later.')),
  until: z.preprocess(instant, day.optional().describe('Published before this instant.')),
})

export const sort = z
  .enum(['newest', 'popular'], { error: 'must be one of newest, popular' })
  .optional()
  .describe('Order; newest first unless said otherwise.')

export const eventSort = z
  .enum(EVENT_SORTS, { error: `must be one of ${EVENT_SORTS.join(', ')}` })
  .optional()
  .describe('Order: first reported last (`newest`, unless said otherwise), reported on last, or most read.')

export const storyStatus = z
  .enum(['active', 'dormant'], { error: 'must be one of active, dormant' })
  .optional()
  .describe('Only stories in this state.')

export const includeTranscript = z.preprocess(bool, truth.default(false).describe('Attach the transcript text.'))

const searchText = z
  .string({ error: 'is required' })
  .min(1, 'is required')
  .max(limits.query, `must have at most ${limits.query} characters`)

export const search = {
  q: z.preprocess(
    (text) => (typeof text === 'string' ? foldSpace(text) : text),
    searchText.describe('What to look for.'),
  ),
  limit: z.preprocess(
    upTo(limits.searchHits),
    wholeFrom1(limits.searchHits).default(20).describe(`Hits; above ${limits.searchHits} means ${limits.searchHits}.`),
  ),
}

export const searchFilters = {
  since: z.preprocess(instant, day.optional().describe('Published at this instant or later.')),
  until: z.preprocess(instant, day.optional().describe('Published before this instant.')),
  feed_id: z.preprocess(whole, z.int().min(1).max(2_147_483_647).optional().describe('Only articles of this source.')),
  tag: z.string().max(200).optional().describe('Only articles of the tag with this slug.'),
  kind: z
    .enum(ARTICLE_KINDS, { error: `must be one of ${ARTICLE_KINDS.join(', ')}` })
    .optional()
    .describe('Only articles of this kind.'),
}

const types = z.string().transform((text, context) => {
  const { known, unknown } = readTypes(text)
  if (unknown === undefined && known.length > 0) return known
  const message = `must be types such as ${changeTypes.slice(0, 3).join(', ')}, or kinds such as entry, joined by commas`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const cursorText = z.string().transform((text, context) => {
  const cursor = parseCursor(text)
  if (cursor) return cursor
  context.addIssue({ code: 'custom', message: 'must be a `next` of an earlier answer' })
  return z.NEVER
})

export const changes = {
  after: cursorText.optional().describe('The `next` of the answer before. Without it: where the log ends now.'),
  types: types
    .optional()
    .describe('Only these types (`entry.created,event.merged`) or kinds (`entry`), joined by commas.'),
  limit: z.preprocess(
    upTo(limits.changes),
    wholeFrom1(limits.changes).default(100).describe(`Changes; above ${limits.changes} means ${limits.changes}.`),
  ),
}

/** Ids beyond what the database can hold name nothing. */
const maxInteger = 2_147_483_647
const anyId = z.int({ error: 'must be a whole number from 1' }).min(1).max(maxInteger).optional()

export const eventFilters = {
  relevant: z.preprocess(bool, truth.optional().describe("Only what is, or is not, about the site's topic.")),
  apple_relevant: z.preprocess(bool, truth.optional().describe('The same as `relevant`, which goes before it.')),
  since: z.preprocess(instant, day.optional().describe('Reported on at this instant or later.')),
  until: z.preprocess(instant, day.optional().describe('First reported before this instant.')),
  feed_id: z.preprocess(whole, anyId.describe('Only events that this source reports.')),
  min_sources: z.preprocess(whole, anyId.describe('Only events of so many independent publishers.')),
  story_id: z.preprocess(whole, anyId.describe('Only events of this story.')),
}
export const feedId = z.object({ id: z.preprocess(whole, z.int().min(1).max(maxInteger).describe('Id of the feed.')) })
/** The database numbers articles and events up to here. */
export const entryId = z.object({
  id: z.preprocess(whole, z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Id of the article.')),
})
export const tagSlug = z.object({
  id: z
    .string()
    .regex(/^[^\p{Cc}]{1,200}$/u)
    .describe('Slug of the tag.'),
})
export const storyId = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}(-.*)?$/)
    .describe('Id of the story, or the id with any slug: `12` or `12-a-slug`.'),
})
export const eventId = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}(-.*)?$/)
    .describe('Id of the event, or the id with any slug: `12` or `12-a-slug`.'),
})
export const episodeId = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .describe('The episode_id.'),
})
