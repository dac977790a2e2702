/** What the size of the database costs: a page that is built from it, deep pages, a search. */
import { sql } from 'kysely'
import { hydrateArticles } from '../../src/news/articles/queries/articles.ts'
import { pageArticles } from '../../src/news/articles/queries/pages.ts'
import { searchArticles } from '../../src/news/search/queries/search.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type Measure, middle } from './measure.ts'
import { fillArticles } from './synthetic.ts'

interface Costs {
  firstPage: number
  page100: number
  lastPage: number
  search: number
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
  const list = { filter: {}, sort: 'newest' as const, perPage: 20, siteLanguage: 'sv' }
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
  }
}

/** Fills the database up to each of `sizes` in turn, and measures each over the first. */
export async function benchGrowth(database: Database, sizes: readonly number[]): Promise<Measure[]> {
  const group = 'Growth'
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
        group,
        unit: '×',
        max: 1.5,
        value: costs.firstPage / first.firstPage,
        name: `first page ${over}`,
        note: beside(costs.firstPage, first.firstPage),
      },
      {
        group,
        unit: '×',
        max: 3,
        value: costs.search / first.search,
        name: `search by words ${over}`,
        note: beside(costs.search, first.search),
      },
    )
  }
  return measures
}
