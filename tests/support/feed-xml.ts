/** A feed's XML as a tree with the usual prefixes, read by a strict parser. */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'

export interface Node {
  /** Prefixed with the usual prefix of its namespace: `itunes:image`. */
  name: string
  attributes: Record<string, string>
  children: Node[]
  text: string
  line: number
}

const PREFIXES: Record<string, string> = {
  '': '',
  'http://www.w3.org/2005/Atom': 'atom:',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes:',
  'https://podcastindex.org/namespace/1.0': 'podcast:',
  'http://purl.org/rss/1.0/modules/content/': 'content:',
  'http://search.yahoo.com/mrss/': 'media:',
  'http://purl.org/dc/elements/1.1/': 'dc:',
}

/** The root, or null when it is not well-formed; `bad` is told why. */
export function parseFeedXml(xml: string, bad: (line: number, code: string, detail: string) => void): Node | null {
  const parser = new SaxesParser({ xmlns: true })
  const holder: Node = { name: '', attributes: {}, children: [], text: '', line: 0 }
  const open: Node[] = [holder]
  let whole = true
  const fault = (code: string, detail: string) => {
    whole = false
    bad(parser.line, code, detail)
  }
  parser.on('error', (error) => fault('SAXError', error.message))
  parser.on('doctype', () => fault('ContainsSystemEntity', 'a document type'))
  parser.on('opentag', (tag) => {
    const node = toNode(tag, parser.line, fault)
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (text: string) => {
    const node = open.at(-1)
    if (node) node.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(xml).close()
  return whole ? (holder.children[0] ?? null) : null
}

function toNode(tag: SaxesTagNS, line: number, bad: (code: string, detail: string) => void): Node {
  const prefix = PREFIXES[tag.uri]
  if (prefix === undefined) bad('UnknownNamespace', tag.uri)
  const attributes = Object.values<SaxesAttributeNS>(tag.attributes).filter(({ name }) => !/^xmlns(:|$)/.test(name))
  return {
    name: (prefix ?? `${tag.prefix}:`) + tag.local,
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    children: [],
    text: '',
    line,
  }
}

export const child = (node: Node, name: string) => node.children.find((one) => one.name === name)
export const childrenOf = (node: Node, name: string) => node.children.filter((one) => one.name === name)
