/** Cost of the first, a middle and the last page of a long list, in the database and out of it. */
import { pageArticles } from '../../src/read/article-pages.ts'
import type { Database } from '../../src/store/database.ts'

/** Median milliseconds of each page over the first page's. */
export async function benchDeepPages(
  database: Database,
  rounds: number,
): Promise<{ page100: number; last: number; firstMs: number }> {
  const options = { filter: {}, sort: 'newest' as const, perPage: 20 }
  const { total } = await pageArticles(database.db, { ...options, page: 1 })
  const lastPage = Math.ceil(total / 20)
  const median = async (page: number) => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      await pageArticles(database.db, { ...options, page })
      times.push(performance.now() - started)
    }
    return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  }
  const [firstMs, hundredth, last] = [await median(1), await median(Math.min(100, lastPage)), await median(lastPage)]
  return { page100: hundredth / firstMs, last: last / firstMs, firstMs }
}
