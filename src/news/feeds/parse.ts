/** Feed bytes in, items out: decode, detect the format, read, clean. Knows nothing of the database or the network. */
import { AppError } from '../../platform/errors.ts'
import { decodeBytes } from './decode/decode.ts'
import { elementsOf } from './decode/nodes.ts'
import type { RawFeed } from './decode/raw.ts'
import { closeJson } from './decode/repair.ts'
import { parseXml, type XmlNode } from './decode/xml.ts'
import { readAtom } from './formats/atom.ts'
import { cleanFeed } from './formats/clean.ts'
import { isJsonFeed, readJsonFeed } from './formats/json-feed.ts'
import { readRss } from './formats/rss.ts'
import type { ParsedFeed } from './rules/feed.ts'

export interface ParseOptions {
  /** Address of the document. */
  url: string
  contentType: string | null
  /** `Content-Location` of the response: the base of relative links when it names another place. */
  contentLocation?: string | null
  /** `Content-Language` of the response: the feed's language when it names none. */
  contentLanguage?: string | null
  /** Problems of the answer that brought the document. */
  problems?: string[]
  /** Sentences that publishing software appends to summaries; they are left out. */
  appended?: RegExp
}

/** Throws `unprocessable` when the bytes are no feed at all, or an attack; everything else is read as far as it goes. */
export function parseFeed(bytes: Uint8Array, options: ParseOptions): ParsedFeed {
  const { text, encoding, problems: damage } = decodeBytes(bytes, options.contentType)
  const problems = [...(options.problems ?? []), ...damage]
  const base = baseOf(options)
  const raw = /^\s*[{[]/.test(text) ? readJson(text, problems) : readXml(text, base, problems)
  const { contentLanguage = null, appended } = options
  return cleanFeed({ ...raw, language: raw.language ?? contentLanguage }, { encoding, problems, appended, base })
}

function baseOf({ url, contentLocation }: ParseOptions): string {
  const document = /^https?:/i.test(url) ? url : ''
  const located = contentLocation ? URL.parse(contentLocation, document || undefined) : null
  return located && /^https?:$/.test(located.protocol) ? located.href : document
}

function readJson(text: string, problems: string[]): RawFeed {
  const value = parseJson(text) ?? parseJson(closeJson(text) ?? '')
  if (value === undefined || !isJsonFeed(value))
    throw new AppError('unprocessable', 'The document is JSON but no JSON Feed')
  if (parseJson(text) === undefined) problems.push('the document ends before it is closed')
  return readJsonFeed(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const READERS: Record<string, (root: XmlNode, base: string) => RawFeed> = {
  rss: readRss,
  'rdf:rdf': readRss,
  rdf: readRss,
  channel: readRss,
  feed: readAtom,
  entry: readAtom,
}

function readXml(text: string, base: string, problems: string[]): RawFeed {
  const root = findRoot(parseXml(text, base, problems), 5)
  const read = root && READERS[root.name]
  if (!read || isOtherRdf(root) || (isWebPage(text) && !/^(rss|feed)$/.test(root.name)))
    throw new AppError('unprocessable', describe(text))
  return read(root, base)
}

/** RDF is also a language for licences and address books. */
function isOtherRdf(root: XmlNode): boolean {
  const elements = /rdf$/.test(root.name) ? elementsOf(root) : []
  return elements.length > 0 && !elements.some(({ name }) => name === 'channel' || name === 'item')
}

const isWebPage = (text: string) => /<html|<!doctype html/i.test(text.slice(0, 2000))

/** The format's root, though a server's message may stand before or around it. */
function findRoot(node: XmlNode, depth: number): XmlNode | null {
  const elements = elementsOf(node)
  const found = elements.find((child) => Object.hasOwn(READERS, child.name))
  if (found || depth === 0) return found ?? null
  return elements.reduce<XmlNode | null>((root, child) => root ?? findRoot(child, depth - 1), null)
}

function describe(text: string): string {
  if (text.trim() === '') return 'The document is empty'
  if (isWebPage(text)) return 'The document is a web page, not a feed'
  return 'The document is neither RSS, Atom nor JSON Feed'
}
