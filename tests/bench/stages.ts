/**
 * What one article costs each stage as the database grows, in processor time of this process and of the database's server
 * together: documents of 40 sources come in, twenty items each, and go through the pipeline's own functions.
 */
import { sql } from 'kysely'
import { findChanges } from '../../src/pipeline/fetch/ingest.ts'
import type { Database } from '../../src/store/database/database.ts'
import { saveVisit, startVisit } from '../../src/store/feeds/visits.ts'
import { contentLexicon } from '../support/lexicon.ts'
import { rssDocument } from '../support/publisher.ts'
import { startTestWeb, type TestWeb } from '../support/web.ts'
import { fillOldNews, insertNews, type MadeArticle, madeNews, sources } from './made-news.ts'
import type { Measure } from './measure.ts'
import { processorTime } from './processor-time.ts'

const DAY = 86_400_000
/** So many that the smallest database has a whole window of them: what grows is only what lies outside. */
const A_DAY = 125
const ITEMS = 20
const DOCUMENTS = 20
const MOST_MS = 10
const MOST_GROWTH = 1.5

const STAGES = ['parse', 'store', 'cluster', 'stories'] as const
type Costs = Record<(typeof STAGES)[number], number>

/** Lines for each of `sizes`, which rise; `database` is migrated, empty and on a server of this machine. */
export async function benchStages(database: Database, sizes: readonly number[]): Promise<Measure[]> {
  const web = await startTestWeb({ RELEVANCE: 'all' }, database)
  web.clock.set(new Date())
  await sources(database)
  const measures: Measure[] = []
  let [stored, oldest, first] = [0, Date.now(), 0]
  for (const size of sizes) {
    const count = size - stored
    if (stored === 0) {
      oldest -= (count / A_DAY) * DAY
      await insertNews(database, [...madeNews(0, count, oldest, A_DAY)])
    } else oldest = await fillOldNews(database, contentLexicon(), count, oldest, A_DAY)
    stored = size
    await sql`vacuum analyze`.execute(database.db)
    // Once to load the indexes and to be compiled, once to be measured.
    await passOf(web, stored)
    const costs = await passOf(web, stored + ITEMS * DOCUMENTS)
    stored += 2 * ITEMS * DOCUMENTS
    const total = STAGES.reduce((sum, stage) => sum + costs[stage], 0)
    first ||= total
    measures.push(...linesOf(size, costs, total, total / first))
  }
  await web.close()
  return measures
}

function linesOf(size: number, costs: Costs, total: number, growth: number): Measure[] {
  const group = 'Processor time an article'
  const note = STAGES.map((stage) => `${stage} ${costs[stage].toFixed(1)}`).join(', ')
  return [
    { group, name: `all stages, ${size} articles stored`, value: total, unit: 'ms', max: MOST_MS, note },
    ...(growth === 1
      ? []
      : [{ group, name: `the same, over the smallest database`, value: growth, unit: '×' as const, max: MOST_GROWTH }]),
  ]
}

/** One pass over the sources; what each stage costs for one of its articles. */
async function passOf({ database, services }: TestWeb, from: number): Promise<Costs> {
  const { pipeline } = services
  const costs: Costs = { parse: 0, store: 0, cluster: 0, stories: 0 }
  const timed = async <Result>(stage: keyof Costs, work: () => Promise<Result>): Promise<Result> => {
    const before = await processorTime(database)
    const result = await work()
    costs[stage] += (await processorTime(database)) - before
    return result
  }
  const count = ITEMS * DOCUMENTS
  const news = [...madeNews(10_000_000 + from, count, Date.now() - DAY / 2, 2 * count)]
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => news.filter((_, i) => i % DOCUMENTS === n))
  const read = await timed('parse', () => Promise.all(documents.map((items, n) => parse(pipeline, items, n + 1))))
  await timed('store', async () => {
    for (const [n, document] of read.entries()) await visit(database, pipeline, n + 1, document)
  })
  await timed('cluster', () => pipeline.cluster())
  await timed('stories', () => pipeline.stories())
  for (const stage of STAGES) costs[stage] /= count
  return costs
}

type Pipeline = TestWeb['services']['pipeline']

function parse(pipeline: Pipeline, items: MadeArticle[], n: number) {
  const document = rssDocument(
    `s${n}`,
    items.map(({ n: number, title, excerpt, at }) => {
      return { title, link: `https://s${n}.example/${number}`, date: at, description: excerpt }
    }),
  )
  const url = `https://s${n}.example/feed`
  const about = { url, contentType: 'application/rss+xml', contentLocation: null, contentLanguage: null }
  return pipeline.parse({ ...about, bytes: Buffer.from(document) }, url)
}

/** What a visit does after the document is read: judging belongs to it. */
async function visit(database: Database, pipeline: Pipeline, id: number, read: Awaited<ReturnType<typeof parse>>) {
  const { feed } = await startVisit(database, id)
  const changes = await findChanges(pipeline, { ...feed, extract: false }, read)
  const now = new Date()
  const record = () => ({ attempt: { at: now, outcome: 'new' as const }, feed: { last_fetched_at: now } })
  await saveVisit(database, id, changes, record, now)
}
