/** An event as search engines read it: a work of its own that is based on each of its sources. */
import { eventPath } from '../../domain/site/paths.ts'
import type { ArticleView, EventView } from '../../read/articles/views.ts'
import { digitalSource, publisher } from './json-ld.ts'
import type { SitePage } from './page.ts'
import { picturePath } from './parts/picture.ts'

/** What stood in a text that was corrected. */
export interface Correction {
  at: Date
  text: string
}

export function eventJsonLd(page: SitePage, event: EventView, corrections: Correction[] = []): object {
  const { baseUrl, site } = page
  const url = baseUrl + eventPath(event)
  const pictured = event.lead.imageUrl ? event.lead : event.entries.find(({ imageUrl }) => imageUrl)
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: event.title,
    description: event.summary,
    url,
    mainEntityOfPage: url,
    image: [pictured ? baseUrl + picturePath(pictured, 1280, 'jpg') : `${baseUrl}/assets/default.png`],
    datePublished: event.firstPublishedAt.toISOString(),
    dateModified: event.updatedAt.toISOString(),
    ...(event.language ? { inLanguage: event.language } : {}),
    author: { '@type': 'Organization', name: site.name, url: `${baseUrl}/om` },
    publisher: publisher(page),
    isBasedOn: event.entries.map(original),
    creditText: event.sources.map(({ name }) => name).join(', '),
    ...(corrections.length > 0 ? { correction: corrections.map(correctionOf) } : {}),
    ...digitalSource(event.textBy),
    keywords: event.tags.map((tag) => tag.name),
  }
}

const original = (article: ArticleView) => ({
  '@type': 'NewsArticle',
  url: article.url,
  headline: article.original.title,
  ...(article.publishedAt ? { datePublished: article.publishedAt.toISOString() } : {}),
  ...(article.original.language ? { inLanguage: article.original.language } : {}),
  publisher: { '@type': 'Organization', name: article.feed.title, url: article.feed.url },
})

const correctionOf = ({ at, text }: Correction) => ({
  '@type': 'CorrectionComment',
  text,
  datePublished: at.toISOString(),
})
