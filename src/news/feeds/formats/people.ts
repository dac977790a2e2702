/** Names of authors: RSS's `mail (Name)` forms and the person elements of Atom. */
import { childrenOf, elementsOf, textOf } from '../decode/nodes.ts'
import type { XmlNode } from '../decode/xml.ts'

const MAIL = /[^\s<>()"']+@[^\s<>()"']+\.[a-z]{2,}/i

const ADDRESSES = new RegExp(`(https?:|www\\.)[^\\s<>()"']+|${MAIL.source}`, 'gi')

/** Name of the person, or null. */
export function personOf(node: XmlNode): string | null {
  if (elementsOf(node).length === 0) return nameIn(textOf(node))
  const name = textOf(childrenOf(node, 'name', 'itunes:name')[0] ?? null)
  return nameIn(name) ?? nameIn(textOf(childrenOf(node, 'email', 'itunes:email')[0] ?? null))
}

/**
 * `a@b.se (Ann)`, `Ann <a@b.se>` and `Ann (https://b.se)` name Ann, an address alone names no person: mail addresses
 * are not for publishing.
 */
export function nameIn(text: string): string | null {
  const parenthesised = new RegExp(`^${MAIL.source}\\s*\\(([^)]+)\\)$`, 'i').exec(text)?.[1]
  const name = (parenthesised ?? text).replace(ADDRESSES, '').replace(/[<(]\s*[>)]/g, '')
  return name.replace(/mailto:|^[\s,;|–-]+|[\s,;|–-]+$/g, '').trim() || null
}
