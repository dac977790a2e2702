/** What the size of the database costs: a page that is built from it, deep pages, a search, new articles. */
import { sql } from 'kysely'
import { candidatesOf } from '../../src/domain/articles/ingest.ts'
import { hydrateArticles } from '../../src/read/articles/articles.ts'
import { pageArticles } from '../../src/read/articles/pages.ts'
import { searchArticles } from '../../src/read/search/search.ts'
import type { Database } from '../../src/store/database/database.ts'
import { saveVisit } from '../../src/store/feeds/visits.ts'
import { type Measure, middle } from './measure.ts'
import { fillArticles } from './synthetic.ts'

interface Costs {
  firstPage: number
  page100: number
  lastPage: number
  search: number
  ingest: number
}

const words = ['telefon lansering', 'batteri', 'kamera hösten rykte', 'högtalare pris', 'dator 777']

async function median(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work(round)
    times.push(performance.now() - started)
  }
  return middle(times)
}

async function costsOf(database: Database): Promise<Costs> {
  const { db } = database
  const list = { filter: {}, sort: 'newest' as const, perPage: 20 }
  const { total } = await pageArticles(db, { ...list, page: 1 })
  const last = Math.ceil(total / 20)
  const page = (number: number) => pageArticles(db, { ...list, page: number })
  const parts = { db: database.readDb, embedder: null, siteLanguage: 'sv', log: { warn: () => {} } }
  await hydrateArticles(db, [1], 'sv')
  return {
    firstPage: await median(301, () => page(1)),
    page100: await median(101, () => page(Math.min(100, last))),
    lastPage: await median(101, () => page(last)),
    search: await median(45, (round) => searchArticles(parts, { q: words[round % words.length] ?? '', limit: 20 })),
    ingest: await median(21, () => storeNews(database)),
  }
}

const ARRIVING = 20
let arrived = 0

/** New articles of one source, stored as a visit stores them. */
async function storeNews(database: Database): Promise<void> {
  const now = new Date()
  const items = Array.from({ length: ARRIVING }, () => {
    arrived++
    const [title, url] = [`Nyhet ${arrived} om telefon och batteri`, `https://s1.example/new/${arrived}`]
    const dates = { publishedAt: now, updatedAt: null }
    const rest = { imageUrl: null, author: null, categories: [], language: 'sv', creditedHost: null }
    return { guid: url, url, title, summary: `${title}. Kort om vad som hände.`, contentHtml: '', ...dates, ...rest }
  })
  const judged = { relevant: true, relevanceReason: 'bench', tagIds: [1001], kind: 'news', language: 'sv' }
  const arrivals = candidatesOf(items, 'https://s1.example/').map((candidate) => ({
    candidate,
    judgement: { ...judged, excerpt: candidate.item.summary },
    ...{ status: 'published' as const, extractState: 'none' as const, enrichState: 'none' as const },
    creditedPublisher: null,
  }))
  const record = () => ({ attempt: { at: now, outcome: 'new' as const }, feed: { last_fetched_at: now } })
  await saveVisit(database, 1, { arrivals, revisions: [], seenOnly: [], renamed: [] }, record, now)
}

/** Fills the database up to each of `sizes` in turn, and measures each over the first. */
export async function benchGrowth(engine: string, database: Database, sizes: readonly number[]): Promise<Measure[]> {
  const group = `Growth (${engine})`
  const measures: Measure[] = []
  let first: Costs | null = null
  for (const size of sizes) {
    await fillArticles(database, size)
    await sql`analyze`.execute(database.db)
    const costs = await costsOf(database)
    first ??= costs
    const deep = { group, unit: '×' as const, max: 5 }
    measures.push(
      { ...deep, name: `page 100 of ${size} articles, over page 1`, value: costs.page100 / costs.firstPage },
      { ...deep, name: `last page of ${size} articles, over page 1`, value: costs.lastPage / costs.firstPage },
    )
    if (costs === first) continue
    const over = `in ${size} articles, over ${sizes[0]}`
    const beside = (ms: number, before: number) => `${ms.toFixed(1)} ms over ${before.toFixed(1)} ms`
    measures.push(
      {
        ...{ group, unit: '×', max: 1.5, value: costs.firstPage / first.firstPage, name: `first page ${over}` },
        note: beside(costs.firstPage, first.firstPage),
      },
      {
        ...{ group, unit: '×', max: 3, value: costs.search / first.search, name: `search by words ${over}` },
        note: beside(costs.search, first.search),
      },
      {
        ...{ group, unit: '×', value: costs.ingest / first.ingest, name: `storing a new article ${over}` },
        note: beside(costs.ingest / ARRIVING, first.ingest / ARRIVING),
      },
    )
  }
  return measures
}
