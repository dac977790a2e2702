/** Views as the tools write them. Addresses are absolute. */
import type { z } from 'zod'
import { writerOf } from '../../domain/articles/authorship.ts'
import { episodeMediaUrl } from '../../domain/podcast/episode.ts'
import { articlePath, episodePath, eventPermalink, guidePath, type Origin, storyPath } from '../../domain/site/paths.ts'
import type { ArticleView, FeedView, StoryRef, TagView } from '../../read/articles/views.ts'
import type { EpisodeDetailView, EpisodeView, GuideRef } from '../../read/content/views.ts'
import type { StoryDetailView, StoryView } from '../../read/stories/views.ts'
import type {
  articleSchema,
  episodeDetailSchema,
  episodeSchema,
  feedSchema,
  guideSchema,
  storyDetailSchema,
  storySchema,
  tagSchema,
} from './schemas.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const presentArticle = (article: ArticleView, origin: Origin): z.infer<typeof articleSchema> => ({
  id: article.id,
  title: article.title,
  summary: article.summary,
  by: writerOf(article.summaryBy),
  language: article.language,
  source: article.feed.title,
  source_id: article.feed.id,
  url: article.url,
  canonical_url: origin.baseUrl + articlePath(article),
  markdown_url: `${origin.baseUrl}${articlePath(article)}.md`,
  image_url: article.imageUrl,
  published_at: iso(article.publishedAt),
  tags: article.tags.map(({ name, slug }) => ({ name, slug })),
  source_count: article.sourceCount,
  apple_relevant: article.relevant,
  event: article.event && {
    id: article.event.id,
    url: origin.baseUrl + eventPermalink(origin.paths, article.event),
    entries_count: article.event.entriesCount,
  },
})

export const presentFeed = (feed: FeedView): z.infer<typeof feedSchema> => ({
  id: feed.id,
  title: feed.title,
  url: feed.url,
  language: feed.language,
  entries_count: feed.entriesCount,
  last_entry_published_at: iso(feed.lastEntryPublishedAt),
})

export const presentTag = ({ id, name, slug, entriesCount }: TagView): z.infer<typeof tagSchema> => ({
  id,
  name,
  slug,
  entries_count: entriesCount,
})

const presentStoryRef = (story: StoryRef, origin: Origin) => ({
  id: story.id,
  title: story.title,
  status: story.status,
  url: origin.baseUrl + storyPath(story),
})

export const presentStory = (story: StoryView, origin: Origin): z.infer<typeof storySchema> => ({
  ...presentStoryRef(story, origin),
  lead: story.lead,
  by: writerOf(story.textBy),
  entries_count: story.entriesCount,
  first_entry_published_at: iso(story.firstEntryPublishedAt),
  last_entry_published_at: iso(story.lastEntryPublishedAt),
  image_url: story.imageUrl,
})

export const presentStoryDetail = (story: StoryDetailView, origin: Origin): z.infer<typeof storyDetailSchema> => ({
  ...presentStory(story, origin),
  body: story.body,
  predecessor: story.predecessor && presentStoryRef(story.predecessor, origin),
  successors: story.successors.map((one) => presentStoryRef(one, origin)),
  entries: story.entries.map((entry) => presentArticle(entry, origin)),
})

export function presentEpisode(episode: EpisodeView, origin: Origin): z.infer<typeof episodeSchema> {
  const media = (path: string | null) => path && episodeMediaUrl(origin.baseUrl, path)
  return {
    episode_id: episode.episodeId,
    title: episode.title,
    description: episode.description,
    published_on: episode.publishedOn.toISOString(),
    duration_seconds: episode.durationSeconds,
    page_url: origin.baseUrl + episodePath(origin.paths, episode),
    audio_url: episodeMediaUrl(origin.baseUrl, episode.audioPath),
    cover_url: media(episode.coverPath),
    cover_thumb_url: media(episode.coverThumbPath),
  }
}

export const presentEpisodeDetail = (
  episode: EpisodeDetailView,
  origin: Origin,
  options: { transcript: boolean },
): z.infer<typeof episodeDetailSchema> => ({
  ...presentEpisode(episode, origin),
  chapters: episode.chapters.map((one) => ({
    start_seconds: one.startSeconds,
    title: one.title,
    url: one.url,
    image_url: one.imageUrl,
  })),
  sources: episode.sources.map(({ entryId, title, url, source }) => ({ title, url, source, entry_id: entryId })),
  transcript_url: episode.hasTranscript
    ? `${origin.baseUrl}${episodePath(origin.paths, episode)}/transcript.vtt`
    : null,
  ...(options.transcript ? { transcript: episode.transcriptText } : {}),
})

export const presentGuide = (guide: GuideRef, origin: Origin): z.infer<typeof guideSchema> => ({
  slug: guide.slug,
  title: guide.title,
  page_type: guide.pageType,
  summary: guide.summary,
  family: guide.family,
  generation: guide.generation,
  updated: guide.updated,
  url: origin.baseUrl + guidePath(guide),
  markdown_url: `${origin.baseUrl}${guidePath(guide)}.md`,
})
