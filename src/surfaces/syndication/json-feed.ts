/** A channel as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
import { generateJsonFeed } from 'feedsmith'
import type { ArticleView } from '../../read/articles/views.ts'
import { type Channel, canonical, contentHtml, imageType, permalink } from './channel.ts'

export function jsonFeed(channel: Channel): string {
  const { baseUrl, hub } = channel
  return JSON.stringify(
    generateJsonFeed(
      {
        title: channel.title,
        home_page_url: baseUrl + channel.page,
        feed_url: baseUrl + channel.self,
        description: channel.description,
        favicon: `${baseUrl}/favicon.ico`,
        language: channel.language,
        ...(hub ? { hubs: [{ type: 'WebSub', url: hub }] } : {}),
        items: channel.articles.map((article) => item(channel, article)),
      },
      { strict: true },
    ),
  )
}

function item(channel: Channel, article: ArticleView) {
  const image = article.imageUrl
  return {
    id: permalink(channel, article),
    url: canonical(channel, article),
    external_url: article.url,
    title: article.title,
    content_html: contentHtml(channel, article),
    summary: article.summary,
    authors: [{ name: article.feed.title, url: article.feed.url }],
    tags: article.tags.map((tag) => tag.name),
    date_modified: article.updatedAt,
    ...(article.publishedAt ? { date_published: article.publishedAt } : {}),
    ...(article.language ? { language: article.language } : {}),
    ...(image ? { image, attachments: [{ url: image, mime_type: imageType(image) }] } : {}),
  }
}
