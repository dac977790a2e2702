/** Lists of sources as OPML: text or bytes in, sources out. Knows nothing of the database or the network. */

import { Parser } from 'htmlparser2'
import { AppError } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/text/text.ts'
import { plainTitle } from '../../../platform/text/titles.ts'
import { withoutFeedScheme } from '../../../platform/text/url.ts'
import { decodeBytes } from '../decode/decode.ts'
import type { OpmlSource } from '../rules/source-list.ts'
import { languageTag, publisherHost } from '../rules/source-settings.ts'

/** So much of an element's name is quoted: of a file that is no XML it can be all that follows. */
const MAX_NAME = 40

/** Contents of a list. */
export interface OpmlList {
  sources: OpmlSource[]
  /** Lines that name no feed, and why: "line 5: …". */
  leftOut: string[]
}

/** An open outline. */
interface Outlined {
  /** Name of the group; null for a feed, and for a group without one. */
  group: string | null
  /** Reason to leave it out unless it holds others; null for a feed. */
  excuse: string | null
}

interface Reading {
  sources: Map<string, OpmlSource>
  leftOut: string[]
  violations: string[]
  open: Outlined[]
  sawRoot: boolean
}

/**
 * Reads what real programs write: any encoding, any case of attributes, bare ampersands, nested groups, repeated feeds (the
 * first stays), lines that are no feeds. Document types are skipped, so no entity is ever fetched or expanded. Throws
 * `bad_request` naming the lines of what is no list, is cut off, or sets what cannot be set.
 */
export function parseOpml(list: string | Uint8Array): OpmlList {
  const text = typeof list === 'string' ? list.replace(/^\uFEFF/, '') : decodeBytes(list, null).text
  const reading: Reading = { sources: new Map(), leftOut: [], violations: [], open: [], sawRoot: false }
  const lineAt = lineCounter(text)
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'opml') reading.sawRoot = true
        else if (!reading.sawRoot)
          reading.violations.push(
            `line ${lineAt(parser.startIndex)}: expected <opml>, found <${name.slice(0, MAX_NAME)}>`,
          )
        else if (name === 'outline') openOutline(reading, attributes, lineAt(parser.startIndex))
      },
      onclosetag(name, implied) {
        if (name === 'outline') closeOutline(reading)
        if (name === 'opml' && implied && !reading.violations.length)
          reading.violations.push(`line ${lineAt(text.length)}: the list ends before </opml>`)
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(text)
  if (!reading.sawRoot && reading.violations.length === 0) reading.violations.push('line 1: no <opml> element')
  if (reading.violations.length > 0)
    throw new AppError('bad_request', `Unreadable OPML: ${reading.violations.slice(0, 10).join('; ')}`)
  return { sources: [...reading.sources.values()], leftOut: reading.leftOut }
}

const plain = (text = '') => plainTitle(escapeHtml(text))

function openOutline(reading: Reading, attributes: Record<string, string>, line: number): void {
  const address = attributes.xmlurl ?? (attributes.type === 'rss' ? attributes.url : undefined)
  const label = plain(attributes.title || attributes.text)
  const parent = reading.open.at(-1)
  if (parent) parent.excuse = null
  const url = webAddress(address ?? '')
  const excuse = url ? null : `line ${line}: ${excuseOf(label, address, webAddress(attributes.htmlurl ?? ''))}`
  reading.open.push({ group: url ? null : label || categoryOf(attributes), excuse })
  if (!url || reading.sources.has(url)) return
  const violation = violationOf(attributes)
  if (violation) reading.violations.push(`line ${line}: ${violation}`)
  reading.sources.set(url, sourceOf(attributes, url, label, groupOf(reading)))
}

/** An outline that holds others is a group, and is not left out. */
function closeOutline({ open, leftOut }: Reading): void {
  const excuse = open.pop()?.excuse
  if (excuse) leftOut.push(excuse)
}

const groupOf = ({ open }: Reading) => open.findLast(({ group }) => group !== null)?.group ?? null

/** OPML 2.0: categories apart by commas, each a path; the last name of the first one. */
const categoryOf = ({ category = '' }: Record<string, string>) =>
  plain(
    category
      .split(',')
      .map((path) => path.split('/').findLast((name) => name.trim()))
      .find(Boolean),
  ) || null

function sourceOf(attributes: Record<string, string>, url: string, label: string, group: string | null): OpmlSource {
  const publisherName = plain(attributes.publishername)
  return {
    url,
    title: label || new URL(url).hostname,
    siteUrl: webAddress(attributes.htmlurl ?? ''),
    language: languageTag(attributes.language ?? ''),
    relevance: attributes.relevance === 'all' ? 'all' : 'model',
    extract: attributes.extract !== 'false',
    publisher: publisherHost(attributes.publisher ?? ''),
    ...(publisherName && { publisherName }),
    category: group ?? categoryOf(attributes),
  }
}

function excuseOf(label: string, address: string | undefined, site: string | null): string {
  if (address?.trim()) return `xmlUrl "${address.slice(0, 100)}" is not an http or https address`
  return `"${label.slice(0, 100)}" names ${site ? `the site ${site.slice(0, 200)} and ` : ''}no feed (xmlUrl)`
}

function violationOf({ relevance, extract, publisher }: Record<string, string>): string | null {
  if (!['all', 'model', undefined].includes(relevance)) return `relevance "${relevance}" is neither "all" nor "model"`
  if (!['true', 'false', undefined].includes(extract)) return `extract "${extract}" is neither "true" nor "false"`
  if (publisher?.trim() && !publisherHost(publisher))
    return `publisher "${publisher.slice(0, 100)}" is not a domain such as example.org`
  return null
}

function webAddress(text: string): string | null {
  const written = withoutFeedScheme(text)
  return /^https?:$/.test(URL.parse(written)?.protocol ?? '') ? written : null
}

function lineCounter(text: string): (index: number) => number {
  let line = 1
  let at = 0
  return (index) => {
    for (; at < index; at++) if (text.charCodeAt(at) === 10) line++
    return line
  }
}
