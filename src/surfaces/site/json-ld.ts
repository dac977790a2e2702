/** What search engines read: schema.org descriptions of the site, an article, an episode. */

import { digitalSourceTypeOf } from '../../domain/articles/authorship.ts'
import { episodeMediaUrl } from '../../domain/podcast/episode.ts'
import { articlePath, episodePath } from '../../domain/site/paths.ts'
import type { ArticleView, EpisodeView, SummaryBy } from '../../read/articles/views.ts'
import type { SitePage } from './page.ts'
import { picturePath } from './parts/picture.ts'

export const publisher = ({ site, baseUrl }: SitePage) => ({
  '@type': 'NewsMediaOrganization',
  name: site.name,
  url: `${baseUrl}/`,
  logo: { '@type': 'ImageObject', url: `${baseUrl}/icon-512.png` },
})

export function siteJsonLd(page: SitePage): object {
  const { site, baseUrl } = page
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
      target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/sok?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** A summary is a work of its own that is based on the original. */
export function articleJsonLd(page: SitePage, article: ArticleView): object {
  const { baseUrl } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    url: baseUrl + articlePath(article),
    mainEntityOfPage: baseUrl + articlePath(article),
    image: [article.imageUrl ? baseUrl + picturePath(article, 1280, 'jpg') : `${baseUrl}/assets/default.png`],
    ...(article.publishedAt ? { datePublished: article.publishedAt.toISOString() } : {}),
    dateModified: article.updatedAt.toISOString(),
    ...(article.language ? { inLanguage: article.language } : {}),
    author: { '@type': 'Organization', name: page.site.name, url: `${baseUrl}/om` },
    publisher: publisher(page),
    isBasedOn: {
      '@type': 'NewsArticle',
      url: article.url,
      headline: article.original.title,
      ...(article.original.language ? { inLanguage: article.original.language } : {}),
      publisher: { '@type': 'Organization', name: article.feed.title, url: article.feed.url },
    },
    keywords: article.tags.map((tag) => tag.name),
    ...digitalSource(article.summaryBy),
  }
}

/** Says of a text by a model that it is one. */
export function digitalSource(by: SummaryBy): object {
  const digitalSourceType = digitalSourceTypeOf(by)
  return digitalSourceType ? { digitalSourceType } : {}
}

export function episodeJsonLd(page: SitePage, episode: EpisodeView): object {
  const { baseUrl } = page
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastEpisode',
    name: episode.title,
    description: episode.description,
    url: baseUrl + episodePath(episode),
    datePublished: episode.publishedOn.toISOString(),
    timeRequired: `PT${Math.round(episode.durationSeconds)}S`,
    associatedMedia: { '@type': 'MediaObject', contentUrl: episodeMediaUrl(baseUrl, episode.audioPath) },
    partOfSeries: { '@type': 'PodcastSeries', name: page.site.name, url: `${baseUrl}/podd` },
  }
}
