/**
 * What one article costs each stage as the database grows, in processor time of this process and of the database's server
 * together: documents of 40 sources come in, twenty items each, and go through the pipeline's own functions.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fetchDocument } from '../../src/news/feeds/documents/document.ts'
import { findChanges } from '../../src/news/feeds/visits/ingest.ts'
import { saveFetch, startFetch } from '../../src/news/feeds/writes/fetches.ts'
import type { ActorDatabase } from '../../src/platform/database/database.ts'
import { contentLexicon } from '../../tests/support/content.ts'
import { rssDocument } from '../../tests/support/played/publisher.ts'
import { startTestWeb, type TestWeb } from '../../tests/support/web.ts'
import { startScript } from './children.ts'
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

const STAGES = ['fetch', 'parse', 'store', 'cluster', 'stories'] as const
type Costs = Record<(typeof STAGES)[number], number>

/** Lines for each of `sizes`, which rise; `database` is migrated, empty and on a server of this machine. */
export async function benchStages(database: ActorDatabase, sizes: readonly number[]): Promise<Measure[]> {
  const web = await startTestWeb(
    { RELEVANCE: 'all', FETCH_ALLOW: '127.0.0.1/32' },
    { ...database, close: async () => {} },
  )
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-stages-'))
  // A process of its own: what a publisher does is no cost of ours.
  const publisher = await startScript('./files.ts', { BENCH_FOLDER: folder })
  const pass = (from: number) => passOf(web, write(folder, from), publisher.origin)
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
    await pass(stored)
    const costs = await pass(stored + ITEMS * DOCUMENTS)
    stored += 2 * ITEMS * DOCUMENTS
    const total = STAGES.reduce((sum, stage) => sum + costs[stage], 0)
    first ||= total
    measures.push(...linesOf(size, costs, total, total / first))
  }
  await publisher.stop()
  rmSync(folder, { recursive: true })
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
      : [
          {
            group,
            name: `${size} articles, over the smallest database`,
            value: growth,
            unit: '×' as const,
            max: MOST_GROWTH,
          },
        ]),
  ]
}

/** New documents of all sources, as files; their names. */
function write(folder: string, from: number): string[] {
  const count = ITEMS * DOCUMENTS
  const news = [...madeNews(10_000_000 + from, count, Date.now() - DAY / 2, 2 * count)]
  return Array.from({ length: DOCUMENTS }, (_, n) => {
    const items = news.filter((_, i) => i % DOCUMENTS === n)
    writeFileSync(join(folder, `s${n + 1}`), documentOf(`s${n + 1}`, items))
    return `s${n + 1}`
  })
}

const documentOf = (source: string, items: MadeArticle[]): string =>
  rssDocument(
    source,
    items.map(({ n, title, excerpt, at }) => {
      return { title, link: `https://${source}.example/${n}`, date: at, description: excerpt }
    }),
  )

/** One pass over the sources; what each stage costs for one of its articles. */
async function passOf({ database, services }: TestWeb, names: string[], publisher: string): Promise<Costs> {
  const { pipeline } = services
  const costs: Costs = { fetch: 0, parse: 0, store: 0, cluster: 0, stories: 0 }
  const timed = async <Result>(stage: keyof Costs, work: () => Promise<Result>): Promise<Result> => {
    const before = await processorTime(database)
    const result = await work()
    costs[stage] += (await processorTime(database)) - before
    return result
  }
  const fetched = await timed('fetch', () =>
    Promise.all(names.map((name) => fetchDocument(pipeline.fetcher, `${publisher}/${name}`))),
  )
  const read = await timed('parse', () =>
    Promise.all(fetched.map((document, n) => pipeline.parse(document, `https://s${n + 1}.example/feed`))),
  )
  await timed('store', async () => {
    for (const [n, document] of read.entries()) await visit(database, pipeline, n + 1, document)
  })
  await timed('cluster', () => pipeline.cluster())
  await timed('stories', () => pipeline.stories())
  for (const stage of STAGES) costs[stage] /= ITEMS * DOCUMENTS
  return costs
}

type Pipeline = TestWeb['services']['pipeline']

/** What a visit does after the document is read: judging belongs to it. */
async function visit(
  database: ActorDatabase,
  pipeline: Pipeline,
  id: number,
  read: Awaited<ReturnType<Pipeline['parse']>>,
) {
  const { feed } = await startFetch(database, id)
  const { changes } = await findChanges(pipeline, { ...feed, extract: false }, read)
  const now = new Date()
  const record = () => ({ attempt: { at: now, outcome: 'new' as const }, feed: { last_fetched_at: now } })
  await saveFetch({ database, visits: pipeline.visits }, feed, changes, record, now)
}
