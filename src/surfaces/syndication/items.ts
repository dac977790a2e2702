/** Articles and events as the items of a feed. */

import type { ArticleView, SummaryBy } from '../../news/articles/queries/views.ts'
import { writerOf } from '../../news/articles/rules/authorship.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { articlePath, eventPath, eventPermalink, type Origin, storyPath } from '../../platform/site/paths.ts'
import { eventHtml, linkHtml, paragraphsHtml } from '../html/plain-html.ts'
import type { FeedItem } from './channel.ts'

export interface ItemContext extends Origin {
  t: Translate
}

export function articleItem(article: ArticleView, { baseUrl, paths, t }: ItemContext): FeedItem {
  const original = linkHtml(article.url, t('agents.read_original', { source: article.feed.title }))
  return {
    permalink: `${baseUrl}/entries/${article.id}`,
    canonical: baseUrl + articlePath(article),
    original: article.url,
    title: article.title,
    summary: article.summary,
    contentHtml: `${paragraphsHtml(article.summary)}<p>${original}</p>`,
    publishedAt: article.publishedAt ?? article.discoveredAt,
    updatedAt: article.updatedAt,
    grows: false,
    authors: [{ name: article.feed.title, url: article.feed.url }],
    tags: article.tags,
    language: article.language,
    imageUrl: article.imageUrl,
    by: writerOf(article.summaryBy),
    contributor: contributorOf(article.summaryBy, t),
    extension: {
      ...(article.event
        ? { event: { id: article.event.id, url: baseUrl + eventPermalink(paths, article.event) } }
        : {}),
      ...storyOf(article, baseUrl),
    },
  }
}

/** One item an event, under the same guid for as long as it lives. */
export function eventItem(event: EventView, context: ItemContext): FeedItem {
  const { baseUrl, paths, t } = context
  return {
    permalink: baseUrl + eventPermalink(paths, event),
    canonical: baseUrl + eventPath(paths, event),
    original: null,
    title: event.title,
    summary: event.summary,
    contentHtml: eventHtml(event, context.t),
    publishedAt: event.firstPublishedAt,
    updatedAt: event.updatedAt,
    grows: true,
    authors: event.sources.map(({ name }) => ({ name })),
    tags: event.tags,
    language: event.language,
    imageUrl: event.imageUrl,
    by: writerOf(event.textBy),
    contributor: contributorOf(event.textBy, t),
    extension: {
      id: event.id,
      source_count: event.sourceCount,
      entries_count: event.entriesCount,
      revision: event.revision,
      ...(event.textModel ? { model: event.textModel } : {}),
      ...storyOf(event, baseUrl),
    },
  }
}

export const contributorOf = (by: SummaryBy, t: Translate): string | null =>
  by === 'excerpt' ? null : t(`agents.contributor_${by}`)

const storyOf = ({ story }: Pick<EventView, 'story'> | Pick<ArticleView, 'story'>, baseUrl: string) =>
  story ? { story: { id: story.id, title: story.title, url: baseUrl + storyPath(story) } } : {}
