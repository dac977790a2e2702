/**
 * `npm run eval:search`: how well keyword search answers questions whose answer is known, beside BM25. Documents are
 * loaded as articles, and the same code answers as for readers. Exit code 1 below the floor, 2 where data are missing.
 * By default the project's own set, `search.jsonl`; `--data shared` (or KARNHUSET_TEST_DATA) the shared one; `--json`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { searchArticles } from '../../src/read/search/search.ts'
import type { Database } from '../../src/store/database/database.ts'
import { chosenData } from '../support/chosen-data.ts'
import { openTestDatabase } from '../support/database.ts'
import { seedArticles, seedFeed } from '../support/seed.ts'
import { bm25 } from './bm25.ts'

const DEPTH = 100

interface Document {
  id: string
  title?: string
  text: string
}

interface Question {
  query: string
  relevant: string | string[]
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

interface Outcome extends Figures {
  baseline: Figures
  ranks: { question: string; rank: number | null }[]
}

const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)

function ownSet(): LabelledSet {
  const lines = readLines<Document | Question>(join(import.meta.dirname, 'search.jsonl'))
  return {
    name: 'own set',
    documents: lines.filter((line) => 'id' in line),
    questions: lines.filter((line) => 'query' in line),
    floor: { mrr: 0.86, recall5: 0.87 },
  }
}

function sharedSet(folder: string): LabelledSet {
  return {
    name: 'shared set',
    documents: readLines(join(folder, 'retrieval-sv/swefaq-dev-docs.jsonl')),
    questions: readLines(join(folder, 'retrieval-sv/swefaq-dev-queries.jsonl')),
    floor: { mrr: 0.66, recall5: 0.77 },
  }
}

/** Rank of the first right answer to each question, and their means. */
async function evaluate(database: Database, { documents, questions }: LabelledSet): Promise<Outcome> {
  const ids = await load(database, documents)
  const plain = bm25(documents.map(({ title = '', text }) => `${title} ${text}`))
  const ranks = []
  const plainRanks = []
  for (const { query, relevant } of questions) {
    const right = [relevant].flat()
    const { hits } = await searchArticles(
      { db: database.readDb, embedder: null, siteLanguage: 'sv', log: { warn: () => {} } },
      { q: query, limit: DEPTH },
    )
    const answers = new Set(right.map((id) => ids.get(id)))
    ranks.push({ question: query, rank: rankOf(hits, (hit) => answers.has(hit.article.id)) })
    plainRanks.push(rankOf(plain(query).slice(0, DEPTH), (at) => right.includes(documents[at]?.id ?? '')))
  }
  return { ...figuresOf(ranks.map(({ rank }) => rank)), baseline: figuresOf(plainRanks), ranks }
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
  const feed = await seedFeed(database, { language: 'sv' })
  const articles = documents.map(({ title = '', text }) => ({ feed_id: feed, title, excerpt: text, language: 'sv' }))
  const ids = await seedArticles(database, articles)
  return new Map(documents.map(({ id }, i) => [id, ids[i] ?? 0]))
}

function report({ name, documents, questions, floor }: LabelledSet, outcome: Outcome, passed: boolean): string {
  const { baseline, mrr, recall5, ranks } = outcome
  const misses = ranks.filter(({ rank }) => rank === null || rank > 5)
  return [
    `${name}: ${questions.length} questions over ${documents.length} documents`,
    `MRR      ${mrr.toFixed(3)} (at least ${floor.mrr}; BM25 ${baseline.mrr.toFixed(3)})`,
    `recall@5 ${recall5.toFixed(3)} (at least ${floor.recall5}; BM25 ${baseline.recall5.toFixed(3)})`,
    ...misses
      .slice(0, 20)
      .map(
        ({ question, rank }) =>
          `  ${passed ? 'not among the first five' : 'MISS'}: "${question}" (${rank ?? 'not found'})`,
      ),
    passed ? 'passed' : 'failed',
  ].join('\n')
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, json: { type: 'boolean', default: false } } })
  const folder = chosenData(values.data, 'retrieval-sv/swefaq-dev-docs.jsonl')
  const set = folder === null ? ownSet() : sharedSet(folder)
  const database = await openTestDatabase()
  try {
    const outcome = await evaluate(database, set)
    const passed = outcome.mrr >= set.floor.mrr && outcome.recall5 >= set.floor.recall5
    console.log(values.json ? JSON.stringify({ ...outcome, passed }) : report(set, outcome, passed))
    process.exitCode = passed ? 0 : 1
  } finally {
    await database.close()
  }
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 2
})
