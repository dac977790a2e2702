/** Checks whether a feed's answer contains anything new, before it is parsed. */
import { createHash } from 'node:crypto'
import type { FetchResult } from '../../platform/fetch/fetcher.ts'

export interface Comparison {
  unchanged: boolean
  /** Of this answer; null where it has no body (304). */
  bodyHash: string | null
}

/**
 * A 304, or a body that differs in nothing but noise. Its ETag is no evidence: some servers send one and the same for
 * ever.
 */
export function compareWithPrevious(previousHash: string | null, { status, body }: FetchResult): Comparison {
  if (status === 304) return { unchanged: true, bodyHash: null }
  const hash = bodyHash(body)
  return { unchanged: hash === previousHash, bodyHash: hash }
}

/** SHA-256 of a document without what changes on its own: build dates, comments, numbers of comments. */
export function bodyHash(body: Uint8Array): string {
  // All that is looked for is ASCII, so one character per byte will do whatever the encoding.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  return createHash('sha256').update(withoutNoise(text), 'latin1').digest('base64url')
}

/** Elements whose text tells nothing about the items, wherever they are. */
const NOISY_ELEMENTS = ['lastBuildDate', 'slash:comments', 'thr:total', 'generator']
/** Those that do so only for the channel, before its first item. */
const NOISY_IN_CHANNEL = ['pubDate', 'updated', 'modified', 'dc:date']

function withoutNoise(text: string): string {
  const plain = withoutComments(text).replace(/ thr:(count|updated)\s*=\s*("[^"<]*"|'[^'<]*')/g, '')
  const start = firstItem(plain)
  const channel = withoutElements(plain.slice(0, start), [...NOISY_ELEMENTS, ...NOISY_IN_CHANNEL])
  return channel + withoutElements(plain.slice(start), NOISY_ELEMENTS)
}

function firstItem(text: string): number {
  const at = text.search(/<(item|entry)[\s>]/)
  return at < 0 ? text.length : at
}

/** XML comments that stand outside CDATA. */
function withoutComments(text: string): string {
  return rebuilt(text, /<!--|<!\[CDATA\[/g, (opening) =>
    opening === '<!--' ? { close: '-->', drop: true } : { close: ']]>', drop: false },
  )
}

function withoutElements(text: string, names: string[]): string {
  return rebuilt(text, new RegExp(`<(?:${names.join('|')})(?=[\\s/>])[^<>]*>`, 'g'), (opening) =>
    opening.endsWith('/>') ? { close: '', drop: true } : { close: `</${/[\w:]+/.exec(opening)?.[0]}>`, drop: true },
  )
}

interface Span {
  close: string
  drop: boolean
}

/**
 * The text without the spans that begin with `opening` and are to be dropped. Goes through it once, also when
 * thousands of spans are never closed: from the first such one on, everything stays.
 */
function rebuilt(text: string, opening: RegExp, spanOf: (opening: string) => Span): string {
  const retained: string[] = []
  let from = 0
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const { close, drop } = spanOf(found[0])
    const at = text.indexOf(close, opening.lastIndex)
    if (at < 0) break
    opening.lastIndex = at + close.length
    if (!drop) continue
    retained.push(text.slice(from, found.index))
    from = opening.lastIndex
  }
  retained.push(text.slice(from))
  return retained.join('')
}
