/** RSS 0.9x, 1.0 (RDF) and 2.0, and their forerunner CDF: a channel and its items. */

import { childrenOf, elementsOf, firstOf, looseMarkup, textOf, textsOf } from '../decode/nodes.ts'
import { type Link, MAX_ITEMS, type Markup, type RawFeed, type RawItem } from '../decode/raw.ts'
import type { XmlNode } from '../decode/xml.ts'
import { alternatesOf, relationsOf } from './alternates.ts'
import { filesOf, imagesOf } from './media.ts'
import { personOf } from './people.ts'

/** `root` is `rss`, `rdf:rdf` or a bare `channel`. Items count wherever publishers put them. */
export function readRss(root: XmlNode): RawFeed {
  const channel = root.name === 'channel' ? root : (childrenOf(root, 'channel')[0] ?? root)
  const items = [...itemsUnder(channel), ...(channel === root ? [] : itemsUnder(root))]
  return {
    title: markupOf(channel, 'title', 'dc:title', 'media:title', 'itunes:title'),
    links: [...linksOf(channel), ...itemAddress(channel)],
    description: markupOf(
      channel,
      'description',
      'tagline',
      'subtitle',
      'abstract',
      'dc:description',
      'itunes:summary',
      'itunes:subtitle',
    ),
    language: textsOf(channel, 'language', 'dc:language')[0] ?? channel.language ?? root.language,
    icons: iconsOf(channel, root),
    authors: [],
    ttlMinutes: ttlOf(channel),
    hubs: relLinks(channel, 'hub'),
    selves: relLinks(channel, 'self'),
    items: items.slice(0, MAX_ITEMS).map(readItem),
  }
}

/** Items in the node, in the `items` that RSS 1.1 wraps them in, and in items that were never closed. */
function itemsUnder(node: XmlNode, depth = 0): XmlNode[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name === 'item' || child.name === 'entry') {
      const nested = depth < 50 ? itemsUnder(child, depth + 1) : []
      return depth > 0 && elementsOf(child).length === 0 ? [] : [child, ...nested]
    }
    return child.name === 'items' && depth < 50 ? itemsUnder(child, depth + 1) : []
  })
}

function readItem(item: XmlNode): RawItem {
  const summary = markupOf(
    item,
    ...[
      'summary',
      'description',
      'abstract',
      'dc:description',
      'media:description',
      'itunes:summary',
      'itunes:subtitle',
    ],
  )
  const content = markupOf(
    item,
    'content:encoded',
    'xhtml:body',
    'body',
    'fullitem',
    'content',
    'description',
    'abstract',
  )
  return {
    guid: textsOf(item, 'guid', 'id', 'dc:identifier')[0] ?? item.attributes['rdf:about']?.trim() ?? null,
    links: [...linksOf(item), ...permalinkOf(item), ...itemAddress(item)],
    files: filesOf(item),
    title: markupOf(item, 'title', 'dc:title', 'media:title', 'itunes:title'),
    summary,
    content,
    published: datesOf(item, [
      'pubdate',
      'published',
      'issued',
      'dcterms:issued',
      'dcterms:created',
      'created',
      'dc:date',
      'dcterms:date',
      'date',
      'dcterms:modified',
      'modified',
      'updated',
      'lastbuilddate',
    ]),
    updated: datesOf(item, ['updated', 'modified', 'dcterms:modified', 'dc:date', 'dcterms:date', 'lastbuilddate']),
    images: imagesOf(item),
    authors: authorsOf(item),
    categories: categoriesOf(item),
    language: textsOf(item, 'dc:language', 'language')[0] ?? item.language,
    credits: [
      ...childrenOf(item, 'source').flatMap((node) => node.attributes.url ?? []),
      ...textsOf(item, 'dc:source'),
    ],
  }
}

/** RSS repeats an element to replace it: the last one counts. */
export function datesOf(node: XmlNode, names: string[]): string[] {
  return names.flatMap((name) => textsOf(node, name).reverse())
}

function markupOf(node: XmlNode, ...names: string[]): Markup | null {
  const found = firstOf(node, ...names)
  return found && looseMarkup(found)
}

