/** A stream as Atom, in the form of the Google Reader API: states and folders are categories (`/reader/atom/*`). */
import { generateAtomFeed } from 'feedsmith'
import { fitForXml } from '../../platform/text/text.ts'
import type { MessageContext, presentItem } from './present.ts'

interface Contents {
  id: string
  title: string
  /** Seconds. */
  updated: number
  items: ReturnType<typeof presentItem>[]
  continuation?: string
}

/** Apps look for states below this scheme. */
const SCHEME = 'http://www.google.com/reader/'

export function atomOf({ id, title, updated, items, continuation }: Contents, { baseUrl }: MessageContext): string {
  const self = `${baseUrl}/reader/atom/${encodeURI(id)}`
  const xml = generateAtomFeed(
    {
      id: `tag:google.com,2005:reader/${encodeURI(id)}`,
      title: plain(title),
      updated: new Date(updated * 1000),
      links: [
        { href: self, rel: 'self', type: 'application/atom+xml' },
        ...(continuation ? [{ href: `${self}?c=${continuation}`, rel: 'next', type: 'application/atom+xml' }] : []),
      ],
      entries: items.map(toEntry),
    },
    { strict: true },
  )
  return fitForXml(xml)
}

const plain = (value: string) => ({ value, type: 'text' })

const toEntry = (item: Contents['items'][number]) => ({
  id: item.id,
  title: plain(item.title.trim() || item.id),
  links: [
    ...item.alternate.map(({ href, type }) => ({ href, type, rel: 'alternate' })),
    ...(item.enclosure ?? []).map(({ href, type }) => ({ href, type, rel: 'enclosure' })),
  ],
  published: new Date(item.published * 1000),
  updated: new Date(item.updated * 1000),
  authors: [{ name: item.author || item.origin.title }],
  categories: item.categories.map((term) => ({ term, scheme: SCHEME, label: term.slice(term.lastIndexOf('/') + 1) })),
  content: { value: item.content.content, type: 'html' },
  source: { id: item.origin.streamId, title: plain(item.origin.title) },
})
