/** Data for search engines: schema.org descriptions of the site and an article. */

import type { ArticleView, SummaryBy } from '../../../news/articles/queries/views.ts'
import { digitalSourceTypeOf } from '../../../news/articles/rules/authorship.ts'
import type { EventView } from '../../../news/events/queries/views.ts'
import { articlePath } from '../../../platform/site/paths.ts'
import { noteFields, type TextNote } from '../feature-site.ts'
import type { SitePage } from '../page.ts'
import { imagePath, shownImage } from './picture.ts'

export const publisher = ({ site, baseUrl }: SitePage) => ({
  '@type': 'NewsMediaOrganization',
  name: site.name,
  url: `${baseUrl}/`,
  logo: { '@type': 'ImageObject', url: `${baseUrl}/icon-512.png` },
})

export function siteJsonLd(page: SitePage): object {
  const { site, baseUrl, paths } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.name,
    description: site.description,
    url: `${baseUrl}/`,
    inLanguage: site.language,
    publisher: publisher(page),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}${paths.search}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** A summary is a work of its own that is based on the original. */
export function articleJsonLd(page: SitePage, article: ArticleView, notes: readonly TextNote[]): object {
  const { baseUrl } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    url: baseUrl + articlePath(article),
    mainEntityOfPage: baseUrl + articlePath(article),
    image: [image(page, article)],
    ...(article.publishedAt ? { datePublished: article.publishedAt.toISOString() } : {}),
    dateModified: article.updatedAt.toISOString(),
    ...(article.language ? { inLanguage: article.language } : {}),
    author: author(page),
    publisher: publisher(page),
    ...noteFields(notes),
    creditText: article.feed.publisher.name,
    isBasedOn: original(article),
    keywords: article.tags.map((tag) => tag.name),
    ...digitalSource(article.summaryBy),
  }
}

export const author = ({ site, baseUrl, paths }: SitePage) => ({
  '@type': 'Organization',
  name: site.name,
  url: baseUrl + paths.about,
})

export function image(page: SitePage, of: ArticleView | EventView): string {
  const shown = shownImage(page, of)
  return page.baseUrl + (shown ? imagePath(shown, 1280, 'jpg') : '/assets/default.png')
}

export const original = (article: ArticleView): object => ({
  '@type': 'NewsArticle',
  url: article.url,
  headline: article.original.title,
  ...(article.publishedAt ? { datePublished: article.publishedAt.toISOString() } : {}),
  ...(article.original.language ? { inLanguage: article.original.language } : {}),
  publisher: { '@type': 'Organization', name: article.feed.publisher.name, url: article.feed.url },
})

/** Marks a text by a model as one. */
export function digitalSource(by: SummaryBy): object {
  const digitalSourceType = digitalSourceTypeOf(by)
  return digitalSourceType ? { digitalSourceType } : {}
}
