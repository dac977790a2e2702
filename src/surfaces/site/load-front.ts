/** What the front page shows, or how far the first reading of the sources has come. */
import type { Ctx } from '../../ctx.ts'
import { hydrateArticles, listArticleIds } from '../../read/articles/articles.ts'
import { listLatestEvents, takeLeading } from '../../read/articles/front.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import { listEpisodes } from '../../read/content/episodes.ts'
import { listGuides } from '../../read/content/guides.ts'
import { readingState } from '../../read/operator/source-health.ts'
import { listStories } from '../../read/stories/stories.ts'
import type { FirstStartView } from './first-start.ts'
import { cardCount, type FrontView } from './front.ts'

const most = 60

export async function loadFront(ctx: Ctx): Promise<FrontView | FirstStartView> {
  const { db, site, clock } = ctx
  const events = await listLatestEvents(db, { siteLanguage: site.language, limit: most })
  const reading = await readingState(db)
  const { leading, rest } = takeLeading(events, 1 + cardCount, clock.now())
  const [lead, ...cards] = leading
  if (!lead) return reading
  const popular = await listArticleIds(db, { filter: { relevant: true }, sort: 'popular', limit: 60 })
  const guides = await listGuides(db, 'family_hub')
  warmPictures(
    ctx,
    [...leading, ...rest].map((event) => event.lead.imageUrl),
  )
  return {
    lead,
    cards,
    river: rest,
    stories: await listStories(db, { status: 'active', limit: 4 }),
    popular: onePerEvent(await hydrateArticles(db, popular, site.language), lead.lead.eventId).slice(0, 5),
    episode: (await listEpisodes(db, 1))[0] ?? null,
    guides: guides.slice(0, 8),
    readAt: reading.readAt,
    failing: reading.failing,
    offline: reading.offline,
  }
}

/** The first of each event, the one that leads the page left out. */
function onePerEvent(articles: ArticleView[], leading: number | null): ArticleView[] {
  const seen = new Set([leading])
  return articles.filter(({ eventId }) => eventId === null || (!seen.has(eventId) && seen.add(eventId)))
}

/** Prefetches the images of the front page; a failure shows at the first request. */
function warmPictures({ commands }: Pick<Ctx, 'commands'>, urls: (string | null)[]): void {
  for (const url of new Set(urls.slice(0, 24))) if (url) void commands.articleImage(url, 320, 'webp')
}
