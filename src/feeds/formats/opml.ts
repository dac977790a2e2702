/** Lists of sources as OPML: text in, sources out, and back. Knows nothing of the database or the network. */
import { generateOpml, type Opml } from 'feedsmith'
import { Parser } from 'htmlparser2'
import { AppError } from '../../domain/errors.ts'
import { plainTitle } from '../../domain/text/titles.ts'
import { escapeHtml } from '../decode/nodes.ts'

/** One source of a list. `relevance`, `extract`, `publisher` and `publisherName` are attributes of ours; other programs ignore them. */
export interface OpmlSource {
  url: string
  title: string
  siteUrl: string | null
  language: string | null
  relevance: 'model' | 'all'
  /** False where article pages must not be fetched. */
  extract: boolean
  /** Registrable domain of the publisher, where the feed's own host does not say it. */
  publisher: string | null
  /** What readers know the publisher by, where its feeds' titles do not say it. */
  publisherName?: string | null
  /** Text of the outline that the source stands in, such as "Swedish". */
  category: string | null
}

const OUR_ATTRIBUTES = ['relevance', 'extract', 'publisher', 'publisherName'] as const

interface Reading {
  sources: Map<string, OpmlSource>
  faults: string[]
  groups: (string | null)[]
  sawRoot: boolean
}

/**
 * Reads what real programs write: any case of attributes, bare ampersands, nested groups, repeated feeds (the first
 * stays). Document types are skipped, so no entity is ever fetched or expanded. Throws `bad_request` naming the lines.
 */
export function parseOpml(text: string): OpmlSource[] {
  const reading: Reading = { sources: new Map(), faults: [], groups: [], sawRoot: false }
  const lineAt = lineCounter(text)
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'opml') reading.sawRoot = true
        else if (!reading.sawRoot)
          reading.faults.push(`line ${lineAt(parser.startIndex)}: expected <opml>, found <${name}>`)
        else if (name === 'outline') openOutline(reading, attributes, lineAt(parser.startIndex))
      },
      onclosetag(name, implied) {
        if (name === 'outline') reading.groups.pop()
        if (name === 'opml' && implied && !reading.faults.length)
          reading.faults.push(`line ${lineAt(text.length)}: the list ends before </opml>`)
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(text.replace(/^\uFEFF/, ''))
  if (!reading.sawRoot && reading.faults.length === 0) reading.faults.push('line 1: no <opml> element')
  if (reading.faults.length > 0)
    throw new AppError('bad_request', `Unreadable OPML: ${reading.faults.slice(0, 10).join('; ')}`)
  return [...reading.sources.values()]
}

function openOutline(reading: Reading, attributes: Record<string, string>, line: number): void {
  const address = attributes.xmlurl ?? (attributes.type === 'rss' ? attributes.url : undefined)
  const label = plainTitle(escapeHtml(attributes.title || attributes.text || ''))
  reading.groups.push(address === undefined ? label || null : null)
  if (address === undefined) return
  const url = webAddress(address)
  const fault = faultOf(attributes, address, url)
  if (fault) reading.faults.push(`line ${line}: ${fault}`)
  if (!url || reading.sources.has(url)) return
  const publisherName = plainTitle(escapeHtml(attributes.publishername ?? ''))
  reading.sources.set(url, {
    url,
    title: label || new URL(url).hostname,
    siteUrl: webAddress(attributes.htmlurl ?? ''),
    language: attributes.language?.trim().toLowerCase() || null,
    relevance: attributes.relevance === 'all' ? 'all' : 'model',
    extract: attributes.extract !== 'false',
    publisher: attributes.publisher?.trim().toLowerCase() || null,
    ...(publisherName && { publisherName }),
    category: reading.groups.findLast((group) => group !== null) ?? null,
  })
}

function faultOf(attributes: Record<string, string>, address: string, url: string | null): string | null {
  if (!url) return `xmlUrl "${address.slice(0, 100)}" is not an http or https address`
  if (!['all', 'model', undefined].includes(attributes.relevance))
    return `relevance "${attributes.relevance}" is neither "all" nor "model"`
  if (!['true', 'false', undefined].includes(attributes.extract))
    return `extract "${attributes.extract}" is neither "true" nor "false"`
  return null
}

function webAddress(text: string): string | null {
  const written = text
    .trim()
    .replace(/^feed:(\/\/)?(?=https?:)/i, '')
    .replace(/^feed:\/\//i, 'http://')
  if (!URL.canParse(written)) return null
  return /^https?:$/.test(new URL(written).protocol) ? written : null
}

function lineCounter(text: string): (index: number) => number {
  let line = 1
  let at = 0
  return (index) => {
    for (; at < index; at++) if (text.charCodeAt(at) === 10) line++
    return line
  }
}

/** Writes a list that `parseOpml` reads back unchanged, one group for each category. */
export function renderOpml(sources: OpmlSource[], title: string): string {
  const groups = Map.groupBy(sources, (source) => source.category)
  const outlines: Outline[] = [...groups].flatMap(([category, members]): Outline[] => {
    const feeds = members.map(outlineOf)
    return category === null ? feeds : [{ text: category, outlines: feeds }]
  })
  // A body has one outline or more (OPML 2.0).
  if (outlines.length === 0) outlines.push({ text: title })
  return generateOpml({ head: { title }, body: { outlines } }, { extraOutlineAttributes: OUR_ATTRIBUTES })
}

type Outline = Opml.Outline<Date, typeof OUR_ATTRIBUTES>

function outlineOf(source: OpmlSource): Outline {
  return {
    type: 'rss',
    text: source.title,
    xmlUrl: source.url,
    ...(source.siteUrl && { htmlUrl: source.siteUrl }),
    ...(source.language && { language: source.language }),
    ...(source.relevance === 'all' && { relevance: 'all' }),
    ...(!source.extract && { extract: 'false' }),
    ...(source.publisher && { publisher: source.publisher }),
    ...(source.publisherName && { publisherName: source.publisherName }),
  }
}
