/** Events in a test database: articles of several publishers that report one happening, as clustering leaves them. */
import { type Database, publishing } from '../../src/store/database/database.ts'
import { insertEvent, refreshEvents, saveMembers } from '../../src/store/events/events.ts'
import { type ArticleSeed, seedArticles } from './seed.ts'

/** The event and its articles, in the order given. `splitFrom`: the event that it is taken out of. */
export async function seedEvent(
  database: Database,
  articles: ArticleSeed[],
  options: { splitFrom?: number } = {},
): Promise<{ eventId: number; articleIds: number[] }> {
  const articleIds = await seedArticles(
    database,
    articles.map((article) => ({ ...article, event_id: null, cluster_state: 'done' as const })),
  )
  const eventId = await publishing(database, async (trx) => {
    const now = new Date('2026-11-21T12:00:00Z')
    const id = await insertEvent(trx, now, now, options.splitFrom ?? null)
    await join(trx, id, articleIds, now)
    return id
  })
  return { eventId, articleIds }
}

/** Further articles of an event. */
export async function growEvent(database: Database, eventId: number, articles: ArticleSeed[]): Promise<number[]> {
  const articleIds = await seedArticles(
    database,
    articles.map((article) => ({ ...article, event_id: null, cluster_state: 'done' as const })),
  )
  await publishing(database, (trx) => join(trx, eventId, articleIds, new Date('2026-11-21T12:00:00Z')))
  return articleIds
}

async function join(trx: Parameters<typeof saveMembers>[0], eventId: number, articleIds: number[], now: Date) {
  const reason = { members: 0, nearest: null, ruling: null }
  const members = articleIds.map((articleId) => ({
    articleId,
    eventId,
    decidedBy: 'first' as const,
    score: null,
    reason,
  }))
  await saveMembers(trx, members, now)
  await refreshEvents(trx, [eventId])
}
