/**
 * `npm run eval:search`: how well keyword search answers questions whose answer is known, beside BM25 and PostgreSQL's
 * own ranking. Documents are loaded as articles, and the same code answers as for readers. Exit code 1 below the floor,
 * 2 where data are missing. By default the project's own set, `search.jsonl`, in two halves: what is tuned is tuned on
 * one and counts on the other. `--data shared` (or KARNHUSET_TEST_DATA) takes the shared one; `--json`. `--export` asks
 * the search of the exported site too, which must answer as the server does.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readContent } from '../../src/app/content.ts'
import { filterLiteral, readFilters, readWordRules } from '../../src/news/search/queries/narrowing.ts'
import { searchArticles } from '../../src/news/search/queries/search.ts'
import { parseQuery } from '../../src/news/search/rules/query.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { seedArticles, seedFeed, seedTag } from '../../tests/support/build.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { selectedData } from '../../tests/support/test-data.ts'
import { bm25 } from './bm25.ts'
import { agreement, type BrowserSearch, MIN_AGREEMENT, openExportedSearch } from './exported-search.ts'
import { hasTrigrams, rankByPostgres } from './postgres-ranking.ts'

const DEPTH = 100
const DAY = 86_400_000
const now = new Date('2026-11-21T12:00:00Z')
const content = readContent(join(import.meta.dirname, '../../content')).search

interface Document {
  id: string
  title?: string
  text: string
  source?: string
  tags?: string[]
  kind?: string
  /** How long ago it was published. */
  days?: number
}

interface Question {
  query: string
  relevant: string | string[]
  /** What it tries: words, misspelling, compound, synonym, phrase, exclude, filter or question. */
  about?: string
}

interface LabelledSet {
  name: string
  documents: Document[]
  questions: Question[]
  floor: Figures
}

interface Figures {
  mrr: number
  recall5: number
}

interface Asked {
  question: string
  about: string
  half: 'tuning' | 'held out'
  /** Of the first right answer: ours, BM25's and PostgreSQL's. */
  ranks: { ours: number | null; bm25: number | null; postgres: number | null }
  /** Of the exported site: of the first right answer, and of the first of ours. */
  browser?: { right: number | null; same: number | null }
}

const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)

function localSet(): LabelledSet {
  const lines = readLines<Document | Question>(join(import.meta.dirname, 'search.jsonl'))
  return {
    name: 'own set',
    documents: lines.filter((line) => 'id' in line),
    questions: lines.filter((line) => 'query' in line),
    floor: { mrr: 0.92, recall5: 0.95 },
  }
}

function sharedSet(folder: string): LabelledSet {
  return {
    name: 'shared set',
    documents: readLines(join(folder, 'retrieval-sv/swefaq-dev-docs.jsonl')),
    questions: readLines(join(folder, 'retrieval-sv/swefaq-dev-queries.jsonl')),
    floor: { mrr: 0.72, recall5: 0.81 },
  }
}

async function evaluate(
  database: Database,
  { documents, questions }: LabelledSet,
  isExported: boolean,
): Promise<Asked[]> {
  const ids = await load(database, documents)
  const browser: BrowserSearch | null = isExported ? await openExportedSearch(database, now) : null
  const plain = bm25(documents.map(({ title = '', text }) => `${title} ${text}`))
  const trigrams = await hasTrigrams(database)
  const asked: Asked[] = []
  for (const { query, relevant, about = 'words' } of questions) {
    const right = [relevant].flat()
    const answers = new Set(right.map((id) => ids.get(id)))
    const found = await search(database, query)
    const shown = browser?.(query)
    asked.push({
      question: query,
      about,
      half: createHash('sha256').update(query).digest().readUInt8(0) % 2 === 0 ? 'tuning' : 'held out',
      ranks: {
        ours: rankOf(found, (id) => answers.has(id)),
        bm25: rankOf(plain(query).slice(0, DEPTH), (at) => right.includes(documents[at]?.id ?? '')),
        postgres: rankOf(await searchPlainly(database, query, trigrams), (id) => answers.has(id)),
      },
      ...(shown && {
        browser: { right: rankOf(shown, (id) => answers.has(id)), same: rankOf(shown, (id) => id === found[0]) },
      }),
    })
  }
  return asked
}

async function search(database: Database, q: string): Promise<number[]> {
  const log = { warn: () => {} }
  const parts = { db: database.readDb, embedder: null, siteLanguage: 'sv', log, content, clock: { now: () => now } }
  const { hits } = await searchArticles(parts, { q, limit: DEPTH })
  return hits.map(({ article }) => article.id)
}

