/** An event as search engines read it: a work of its own that is based on each of its sources. */

import type { EventView } from '../../../news/events/queries/views.ts'
import { eventPath } from '../../../platform/site/paths.ts'
import { author, digitalSource, image, original, publisher } from '../components/json-ld.ts'
import { noteFields, type TextNote } from '../feature-site.ts'
import type { SitePage } from '../page.ts'

export function eventJsonLd(page: SitePage, event: EventView, notes: readonly TextNote[]): object {
  const url = page.baseUrl + eventPath(page.paths, event)
  const dated = event.entries.some(({ publishedAt }) => publishedAt !== null)
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: event.title,
    description: event.summary,
    url,
    mainEntityOfPage: url,
    image: [image(page, event)],
    ...(dated ? { datePublished: event.firstPublishedAt.toISOString() } : {}),
    dateModified: event.updatedAt.toISOString(),
    ...(event.language ? { inLanguage: event.language } : {}),
    author: author(page),
    publisher: publisher(page),
    isBasedOn: event.entries.map(original),
    creditText: event.sources.map(({ name }) => name).join(', '),
    ...noteFields(notes),
    ...digitalSource(event.textBy),
    keywords: event.tags.map((tag) => tag.name),
  }
}
