/** Small questions to the XML tree: children by name, text, markup. */
import { escapeHtml } from '../../../platform/text/text.ts'
import type { Markup } from './raw.ts'
import type { XmlNode } from './xml.ts'

export function elementsOf(node: XmlNode): XmlNode[] {
  return node.children.filter((child): child is XmlNode => typeof child !== 'string')
}

/** Children with any of the names, in document order. */
export function childrenOf(node: XmlNode, ...names: string[]): XmlNode[] {
  const [only = ''] = names
  if (names.length === 1) return indexOf(node).get(only) ?? []
  return elementsOf(node).filter((child) => names.includes(child.name))
}

const indexes = new WeakMap<XmlNode, Map<string, XmlNode[]>>()

/** Readers ask each item for some forty names: its children are sorted by name once. */
function indexOf(node: XmlNode): Map<string, XmlNode[]> {
  const existing = indexes.get(node)
  if (existing) return existing
  const index = Map.groupBy(elementsOf(node), (child) => child.name)
  indexes.set(node, index)
  return index
}

/** First child with anything in it, by the first of the names that has one. */
export function firstOf(node: XmlNode, ...names: string[]): XmlNode | null {
  for (const name of names) {
    const found = childrenOf(node, name).find((child) => textOf(child) !== '' || elementsOf(child).length > 0)
    if (found) return found
  }
  return null
}

/** All text below the node, trimmed. */
export function textOf(node: XmlNode | null): string {
  if (!node) return ''
  const only = node.children[0]
  if (node.children.length === 1 && typeof only === 'string') return only.trim()
  return node.children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
    .trim()
}

/** Texts of all children with the names that have any. */
export function textsOf(node: XmlNode, ...names: string[]): string[] {
  return names.flatMap((name) => childrenOf(node, name).flatMap((child) => textOf(child) || []))
}

/** Content of the node, written as HTML: for inline XHTML and for markup that a publisher forgot to escape. */
function innerHtml(node: XmlNode): string {
  return node.children.map((child) => (typeof child === 'string' ? escapeHtml(child) : outerHtml(child))).join('')
}

function outerHtml(node: XmlNode): string {
  const tag = node.name.replace(/^xhtml:/, '')
  if (!/^[a-z][a-z0-9]*$/.test(tag)) return innerHtml(node)
  const attributes = Object.entries(node.attributes)
    .filter(([name]) => /^[a-z-]+$/.test(name))
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
  return node.children.length > 0 ? `<${tag}${attributes}>${innerHtml(node)}</${tag}>` : `<${tag}${attributes}/>`
}

function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][^<>]{0,5000}>|<!--|<!\[CDATA\[|&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,30});/i.test(text)
}

/** RSS never declares whether a text is HTML: text that looks like it is. */
export function looseMarkup(node: XmlNode): Markup {
  if (elementsOf(node).length > 0) return { html: mixedHtml(node), base: node.base }
  const text = textOf(node)
  return { html: looksLikeHtml(text) ? text : escapeHtml(text), base: node.base }
}

/** Markup half escaped and half not: text that already looks like HTML is not escaped again. */
function mixedHtml(node: XmlNode): string {
  const texts = node.children.filter((child) => typeof child === 'string')
  if (!texts.some(looksLikeHtml)) return innerHtml(node)
  return node.children.map((child) => (typeof child === 'string' ? child : outerHtml(child))).join('')
}

/** Atom's text constructs (RFC 4287, 3.1; Atom 0.3's `mode`): text, HTML, XHTML, or either in base64. */
export function declaredMarkup(node: XmlNode): Markup {
  const type = (node.attributes.type ?? '').trim().toLowerCase()
  const mode = node.attributes.mode?.trim().toLowerCase()
  const base = node.base
  if (elementsOf(node).length > 0)
    return mode === 'escaped' || type === 'html' ? looseMarkup(node) : { html: innerHtml(node), base }
  const text = textOf(node)
  if (mode === 'base64' || isBinary(type)) {
    const decoded = Buffer.from(text, 'base64').toString('utf8')
    return { html: type === 'text/plain' ? escapeHtml(decoded) : decoded, base }
  }
  if (/html/.test(type))
    return type === 'html' || mode === 'escaped' || type === 'text/html' || looksLikeHtml(text)
      ? { html: text, base }
      : { html: escapeHtml(text), base }
  if (type !== '') return { html: escapeHtml(text), base }
  return looseMarkup(node)
}

function isBinary(type: string): boolean {
  return type.includes('/') && !/^text\/|[+/]xml$|^message\//.test(type)
}
