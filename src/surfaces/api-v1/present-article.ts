/** Articles as /api/v1 writes them. */
import type { ArticleView, FeedRef, TagRef } from '../../read/articles/views.ts'
import type { Entry, Wire } from './schemas.ts'

export const presentTag = (tag: TagRef) => ({ id: tag.id, name: tag.name, slug: tag.slug })

export const presentFeedRef = (feed: FeedRef) => ({
  id: feed.id,
  title: feed.title,
  url: feed.url,
  language: feed.language,
  icon_url: feed.iconUrl,
})

export function presentArticle(article: ArticleView): Wire<typeof Entry> {
  return {
    id: article.id,
    url: article.url,
    main_image_url: article.imageUrl,
    published_at: article.publishedAt?.toISOString() ?? null,
    source_count: article.sourceCount,
    click_count: article.views,
    popularity_score: article.popularityScore,
    apple_relevant: article.relevant,
    feed: presentFeedRef(article.feed),
    content: {
      original: article.original,
      translated: article.translated && { ...article.translated, language: article.language },
    },
    tags: article.tags.map(presentTag),
  }
}