/** PostgreSQL's ranking of the same words, with the same filters, phrases and exclusions. */
async function searchPlainly(database: Database, q: string, trigrams: boolean): Promise<number[]> {
  const parsed = parseQuery(q, content, now)
  const { conditions } = await readFilters(database.readDb, parsed, content)
  const ids = await rankByPostgres(database, parsed.text, { conditions, trigrams })
  const { excluded } = await readWordRules(database.readDb, parsed, ['sv', 'en'])
  const kept = await filterLiteral(database.readDb, ids, parsed, excluded)
  return ids.filter((id) => kept.has(id))
}

function rankOf<T>(found: T[], isRight: (one: T) => boolean): number | null {
  const at = found.findIndex(isRight)
  return at < 0 ? null : at + 1
}

function figuresOf(ranks: (number | null)[]): Figures {
  const mean = (value: (rank: number | null) => number) =>
    ranks.reduce<number>((sum, rank) => sum + value(rank), 0) / ranks.length
  return {
    mrr: mean((rank) => (rank === null ? 0 : 1 / rank)),
    recall5: mean((rank) => (rank !== null && rank <= 5 ? 1 : 0)),
  }
}

async function load(database: Database, documents: Document[]): Promise<Map<string, number>> {
  const feeds = await byName(
    documents.map(({ source = 'Dagens' }) => source),
    (title) => seedFeed(database, { language: 'sv', title }),
  )
  const tags = await byName(
    documents.flatMap(({ tags = [] }) => tags),
    (name) => seedTag(database, name),
  )
  const articles = documents.map((one) => ({
    feed_id: feeds.get(one.source ?? 'Dagens') ?? 0,
    title: one.title ?? '',
    excerpt: one.text,
    language: 'sv',
    kind: one.kind ?? 'news',
    tag_ids: (one.tags ?? []).flatMap((name) => tags.get(name) ?? []),
    sort_at: new Date(now.getTime() - (one.days ?? 100) * DAY),
  }))
  const ids = await seedArticles(database, articles)
  return new Map(documents.map(({ id }, i) => [id, ids[i] ?? 0]))
}

async function byName(names: string[], seed: (name: string) => Promise<number>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const name of new Set(names)) ids.set(name, await seed(name))
  return ids
}

const systems = ['ours', 'bm25', 'postgres'] as const

/** One line of figures: MRR and recall@5 of ours, BM25 and PostgreSQL. */
function line(name: string, asked: Asked[]): string {
  const figures = systems.map((system) => {
    const { mrr, recall5 } = figuresOf(asked.map(({ ranks }) => ranks[system]))
    return `${mrr.toFixed(3)} ${recall5.toFixed(3)}`
  })
  return `${`${name} (${asked.length})`.padEnd(18)} ${figures.join('   ')}`
}

function report({ name, documents, floor }: LabelledSet, asked: Asked[], passed: boolean): string {
  // Misses of the other half are not shown, so that nobody tunes on them.
  const misses = asked.filter(({ half, ranks }) => half === 'tuning' && (ranks.ours === null || ranks.ours > 5))
  const groups = [...new Set(asked.map(({ about }) => about))]
  return [
    `${name}: ${asked.length} questions over ${documents.length} documents; at least MRR ${floor.mrr}, recall@5 ${floor.recall5}`,
    '                   MRR and recall@5: ours, BM25, PostgreSQL',
    line('all', asked),
    ...(['tuning', 'held out'] as const).map((half) =>
      line(
        half,
        asked.filter((one) => one.half === half),
      ),
    ),
    ...(groups.length > 1
      ? groups.map((group) =>
          line(
            `  ${group}`,
            asked.filter(({ about }) => about === group),
          ),
        )
      : []),
    ...misses
      .slice(0, 30)
      .map(
        ({ question, ranks }) =>
          `  ${passed ? 'not among the first five' : 'MISS'}: "${question}" (${ranks.ours ?? 'not found'})`,
      ),
    ...agreement(asked).lines,
    passed ? 'passed' : 'failed',
  ].join('\n')
}

async function main(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const options = { data: { type: 'string' }, json: flag, export: flag } as const
  const { values } = parseArgs({ options })
  const folder = selectedData(values.data, 'retrieval-sv/swefaq-dev-docs.jsonl')
  const set = folder === null ? localSet() : sharedSet(folder)
  const database = await openTestDatabase()
  try {
    const asked = await evaluate(database, set, values.export)
    const figures = figuresOf(asked.map(({ ranks }) => ranks.ours))
    const agrees = !values.export || agreement(asked).share >= MIN_AGREEMENT
    const passed = figures.mrr >= set.floor.mrr && figures.recall5 >= set.floor.recall5 && agrees
    console.log(values.json ? JSON.stringify({ ...figures, asked, passed }) : report(set, asked, passed))
    process.exitCode = passed ? 0 : 1
  } finally {
    await database.close()
  }
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 2
})
