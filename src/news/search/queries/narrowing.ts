/** Conditions from a reader's filters, phrases and exclusions. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { foldName, normalForm } from '../../../platform/text/normal-form.ts'
import { quoteLexeme } from '../rules/postings.ts'
import type { ParsedQuery } from '../rules/query.ts'
import type { FilterName, SearchContent } from '../rules/search-content.ts'
import type { QueryWord } from '../rules/terms.ts'
import type { Narrowing } from './candidates.ts'
import { findWords } from './index-terms.ts'

/** A filter's value that names nothing. */
export interface UnknownValue {
  filter: FilterName
  value: string
}

/** Conditions of the filters; the first value that names nothing, with which nothing can be found. */
export async function readFilters(
  db: ReadDb,
  parsed: ParsedQuery,
  content: SearchContent,
): Promise<{ conditions: RawBuilder<unknown>[]; unknown: UnknownValue | null }> {
  const { span, sources, tags, without, unreadable } = parsed
  const [from, notFrom] = [await sourcesByName(db, sources), await sourcesByName(db, without.sources)]
  const [about, notAbout] = [await tagsByName(db, tags), await tagsByName(db, without.tags)]
  const [of, notOf] = [kindsByName(parsed.kinds, content), kindsByName(without.kinds, content)]
  const unknown: UnknownValue[] = [
    ...unreadable.map((value) => ({ filter: 'since' as const, value })),
    ...[...from.unknown, ...notFrom.unknown].map((value) => ({ filter: 'source' as const, value })),
    ...[...about.unknown, ...notAbout.unknown].map((value) => ({ filter: 'tag' as const, value })),
    ...[...of.unknown, ...notOf.unknown].map((value) => ({ filter: 'kind' as const, value })),
  ]
  const conditions: RawBuilder<unknown>[] = []
  if (sources.length > 0) conditions.push(sql`a.feed_id = any(${from.ids}::int[])`)
  if (tags.length > 0) conditions.push(sql`a.tag_ids && ${about.ids}::int[]`)
  if (parsed.kinds.length > 0) conditions.push(sql`a.kind = any(${of.kinds}::text[])`)
  if (without.sources.length > 0) conditions.push(sql`a.feed_id <> all(${notFrom.ids}::int[])`)
  if (without.tags.length > 0) conditions.push(sql`not a.tag_ids && ${notAbout.ids}::int[]`)
  if (without.kinds.length > 0) conditions.push(sql`coalesce(a.kind, '') <> all(${notOf.kinds}::text[])`)
  if (span.from) conditions.push(sql`a.sort_at >= ${span.from}`)
  if (span.until) conditions.push(sql`a.sort_at < ${span.until}`)
  return { conditions, unknown: unknown[0] ?? null }
}

const sourcesByName = (db: ReadDb, names: string[]) =>
  idsByName(
    db,
    names,
    sql`select f.id from feeds f where ${plain(sql`f.title`)} like '%' || v.plain || '%'
    or ${plain(sql`f.publisher`)} like v.plain || '%'`,
  )

const tagsByName = (db: ReadDb, names: string[]) =>
  idsByName(
    db,
    names,
    sql`select t.id from tags t where ${plain(sql`t.name`)} = v.plain or ${plain(sql`t.slug`)} = v.plain`,
  )

function kindsByName(names: string[], content: SearchContent) {
  const found = names.map((name) => ({ name, kind: content.kinds.get(foldName(name)) }))
  return {
    kinds: found.flatMap(({ kind }) => kind ?? []),
    unknown: found.flatMap(({ name, kind }) => (kind ? [] : [name])),
  }
}

/** Letters and digits in lower case without marks: "9to5Mac" and "apple-watch" as readers type them. */
const plain = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(search_fold(lower(search_normal(${text}))), '[[:punct:][:space:]]', '', 'g')`

async function idsByName(db: ReadDb, names: string[], query: RawBuilder<unknown>) {
  if (names.length === 0) return { ids: [], unknown: [] }
  const { rows } = await sql<{ name: string; ids: number[] }>`
    select v.name, array(select id from (${query}) x where v.plain <> '') as ids
    from (select n as name, replace(replace(${plain(sql`n`)}, '%', ''), '_', '') as plain from unnest(${names}::text[]) n) v`.execute(
    db,
  )
  return {
    ids: rows.flatMap(({ ids }) => ids),
    unknown: rows.filter(({ ids }) => ids.length === 0).map(({ name }) => name),
  }
}

/** As `tsquery` texts, by the words of the index: the texts decide whether a phrase occurs there word by word. */
export async function readWordRules(
  db: ReadDb,
  { phrases, excluded }: ParsedQuery,
  languages: string[],
): Promise<Pick<Narrowing, 'required' | 'excluded'>> {
  if (phrases.length === 0 && excluded.words.length === 0) return { required: null, excluded: null }
  const required = phrases.length > 0 ? await findWords(db, phrases.join(' '), languages) : []
  const unwanted = excluded.words.length > 0 ? await findWords(db, excluded.words.join(' '), languages) : []
  // The index has no words that its language takes for empty ones.
  const meaningful = required.filter(({ stopIn }) => stopIn.length === 0)
  const inAll = meaningful.filter(({ foreign }) => foreign.every(({ stem }) => stem !== null))
  const indexed = inAll.length > 0 ? inAll : meaningful
  const anyOf = ({ stems, foreign }: QueryWord) =>
    `(${[...new Set([...stems, ...foreign.flatMap(({ stem }) => stem ?? [])])].map(quoteLexeme).join(' | ')})`
  return {
    required: indexed.length > 0 ? indexed.map(anyOf).join(' & ') : null,
    excluded: unwanted.length > 0 ? unwanted.map(anyOf).join(' | ') : null,
  }
}

/** Those of the articles that hold every phrase, and nothing of what is excluded. */
export async function filterLiteral(
  db: ReadDb,
  ids: number[],
  parsed: ParsedQuery,
  excluded: string | null,
): Promise<Set<number>> {
  const { phrases } = parsed
  if (phrases.length === 0 && parsed.excluded.phrases.length === 0 && excluded === null) return new Set(ids)
  const none =
    excluded === null
      ? sql`true`
      : sql`not exists (
    select from article_search s where s.article_id = a.id and s.search @@ ${excluded}::tsquery)`
  const { rows } = await sql<{ id: number; texts: (string | null)[] }>`
    select a.id, array[a.original_title, a.translated_title, a.summary] as texts
    from shown_articles a where a.id = any(${ids}::bigint[]) and ${none}`.execute(db)
  const [wanted, unwanted] = [phrases, parsed.excluded.phrases].map((list) => list.map(wordsOnly)) as [
    string[],
    string[],
  ]
  const passing = rows.filter(({ texts }) => {
    const plainTexts = texts.map((text) => wordsOnly(text ?? ''))
    const contains = (phrase: string) => plainTexts.some((text) => text.includes(phrase))
    return wanted.every(contains) && !unwanted.some((phrase) => phrase.trim() !== '' && contains(phrase))
  })
  return new Set(passing.map(({ id }) => id))
}

/** Each word between blanks. */
const wordsOnly = (text: string) =>
  ` ${normalForm(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
