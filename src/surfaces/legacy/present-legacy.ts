/** Views as the legacy endpoints write them (interface.md 2.1, 2.2). */

import type { ArticleView } from '../../news/articles/queries/views.ts'
import { relativeTime } from '../../platform/time/relative-time.ts'

/** Context of a rendering besides the view. */
export interface LegacyContext {
  now: Date
  language: string
  timeZone: string
  /** Address of the image of an article that has none. */
  defaultImage: string
}

export function presentLegacyArticle(article: ArticleView, ctx: LegacyContext) {
  return {
    id: article.id,
    title: article.title,
    url: article.url,
    image: article.imageUrl ?? ctx.defaultImage,
    summary: article.summary,
    source: article.feed.title,
    source_id: article.feed.id,
    posted: article.publishedAt && relativeTime(article.publishedAt, ctx.now, ctx.language, ctx.timeZone),
    published_at: article.publishedAt?.toISOString() ?? null,
  }
}
