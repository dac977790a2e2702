/** Atom 0.3 and 1.0: a feed and its entries, or an entry alone. */

import { childrenOf, declaredMarkup, firstOf, looseMarkup, textOf, textsOf } from '../decode/nodes.ts'
import { type Link, MAX_ITEMS, type Markup, type RawFeed, type RawItem } from '../decode/raw.ts'
import type { XmlNode } from '../decode/xml.ts'
import { alternatesOf } from './alternates.ts'
import { filesOf, imagesOf } from './media.ts'
import { personOf } from './people.ts'
import { categoriesOf, datesOf, relLinks } from './rss.ts'

export function readAtom(root: XmlNode, base: string): RawFeed {
  const entries = root.name === 'entry' ? [root] : childrenOf(root, 'entry', 'item')
  return {
    title: root.name === 'entry' ? null : (constructOf(root, 'title') ?? looseOf(root, 'dc:title')),
    links: pagesOf(root),
    description: constructOf(root, 'subtitle', 'tagline') ?? looseOf(root, 'description', 'itunes:summary'),
    language: textsOf(root, 'language', 'dc:language')[0] ?? root.language,
    icons: childrenOf(root, 'icon', 'logo').map((node) => ({ href: textOf(node), base: node.base })),
    authors: root.name === 'entry' ? [] : authorsOf(root),
    ttlMinutes: null,
    hubs: relLinks(root, 'hub'),
    selves: relLinks(root, 'self'),
    items: entries.slice(0, MAX_ITEMS).map((entry) => readEntry(entry, base)),
  }
}

function readEntry(entry: XmlNode, base: string): RawItem {
  const source = childrenOf(entry, 'source')[0]
  const content = contentOf(entry)
  return {
    guid: idOf(entry, base),
    links: [
      ...childrenOf(entry, 'feedburner:origlink').map((node) => ({ href: textOf(node), base: node.base })),
      ...pagesOf(entry),
    ],
    files: filesOf(entry),
    title:
      constructOf(entry, 'title') ?? looseOf(entry, 'dc:title', 'media:title') ?? groupMarkup(entry, 'media:title'),
    summary:
      constructOf(entry, 'summary') ??
      looseOf(entry, 'description', 'media:description') ??
      content ??
      groupMarkup(entry, 'media:description'),
    content: content ?? groupMarkup(entry, 'media:description'),
    published: datesOf(entry, [
      'published',
      'issued',
      'pubdate',
      'dcterms:issued',
      'created',
      'dcterms:created',
      'updated',
      'modified',
      'dc:date',
    ]),
    updated: datesOf(entry, ['updated', 'modified', 'dcterms:modified', 'dc:date']),
    images: imagesOf(entry),
    authors: firstNonEmpty(authorsOf(entry), source ? authorsOf(source) : []),
    categories: entryCategories(entry),
    language: textsOf(entry, 'dc:language')[0] ?? entry.language,
    credits: source ? [...pagesOf(source), ...relLinks(source, 'self')].map((link) => link.href) : [],
  }
}

/** An id is an absolute address by the standard; a relative one is an error that its base repairs. */
function idOf(entry: XmlNode, base: string): string | null {
  const node = firstOf(entry, 'id', 'guid')
  const id = textOf(node)
  if (!node || id === '') return null
  const address = node.base || base
  return /^[./?]/.test(id) || (/^[^:\s]+\/[^:\s]*$/.test(id) && address) ? (URL.parse(id, address)?.href ?? id) : id
}

function constructOf(node: XmlNode, ...names: string[]): Markup | null {
  const found = firstOf(node, ...names)
  return found && textOf(found) !== '' ? declaredMarkup(found) : null
}

function looseOf(node: XmlNode, ...names: string[]): Markup | null {
  const found = firstOf(node, ...names)
  return found && textOf(found) !== '' ? looseMarkup(found) : null
}

function groupMarkup(entry: XmlNode, name: string): Markup | null {
  const group = childrenOf(entry, 'media:group')[0]
  return group ? looseOf(group, name) : null
}

/** Of several contents, one that is HTML before one that is text, and never one that is not words. */
function contentOf(entry: XmlNode): Markup | null {
  const nodes = childrenOf(entry, 'content', 'content:encoded', 'xhtml:body').filter((node) => node.children.length > 0)
  const readable = nodes.filter((node) => !/^(image|audio|video)\//.test(node.attributes.type ?? ''))
  const best = readable.find((node) => /html/.test(node.attributes.type ?? '')) ?? readable[0]
  if (!best) return null
  return best.name === 'content' ? declaredMarkup(best) : looseMarkup(best)
}

/** Addresses of the page itself, then substitutes for one. */
function pagesOf(node: XmlNode): Link[] {
  const source = childrenOf(node, 'content').flatMap(({ attributes, base }) =>
    attributes.src ? [{ href: attributes.src, base }] : [],
  )
  return [...alternatesOf(node), ...source, ...(node.name === 'entry' ? relLinks(node, 'self') : [])]
}

function authorsOf(node: XmlNode): string[] {
  const authors = childrenOf(node, 'author').flatMap((person) => personOf(person) ?? [])
  return firstNonEmpty(
    authors,
    childrenOf(node, 'dc:creator', 'itunes:author').flatMap((person) => personOf(person) ?? []),
  )
}

const firstNonEmpty = (one: string[], other: string[]) => (one.length > 0 ? one : other)

/** A term that is an address (as Google's APIs write) is for machines; its label is the word. */
function entryCategories(entry: XmlNode): string[] {
  const labelled = childrenOf(entry, 'category').flatMap(({ attributes: { term, label } }) =>
    term && label && /^https?:|^urn:/.test(term) ? [label] : [],
  )
  const terms = categoriesOf(entry).filter((category) => !/^https?:|^urn:/.test(category))
  return [...terms, ...labelled]
}
