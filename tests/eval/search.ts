/**
 * `npm run eval:search`: how well keyword search answers questions whose answer is known. Documents are loaded as
 * articles of an embedded database, and the same code answers as for readers. Exit code 1 below the targets.
 * `--docs X.jsonl` lines of {id, text, title?}, `--queries Y.jsonl` lines of {query, relevant}, `--json` for machines.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { searchArticles } from '../../src/read/search/search.ts'
import type { Database } from '../../src/store/database/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { seedArticles, seedFeed } from '../support/seed.ts'

const TARGETS = { mrr: 0.66, recall5: 0.77 }
const DEPTH = 100

interface Document {
  id: string
  title?: string
  text: string
}

interface Question {
  qid?: string
  query: string
  relevant: string | string[]
}

export interface Outcome {
  questions: number
  documents: number
  mrr: number
  recall5: number
  ranks: { question: string; rank: number | null }[]
}

const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)

/** Rank of the first right answer to each question, and their means. */
export async function evaluate(database: Database, documents: Document[], questions: Question[]): Promise<Outcome> {
  const ids = await load(database, documents)
  const ranks = []
  for (const { query, relevant } of questions) {
    const right = new Set([relevant].flat().map((id) => ids.get(id)))
    const { hits } = await searchArticles(
      { db: database.readDb, embedder: null, siteLanguage: 'sv', log: { warn: () => {} } },
      { q: query, limit: DEPTH },
    )
    const at = hits.findIndex((hit) => right.has(hit.article.id))
    ranks.push({ question: query, rank: at < 0 ? null : at + 1 })
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    questions: questions.length,
    documents: documents.length,
    mrr: mean(ranks.map(({ rank }) => (rank === null ? 0 : 1 / rank))),
    recall5: mean(ranks.map(({ rank }) => (rank !== null && rank <= 5 ? 1 : 0))),
    ranks,
  }
}

async function load(database: Database, documents: Document[]): Promise<Map<string, number>> {
  const feed = await seedFeed(database, { language: 'sv' })
  const articles = documents.map(({ title = '', text }) => ({ feed_id: feed, title, excerpt: text, language: 'sv' }))
  const ids = await seedArticles(database, articles)
  return new Map(documents.map(({ id }, i) => [id, ids[i] ?? 0]))
}

async function main(): Promise<void> {
  const folder = join(process.env.KARNHUSET_TEST_DATA ?? '../shared/data', 'retrieval-sv')
  const { values } = parseArgs({
    options: {
      docs: { type: 'string', default: join(folder, 'swefaq-dev-docs.jsonl') },
      queries: { type: 'string', default: join(folder, 'swefaq-dev-queries.jsonl') },
      json: { type: 'boolean', default: false },
    },
  })
  const missing = [values.docs, values.queries].filter((path) => !existsSync(path))
  if (missing.length > 0) return void process.stdout.write(`Nothing measured: ${missing.join(' and ')} not found.\n`)
  const database = await openTestDatabase()
  try {
    const outcome = await evaluate(database, readLines(values.docs), readLines(values.queries))
    const passed = outcome.mrr >= TARGETS.mrr && outcome.recall5 >= TARGETS.recall5
    process.stdout.write(values.json ? `${JSON.stringify({ ...outcome, passed })}\n` : report(outcome, passed))
    process.exitCode = passed ? 0 : 1
  } finally {
    await database.close()
  }
}

const report = ({ questions, documents, mrr, recall5 }: Outcome, passed: boolean) =>
  `${questions} questions over ${documents} documents: MRR ${mrr.toFixed(3)} (at least ${TARGETS.mrr}), ` +
  `recall@5 ${recall5.toFixed(3)} (at least ${TARGETS.recall5}): ${passed ? 'passed' : 'failed'}\n`

if (import.meta.main) await main()
