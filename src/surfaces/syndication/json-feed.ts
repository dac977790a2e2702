/** A channel as JSON Feed 1.1 (jsonfeed.org/version/1.1), with an extension of ours: who wrote a text, and its event. */
import { generateJsonFeed } from 'feedsmith'
import { imageType } from '../../platform/site/image-type.ts'
import type { Channel, FeedItem } from './channel.ts'

export function jsonFeed(channel: Channel): string {
  const { baseUrl, hub } = channel
  const items = channel.items.map(toItem)
  const feed = generateJsonFeed(
    {
      title: channel.title,
      home_page_url: baseUrl + channel.page,
      feed_url: baseUrl + channel.self,
      description: channel.description,
      favicon: `${baseUrl}/favicon.ico`,
      language: channel.language,
      ...(hub ? { hubs: [{ type: 'WebSub', url: hub }] } : {}),
      items,
    },
    { strict: true },
  )
  // The generator leaves out what is empty; a feed without items has an empty list of them.
  return JSON.stringify(items.length > 0 ? feed : { ...(feed as object), items })
}

function toItem(item: FeedItem) {
  const image = item.imageUrl
  return {
    id: item.permalink,
    url: item.canonical,
    ...(item.original ? { external_url: item.original } : {}),
    title: item.title,
    content_html: item.contentHtml,
    summary: item.summary,
    authors: item.authors,
    tags: item.tags.map((tag) => tag.name),
    date_modified: item.updatedAt,
    date_published: item.publishedAt,
    ...(item.language ? { language: item.language } : {}),
    ...(image ? { image, attachments: [{ url: image, mime_type: imageType(image) }] } : {}),
    _karnhuset: { by: item.by, ...item.extension },
  }
}
