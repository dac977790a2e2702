/** Candidate articles for ranking a query, with their words. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { formsOf, MAX_BY_RARE_WORDS, planCandidates } from '../rules/candidates.ts'
import type { Dated } from '../rules/freshness.ts'
import { type Posting, parsePosting, quoteLexeme } from '../rules/postings.ts'
import type { QueryTerm } from '../rules/terms.ts'

// With fewer articles that hold a rare word, those with the common ones only are looked at too.
const FEW = 200
const MAX_WITH_EVERY_WORD = 1000
// Merging the index entries of common words is slow, so the index is not used where so many are expected.
const SURELY_MANY = 5 * MAX_WITH_EVERY_WORD
const NEWEST_SCANNED = 4000
const MAX_NEWEST = 400

/** Conditions that narrow the articles: `conditions` may use `a`, the article; the others are `tsquery` texts. */
export interface Narrowing {
  conditions: RawBuilder<unknown>[]
  /** An article must match it. */
  required: string | null
  /** An article must not match it. */
  excluded: string | null
}

export type Candidate = Posting & Dated

/** `all` is how many articles there are. Articles that hold only very common words come from the newest articles. */
export async function findCandidates(
  db: ReadDb,
  terms: QueryTerm[],
  { conditions, required, excluded }: Narrowing,
  all: number,
): Promise<Candidate[]> {
  const without = excluded === null ? '' : ` & !(${excluded})`
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  const { rare, common, expected } = planCandidates(terms, all)
  const wanted = new Map<string | null, ReturnType<typeof wantedWords>>()
  const found = new Map<number, Candidate>()
  const addRows = (rows: Row[]) => {
    for (const { id, search, language, sortAt, publishedAt } of rows) {
      const words = wanted.get(language) ?? wantedWords(terms, language)
      wanted.set(language, words)
      if (!found.has(id)) found.set(id, { ...parsePosting(id, search, words), sortAt, publishedAt })
    }
  }
  if (required !== null) {
    addRows(await withEveryWord(db, `(${required})${without}`, where, { expected: 0, all }))
    return [...found.values()]
  }
  if (rare) addRows((await byIndex(db, `(${rare})${without}`, where, MAX_BY_RARE_WORDS + 1)).rows)
  if (common?.every && found.size < FEW)
    addRows(await withEveryWord(db, `(${common.every})${without}`, where, { expected, all }))
  if (common && found.size < FEW) addRows(await amongNewest(db, `(${common.any})${without}`, where))
  return [...found.values()]
}

/** All of them; the newest where there are many. */
async function withEveryWord(
  db: ReadDb,
  every: string,
  where: RawBuilder<unknown>,
  { expected, all }: { expected: number; all: number },
): Promise<Row[]> {
  const newest = expected > SURELY_MANY ? await amongNewest(db, every, where) : null
  // Words that rarely occur together, as those of two languages, do so among the newest too.
  const due = Math.min(MAX_NEWEST, (expected / all) * NEWEST_SCANNED)
  if (newest && newest.length >= due / 2) return newest
  const { rows, matches } = await byIndex(db, every, where, MAX_WITH_EVERY_WORD)
  return matches < MAX_WITH_EVERY_WORD ? rows : (newest ?? (await amongNewest(db, every, where)))
}

/** The words that ranking looks for in a text of this language, by the way in which a `tsvector` writes them. */
export const wantedWords = (terms: QueryTerm[], language: string | null) =>
  new Map(
    terms
      .flatMap(formsOf)
      .filter(({ languages }) => !languages || (language !== null && languages.includes(language)))
      .map(({ term }) => [quoteLexeme(term), term]),
  )

interface Row extends Dated {
  id: number
  search: string
  /** Of the original, two letters. */
  language: string | null
}

/**
 * All articles that match and pass `where`, unless `limit` or more match: then none. The planner cannot know the
 * frequency of a word, and overestimates a dozen rare ones: it may not see them.
 */
async function byIndex(
  db: ReadDb,
  query: string,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<{ rows: Row[]; matches: number }> {
  const { rows } = await sql<{ matches: number } & Row>`
    with hits as materialized (
      select article_id, search from article_search where search @@ (select ${query}::tsquery) limit ${limit}
    )
    select c.matches, s.* from (select count(*) as matches from hits) c
    left join lateral (
      select h.article_id as id, h.search::text as search, left(a.original_language, 2) as language, a.sort_at as "sortAt", a.published_at as "publishedAt"
      from hits h join shown_articles a on a.id = h.article_id
      where ${where} and c.matches < ${limit}
    ) s on true`.execute(db)
  return { rows: rows.filter((row) => row.id !== null), matches: rows[0]?.matches ?? 0 }
}

// Each by its key ("offset 0"), or the planner reads the words of all articles to join them with these.
async function amongNewest(db: ReadDb, query: string, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.id, s.search::text as search, left(a.original_language, 2) as language, a.sort_at as "sortAt", a.published_at as "publishedAt"
    from (select a.id, a.sort_at, a.published_at, a.original_language from shown_articles a where ${where} order by a.sort_at desc, a.id desc
      limit ${NEWEST_SCANNED}) a
    cross join lateral (select search from article_search s where s.article_id = a.id offset 0) s
    where s.search @@ ${query}::tsquery
    order by a.sort_at desc, a.id desc limit ${MAX_NEWEST}`.execute(db)
  return rows
}
