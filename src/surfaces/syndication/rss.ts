/** A channel as RSS 2.0 (rssboard.org/rss-profile), with Atom's links, Dublin Core, content and Media RSS. */

import { generateRssFeed } from 'feedsmith'
import { imageType } from '../../platform/site/image-type.ts'
import { tagPath } from '../../platform/site/paths.ts'
import { fitForXml } from '../../platform/text/text.ts'
import { escapeHtml } from '../html/plain-html.ts'
import { type Channel, changedAt, type FeedItem } from './channel.ts'

export function rssFeed(channel: Channel): string {
  const { baseUrl, self, hub } = channel
  const changed = changedAt(channel)
  const links = [{ href: baseUrl + self, rel: 'self', type: 'application/rss+xml' }]
  const xml = generateRssFeed(
    {
      title: channel.title,
      link: baseUrl + channel.page,
      description: channel.description,
      language: channel.language,
      ...(changed ? { lastBuildDate: changed } : {}),
      atom: { links: hub ? [...links, { href: hub, rel: 'hub' }] : links },
      items: channel.items.map((item) => toItem(channel, item)),
    },
    { strict: true },
  )
  return plainTitles(fitForXml(xml))
}

/** A title is text: what could be taken for markup in it is written as hexadecimal references (RSS Profile, 4.1.1.20.3). */
const plainTitles = (xml: string): string =>
  xml.replace(/<title>\s*((?:<!\[CDATA\[[\s\S]*?\]\]>)+)\s*<\/title>/g, (_, sections: string) => {
    const text = sections.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    return `<title>${text.replace(/[&<>]/g, (char) => `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`)}</title>`
  })

function toItem({ baseUrl }: Channel, item: FeedItem) {
  const image = item.imageUrl && { url: item.imageUrl, type: imageType(item.imageUrl) }
  return {
    title: item.title,
    link: item.canonical,
    // A description is HTML, so the text is escaped again inside the XML.
    description: escapeHtml(item.summary),
    guid: { value: item.permalink, isPermaLink: true },
    categories: item.tags.map((tag) => ({ name: tag.name, domain: baseUrl + tagPath(tag) })),
    dc: {
      creators: item.authors.map(({ name }) => name),
      ...(item.contributor ? { contributors: [item.contributor] } : {}),
    },
    content: { encoded: item.contentHtml },
    pubDate: item.publishedAt,
    ...(item.grows ? { atom: { updated: item.updatedAt } } : {}),
    // Its length is unknown; 0 declares that.
    ...(image ? { enclosures: [{ ...image, length: 0 }], media: { contents: [{ ...image, medium: 'image' }] } } : {}),
  }
}
