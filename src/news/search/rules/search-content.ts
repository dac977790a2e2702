/** Search settings of the content folder: names of filters, words of time, beginnings of questions. Pure. */
import { z } from 'zod'
import { parseContent } from '../../../platform/site/content-file.ts'
import { foldName } from '../../../platform/text/normal-form.ts'
import { ARTICLE_KINDS, type ArticleKind } from '../../topic/rules/kinds.ts'

export const FILTERS = ['since', 'before', 'source', 'tag', 'kind'] as const
export type FilterName = (typeof FILTERS)[number]
export const PERIODS = [
  ...['today', 'yesterday', 'weekend', 'week', 'month', 'year'],
  ...['last_week', 'last_month', 'last_year'],
] as const
export type Period = (typeof PERIODS)[number]

export interface SearchContent {
  /** By their names as `foldName` writes them. */
  filters: Map<string, FilterName>
  kinds: Map<string, ArticleKind>
  /** Words of a time, the longest first. */
  times: { words: string[]; period: Period }[]
  /** Words that a question begins with, the longest first. */
  questions: string[][]
  synonyms: string[][]
  /** Words of the site's language that say nothing, as clustering has them. */
  stop: ReadonlySet<string>
  /** Days begin there. */
  timezone: string
}

const name = z.string().regex(/^\p{L}+$/u, 'must be a word of letters')
const phrase = z.string().regex(/\p{L}/u, 'must have letters')
const SearchFile = z.strictObject({
  filters: z.partialRecord(z.enum(FILTERS), z.array(name)).default({}),
  kinds: z.partialRecord(z.enum(ARTICLE_KINDS), z.array(name)).default({}),
  times: z.partialRecord(z.enum(PERIODS), z.array(phrase)).default({}),
  questions: z.array(phrase).default([]),
})
/** Settings that hold for every language. */
export const plainSearch: SearchContent = {
  filters: new Map(FILTERS.map((filter) => [filter, filter])),
  kinds: new Map(ARTICLE_KINDS.map((kind) => [kind, kind])),
  times: [],
  questions: [],
  synonyms: [],
  stop: new Set(),
  timezone: 'UTC',
}

/** Throws `bad_request` naming file and line. `text` is null where the language has no file. */
export function parseSearch(text: string | null, file: string): Omit<SearchContent, 'synonyms' | 'stop' | 'timezone'> {
  if (text === null) return plainSearch
  const { filters, kinds, times, questions } = parseContent(text, file, SearchFile, ({ filters, kinds }, at) => [
    ...doubles(filters).map(([path, word]) => at(['filters', ...path], `filters: "${word}" stands twice`)),
    ...doubles(kinds).map(([path, word]) => at(['kinds', ...path], `kinds: "${word}" stands twice`)),
  ])
  return {
    filters: new Map([...plainSearch.filters, ...named(filters)]),
    kinds: new Map([...plainSearch.kinds, ...named(kinds)]),
    times: byLengthDescending(
      entries(times).flatMap(([period, phrases]) => phrases.map((phrase) => ({ words: wordsOf(phrase), period }))),
      ({ words }) => words.length,
    ),
    questions: byLengthDescending(questions.map(wordsOf), (words) => words.length),
  }
}

const entries = <K extends string, V>(record: Partial<Record<K, V>>) => Object.entries(record) as [K, V][]
const wordsOf = (text: string) => text.split(/\s+/).map(foldName)
const byLengthDescending = <T>(list: T[], length: (one: T) => number) => [...list].sort((a, b) => length(b) - length(a))

const named = <K extends string>(record: Partial<Record<K, string[]>>): [string, K][] =>
  entries<K, string[]>(record).flatMap(([key, words]) => words.map((word): [string, K] => [foldName(word), key]))

function doubles(record: Partial<Record<string, string[]>>): [(string | number)[], string][] {
  const seen = new Set<string>()
  return entries<string, string[]>(record).flatMap(([key, words]) =>
    words.flatMap((word, i): [(string | number)[], string][] => {
      const folded = foldName(word)
      const double = seen.has(folded)
      seen.add(folded)
      return double ? [[[key, i], word]] : []
    }),
  )
}
