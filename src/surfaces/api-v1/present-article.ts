/** Articles as /api/v1 writes them. */
import { writerOf } from '../../domain/articles/authorship.ts'
import { articlePath, eventPermalink, type Origin, storyPath } from '../../domain/site/paths.ts'
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

export const presentStoryLink = (story: { id: number; title: string }, origin: Origin) => ({
  id: story.id,
  title: story.title,
  url: origin.baseUrl + storyPath(story),
})

export function presentArticle(article: ArticleView, origin: Origin): Wire<typeof Entry> {
  return {
    id: article.id,
    url: article.url,
    canonical_url: origin.baseUrl + articlePath(article),
    main_image_url: article.imageUrl,
    published_at: article.publishedAt?.toISOString() ?? null,
    updated_at: article.updatedAt.toISOString(),
    source_count: article.sourceCount,
    event: article.event && {
      id: article.event.id,
      url: origin.baseUrl + eventPermalink(origin.paths, article.event),
      entries_count: article.event.entriesCount,
    },
    story: article.story && presentStoryLink(article.story, origin),
    click_count: article.views,
    popularity_score: article.popularityScore,
    relevant: article.relevant,
    apple_relevant: article.relevant,
    feed: presentFeedRef(article.feed),
    content: {
      original: article.original,
      translated: article.translated && {
        ...article.translated,
        language: article.language,
        by: writerOf(article.summaryBy),
      },
    },
    tags: article.tags.map(presentTag),
  }
}
