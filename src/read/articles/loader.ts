/** Single articles asked for at the same moment are read in one query: what keeps many different pages cheap. */
import { setImmediate } from 'node:timers/promises'
import { hydrateArticles, type ReadDb } from './articles.ts'
import type { ArticleView } from './views.ts'

/** Of the event loop, before a query: those who were answered a moment ago are asking again by then. */
const TURNS = 4

/** The published article with this id, or null. */
export type ArticleLoader = (id: number) => Promise<ArticleView | null>

export function createArticleLoader(db: ReadDb, siteLanguage: string): ArticleLoader {
  type Batch = Map<number, PromiseWithResolvers<ArticleView | null>>
  let waiting: Batch = new Map()
  let running = false

  async function load(batch: Batch): Promise<void> {
    try {
      const views = await hydrateArticles(db, [...batch.keys()], siteLanguage)
      const byId = new Map(views.map((view) => [view.id, view]))
      for (const [id, waiter] of batch) waiter.resolve(byId.get(id) ?? null)
    } catch (error) {
      for (const waiter of batch.values()) waiter.reject(error)
    }
  }

  // One query at a time, and none before all have been heard who are asking just now: what is asked for while it runs is the
  // next batch, which so grows with the load.
  async function run(): Promise<void> {
    while (waiting.size > 0) {
      for (let turn = 0; turn < TURNS; turn++) await setImmediate()
      const batch = waiting
      waiting = new Map()
      await load(batch)
    }
    running = false
  }

  return (id) => {
    const waiter = waiting.get(id) ?? Promise.withResolvers<ArticleView | null>()
    waiting.set(id, waiter)
    if (!running) {
      running = true
      void run()
    }
    return waiter.promise
  }
}