/** `<link>` as text or, as some write it, with an `href` that is no link to elsewhere. */
function linksOf(node: XmlNode): Link[] {
  const origin = childrenOf(node, 'feedburner:origlink').map((link) => ({ href: textOf(link), base: link.base }))
  const plain = childrenOf(node, 'link').filter((link) => textOf(link) !== '' && !link.attributes.rel)
  return [...origin, ...plain.map((link) => ({ href: textOf(link), base: link.base })), ...alternatesOf(node)]
}

export function relLinks(node: XmlNode, rel: string): Link[] {
  return childrenOf(node, 'link')
    .filter((link) => link.attributes.rel !== undefined && relationsOf(link).includes(rel) && link.attributes.href)
    .map((link) => ({ href: link.attributes.href ?? '', base: link.base }))
}

/** A guid is the item's address unless it declares otherwise. Many that declare nothing are no address. */
function permalinkOf(item: XmlNode): Link[] {
  return childrenOf(item, 'guid')
    .filter((guid) => {
      const declared = guid.attributes.ispermalink?.trim().toLowerCase()
      return declared !== 'false' && (declared === 'true' ? RELATIVE : ROOTED).test(textOf(guid))
    })
    .map((guid) => ({ href: textOf(guid), base: guid.base }))
}

const ROOTED = /^(https?:|\.{0,2}\/)\S+$/i
const RELATIVE = /^(https?:\S+|(?![a-z][a-z\d+.-]*:)\S*[/?]\S*)$/i

function itemAddress(node: XmlNode): Link[] {
  const address = node.attributes.href ?? (node.name === 'item' ? node.attributes['rdf:about'] : undefined)
  return address && (node.attributes.href || ROOTED.test(address)) ? [{ href: address, base: node.base }] : []
}

function authorsOf(item: XmlNode): string[] {
  for (const name of ['dc:creator', 'author', 'dc:author', 'itunes:author', 'dc:contributor']) {
    const people = childrenOf(item, name).flatMap((node) => personOf(node) ?? [])
    if (people.length > 0) return people
  }
  return []
}

const CATEGORY_NAMES = [
  'category',
  'dc:subject',
  'media:category',
  'itunes:category',
  'tags',
  'keywords',
  'itunes:keywords',
  'media:keywords',
]

export function categoriesOf(item: XmlNode, depth = 0): string[] {
  return childrenOf(item, ...CATEGORY_NAMES, 'media:group').flatMap((node) => {
    if (node.name === 'media:group') return depth === 0 ? categoriesOf(node, 1) : []
    const nodeText = node.name === 'itunes:category' ? '' : textOf(node)
    const text = nodeText || node.attributes.term || node.attributes.text || node.attributes.label || ''
    const listed = /keywords$|^tags$/.test(node.name) ? text.split(',') : [text]
    return [...listed, ...(node.name === 'itunes:category' && depth < 3 ? categoriesOf(node, depth + 1) : [])]
  })
}

function iconsOf(channel: XmlNode, root: XmlNode): Link[] {
  const nodes = [
    ...childrenOf(channel, 'webfeeds:icon', 'icon', 'image', 'itunes:image', 'logo'),
    ...childrenOf(root, 'image'),
  ]
  return nodes.flatMap((node) => {
    const href =
      textOf(firstOf(node, 'url')) ||
      node.attributes.href ||
      node.attributes['rdf:resource'] ||
      (elementsOf(node).length === 0 ? textOf(node) : '')
    return href ? [{ href, base: node.base }] : []
  })
}

const PERIOD_MINUTES: Record<string, number> = {
  hourly: 60,
  daily: 1440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}

/** The longer of `ttl` and the syndication module's period divided by its frequency. */
function ttlOf(channel: XmlNode): number | null {
  const ttl = Number.parseInt(textOf(firstOf(channel, 'ttl')), 10)
  const period = PERIOD_MINUTES[textOf(firstOf(channel, 'sy:updateperiod')).toLowerCase()] ?? 0
  const frequency = Number.parseInt(textOf(firstOf(channel, 'sy:updatefrequency')), 10)
  const minutes = Math.max(ttl > 0 ? ttl : 0, Math.round(period / (frequency > 0 ? frequency : 1)))
  return minutes > 0 ? Math.min(minutes, 525_600) : null
}
