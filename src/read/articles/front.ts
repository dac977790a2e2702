/** The front page's choice: the newest relevant articles as events, and which of them lead. */
import { hydrateArticles, listArticleIds, type ReadDb } from './articles.ts'
import type { ArticleView, EventView } from './views.ts'

const reach = 240

/** The latest events, newest first, at most `limit`. */
export async function listLatestEvents(
  db: ReadDb,
  options: { siteLanguage: string; limit: number },
): Promise<EventView[]> {
  const ids = await listArticleIds(db, { filter: { relevant: true }, sort: 'newest', limit: reach })
  const articles = await hydrateArticles(db, ids, options.siteLanguage)
  return groupEvents(articles, options.siteLanguage).slice(0, options.limit)
}

/** Articles of one event together; one that belongs to none stands alone. By the lead's time, newest first. */
export function groupEvents(articles: ArticleView[], siteLanguage: string): EventView[] {
  const groups = Map.groupBy(articles, (article) => article.eventId ?? -article.id)
  return [...groups.values()]
    .map((members) => toEvent(members, siteLanguage))
    .sort((a, b) => b.lead.sortAt.getTime() - a.lead.sortAt.getTime() || b.lead.id - a.lead.id)
}

function toEvent(members: ArticleView[], siteLanguage: string): EventView {
  const byTime = members.toSorted((a, b) => a.sortAt.getTime() - b.sortAt.getTime() || a.id - b.id)
  const lead = byTime.toSorted((a, b) => readability(b, siteLanguage) - readability(a, siteLanguage))[0] as ArticleView
  return {
    id: lead.eventId ?? -lead.id,
    lead,
    others: byTime.filter((member) => member !== lead),
    sourceCount: Math.max(...members.map((member) => member.sourceCount)),
    firstAt: byTime[0]?.sortAt ?? lead.sortAt,
    lastAt: byTime.at(-1)?.sortAt ?? lead.sortAt,
  }
}

// Dated before the reader's language before an image; among equals the earliest, by the stable sort.
function readability(article: ArticleView, siteLanguage: string): number {
  const own = article.language?.slice(0, 2) === siteLanguage.slice(0, 2)
  return (isDated(article) ? 4 : 0) + (own ? 2 : 0) + (article.imageUrl ? 1 : 0)
}

const isDated = (article: ArticleView) => article.publishedAt !== null

const halfLifeHours = 10

/** How much an event should stand out at `now`: by its sources, halved each ten hours since it was last reported. */
function rankAt(event: EventView, now: Date): number {
  const hours = Math.max(0, now.getTime() - event.lastAt.getTime()) / 3_600_000
  return Math.log2(1 + event.sourceCount) * 0.5 ** (hours / halfLifeHours)
}

/**
 * The `count` leading events, best first, and the rest as they were. An image decides between near equals. What has no
 * date may be old news found today: it leads only where there is nothing dated.
 */
export function takeLeading(
  events: EventView[],
  count: number,
  now: Date,
): { leading: EventView[]; rest: EventView[] } {
  const weight = (event: EventView) => rankAt(event, now) * (event.lead.imageUrl ? 1.15 : 1)
  const leading = events
    .toSorted((a, b) => Number(isDated(b.lead)) - Number(isDated(a.lead)) || weight(b) - weight(a))
    .slice(0, count)
  return { leading, rest: events.filter((event) => !leading.includes(event)) }
}

/** The event that `article` reports, as far as it is published; null where it stands alone. */
export async function findEventOf(db: ReadDb, article: ArticleView, siteLanguage: string): Promise<EventView | null> {
  if (article.eventId === null) return null
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('event_id', '=', article.eventId)
    .where('status', '=', 'published')
    .limit(100)
    .execute()
  const members = await hydrateArticles(
    db,
    rows.map((row) => row.id),
    siteLanguage,
  )
  return groupEvents(members, siteLanguage)[0] ?? null
}
