/** Stories as /api/v1 writes them. */
import { writerOf } from '../../domain/articles/authorship.ts'
import { articlePath, type Origin, storyPath } from '../../domain/site/paths.ts'
import type { ArticleView, StoryRef } from '../../read/articles/views.ts'
import type { StoryDetailView, StoryView } from '../../read/stories/views.ts'
import { presentTag } from './present-article.ts'
import type { Story, StoryDetail, Wire } from './schemas.ts'

export const presentStory = (story: StoryView, origin: Origin): Wire<typeof Story> => ({
  id: story.id,
  title: story.title,
  lead: story.lead,
  status: story.status,
  entries_count: story.entriesCount,
  first_entry_published_at: story.firstEntryPublishedAt?.toISOString() ?? null,
  last_entry_published_at: story.lastEntryPublishedAt?.toISOString() ?? null,
  image_url: story.imageUrl,
  url: origin.baseUrl + storyPath(story),
  by: writerOf(story.textBy),
})

export const presentStoryDetail = (story: StoryDetailView, origin: Origin): Wire<typeof StoryDetail> => ({
  ...presentStory(story, origin),
  body: story.body,
  predecessor: story.predecessor && presentRef(story.predecessor, origin),
  successors: story.successors.map((ref) => presentRef(ref, origin)),
  entries: story.entries.map((article) => presentMember(article, origin)),
})

const presentRef = (ref: StoryRef, origin: Origin) => ({
  id: ref.id,
  title: ref.title,
  status: ref.status,
  url: origin.baseUrl + storyPath(ref),
})

const presentMember = (article: ArticleView, origin: Origin) => ({
  id: article.id,
  title: article.title,
  summary: article.summary,
  source: article.feed.title,
  url: article.url,
  canonical_url: origin.baseUrl + articlePath(article),
  published_at: article.publishedAt?.toISOString() ?? null,
  tags: article.tags.map(presentTag),
})
