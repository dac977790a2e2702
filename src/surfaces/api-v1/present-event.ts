/** Events as /api/v1 writes them. */
import { writerOf } from '../../domain/articles/authorship.ts'
import { articlePath, eventPath, type Origin } from '../../domain/site/paths.ts'
import type { ArticleView } from '../../read/articles/views.ts'
import type {
  EventBeside,
  EventPoint,
  EventRevision,
  EventSource,
  EventSourceRef,
  EventView,
} from '../../read/events/views.ts'
import { presentArticle, presentStoryLink, presentTag } from './present-article.ts'
import type { Event, EventDetail, Wire } from './schemas.ts'

interface EventWithBeside extends EventBeside {
  event: EventView
}

export function presentEvent(event: EventView, origin: Origin): Wire<typeof Event> {
  return {
    id: event.id,
    title: event.title,
    summary: event.summary,
    by: writerOf(event.textBy),
    model: event.textModel,
    points: event.points.map(presentPoint),
    revision: event.revision,
    language: event.language,
    url: origin.baseUrl + eventPath(origin.paths, event),
    image_url: event.imageUrl,
    first_published_at: event.firstPublishedAt.toISOString(),
    updated_at: event.updatedAt.toISOString(),
    source_count: event.sourceCount,
    entries_count: event.entriesCount,
    popularity_score: event.popularityScore,
    relevant: event.relevant,
    apple_relevant: event.relevant,
    lead: presentArticle(event.lead, origin),
    entries: event.entries.map((article) => presentEntry(article, origin)),
    sources: event.sources.map(presentSource),
    story: event.story && presentStoryLink(event.story, origin),
    tags: event.tags.map(presentTag),
    split_from: event.splitFrom,
  }
}

export const presentEventDetail = (
  { event, revisions, reactions }: EventWithBeside,
  origin: Origin,
): Wire<typeof EventDetail> => ({
  ...presentEvent(event, origin),
  reactions: reactions.map((article) => presentEntry(article, origin)),
  revisions: revisions.map(presentRevision),
})

const presentRevision = ({ by, at, points, broughtBy, ...revision }: EventRevision) => ({
  ...revision,
  by: writerOf(by),
  at: at.toISOString(),
  points: points.map(presentPoint),
  brought_by: broughtBy.map(presentRef),
})

const presentEntry = (article: ArticleView, origin: Origin) => ({
  id: article.id,
  feed_id: article.feed.id,
  publisher: article.feed.title,
  title: article.title,
  url: article.url,
  canonical_url: origin.baseUrl + articlePath(article),
  published_at: article.publishedAt?.toISOString() ?? null,
  language: article.language,
  kind: article.kind,
})

const presentRef = ({ publisher, name, articleId, url }: EventSourceRef) => ({
  publisher,
  name,
  entry_id: articleId,
  url,
})

const presentSource = (source: EventSource) => ({
  ...presentRef(source),
  published_at: source.publishedAt?.toISOString() ?? null,
  first: source.first,
  copies_of: source.copiesOf,
})

const presentPoint = ({ text, status, sources, against }: EventPoint) => ({
  text,
  status,
  sources: sources.map(presentRef),
  against: against && { text: against.text, sources: against.sources.map(presentRef) },
})
