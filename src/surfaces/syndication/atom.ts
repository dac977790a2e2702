/** A channel as Atom 1.0 (RFC 4287): the site's feeds, and the streams of an app. */
import { generateAtomFeed } from 'feedsmith'
import { imageType } from '../../platform/site/image-type.ts'
import { fitForXml } from '../../platform/text/text.ts'
import { type Channel, changedAt, type FeedItem } from './channel.ts'

export const ATOM_TYPE = 'application/atom+xml'

export function atomFeed(channel: Channel): string {
  const { baseUrl, self, hub, language } = channel
  const address = baseUrl + self
  const xml = generateAtomFeed(
    {
      id: address,
      title: plain(channel.title),
      subtitle: plain(channel.description),
      // Required; an empty feed has not changed since any day.
      updated: changedAt(channel) ?? new Date(0),
      links: [
        { href: baseUrl + channel.page, rel: 'alternate', type: 'text/html' },
        { href: address, rel: 'self', type: ATOM_TYPE },
        ...(hub ? [{ href: hub, rel: 'hub' }] : []),
      ],
      icon: `${baseUrl}/favicon.ico`,
      xml: { lang: language },
      entries: channel.items.map((item) => toEntry(channel, item)),
    },
    { strict: true },
  )
  return fitForXml(xml)
}

const plain = (value: string) => ({ value, type: 'text' })

function toEntry({ baseUrl }: Channel, item: FeedItem) {
  return {
    id: item.permalink,
    // Required, and without text in it the generator leaves the element out.
    title: plain(item.title.trim() || item.canonical),
    links: [
      { href: item.canonical, rel: 'alternate', type: 'text/html' },
      ...(item.original ? [{ href: item.original, rel: 'via', type: 'text/html' }] : []),
      ...(item.imageUrl ? [{ href: item.imageUrl, rel: 'enclosure', type: imageType(item.imageUrl) }] : []),
    ],
    published: item.publishedAt,
    updated: item.updatedAt,
    authors: item.authors.map(({ name, url }) => ({ name, ...(url ? { uri: url } : {}) })),
    ...(item.contributor ? { contributors: [{ name: item.contributor }] } : {}),
    categories: item.tags.map(({ name, slug }) => ({ term: slug, scheme: `${baseUrl}/tags`, label: name })),
    summary: plain(item.summary),
    content: { value: item.contentHtml, type: 'html' },
    ...(item.language ? { xml: { lang: item.language } } : {}),
    ...(item.imageUrl
      ? { media: { contents: [{ url: item.imageUrl, type: imageType(item.imageUrl), medium: 'image' }] } }
      : {}),
  }
}
