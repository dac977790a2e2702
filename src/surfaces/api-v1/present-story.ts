/** Stories as /api/v1 writes them. */
import { writerOf } from '../../domain/articles/authorship.ts'
import { articlePath, storyPath } from '../../domain/site/paths.ts'
import type { ArticleView, StoryRef } from '../../read/articles/views.ts'
import type { StoryDetailView, StoryView } from '../../read/stories/views.ts'
import { presentTag } from './present-article.ts'
import type { Story, StoryDetail, Wire } from './schemas.ts'

export const presentStory = (story: StoryView, baseUrl: string): Wire<typeof Story> => ({
  id: story.id,
  title: story.title,
  lead: story.lead,
  status: story.status,
  entries_count: story.entriesCount,
  first_entry_published_at: story.firstEntryPublishedAt?.toISOString() ?? null,
  last_entry_published_at: story.lastEntryPublishedAt?.toISOString() ?? null,
  image_url: story.imageUrl,
  url: baseUrl + storyPath(story),
  by: writerOf(story.textBy),
})

export const presentStoryDetail = (story: StoryDetailView, baseUrl: string): Wire<typeof StoryDetail> => ({
  ...presentStory(story, baseUrl),
  body: story.body,
  predecessor: story.predecessor && presentRef(story.predecessor, baseUrl),
  successors: story.successors.map((ref) => presentRef(ref, baseUrl)),
  entries: story.entries.map((article) => presentMember(article, baseUrl)),
})

const presentRef = (ref: StoryRef, baseUrl: string) => ({
  id: ref.id,
  title: ref.title,
  status: ref.status,
  url: baseUrl + storyPath(ref),
})

const presentMember = (article: ArticleView, baseUrl: string) => ({
  id: article.id,
  title: article.title,
  summary: article.summary,
  source: article.feed.title,
  url: article.url,
  canonical_url: baseUrl + articlePath(article),
  published_at: article.publishedAt?.toISOString() ?? null,
  tags: article.tags.map(presentTag),
})
