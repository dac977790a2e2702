/** Events as the tools write them. */
import type { z } from 'zod'
import { writerOf } from '../../domain/articles/authorship.ts'
import { articlePath, eventPath, type Origin, storyPath } from '../../domain/site/paths.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import type { EventBeside, EventPoint, EventSourceRef, EventView } from '../../read/events/views.ts'
import type { eventDetailSchema, eventHitSchema, eventSchema } from './schemas.ts'

export const presentEvent = (event: EventView, origin: Origin): z.infer<typeof eventSchema> => ({
  id: event.id,
  title: event.title,
  summary: event.summary,
  by: writerOf(event.textBy),
  model: event.textModel,
  language: event.language,
  url: origin.baseUrl + eventPath(origin.paths, event),
  markdown_url: `${origin.baseUrl}${eventPath(origin.paths, event)}.md`,
  image_url: event.imageUrl,
  first_published_at: event.firstPublishedAt.toISOString(),
  updated_at: event.updatedAt.toISOString(),
  source_count: event.sourceCount,
  entries_count: event.entriesCount,
  revision: event.revision,
  points: event.points.map(presentPoint),
  sources: event.sources.map((source) => ({
    ...presentRef(source),
    published_at: source.publishedAt?.toISOString() ?? null,
    first: source.first,
    copies_of: source.copiesOf,
  })),
  story: event.story && { id: event.story.id, title: event.story.title, url: origin.baseUrl + storyPath(event.story) },
  tags: event.tags.map(({ name, slug }) => ({ name, slug })),
  apple_relevant: event.relevant,
})

/** Sources of a hit; `get_event` gives all. */
const MOST_SOURCES = 5

export const presentEventHit = (event: EventView, origin: Origin): z.infer<typeof eventHitSchema> => ({
  id: event.id,
  title: event.title,
  summary: event.summary,
  by: writerOf(event.textBy),
  language: event.language,
  url: origin.baseUrl + eventPath(origin.paths, event),
  first_published_at: event.firstPublishedAt.toISOString(),
  updated_at: event.updatedAt.toISOString(),
  source_count: event.sourceCount,
  sources: event.sources.slice(0, MOST_SOURCES).map(({ name, url }) => ({ name, url })),
  story_id: event.story?.id ?? null,
})

export const presentEventDetail = (
  event: EventView,
  { revisions, reactions }: EventBeside,
  origin: Origin,
): z.infer<typeof eventDetailSchema> => ({
  ...presentEvent(event, origin),
  entries: event.entries.map((entry) => presentEntry(entry, origin)),
  reactions: reactions.map((entry) => presentEntry(entry, origin)),
  revisions: revisions.map(({ revision, at, title, summary, by, reason, added }) => ({
    revision,
    at: at.toISOString(),
    title,
    summary,
    by: writerOf(by),
    reason,
    added,
  })),
})

const presentEntry = (entry: ArticleView, origin: Origin) => ({
  id: entry.id,
  title: entry.title,
  source: entry.feed.title,
  url: entry.url,
  canonical_url: origin.baseUrl + articlePath(entry),
  published_at: entry.publishedAt?.toISOString() ?? null,
  language: entry.language,
  kind: entry.kind,
})

const presentRef = ({ publisher, name, articleId, url }: EventSourceRef) => ({
  publisher,
  name,
  entry_id: articleId,
  url,
})

const presentPoint = ({ text, status, sources, against }: EventPoint) => ({
  text,
  status,
  sources: sources.map(presentRef),
  against: against && { text: against.text, sources: against.sources.map(presentRef) },
})
