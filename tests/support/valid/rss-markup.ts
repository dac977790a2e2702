/** The XML of a feed as a tree with the usual prefixes, read by a strict parser, and the HTML in it as the W3C Feed Validation Service wants it. */
import { Parser } from 'htmlparser2'
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

const words = (list: string) => new Set(list.split(' '))

const SAFE = words(
  'a abbr acronym address area article aside audio b bdi big blockquote br button canvas caption center cite code col ' +
    'colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure footer font form header ' +
    'h1 h2 h3 h4 h5 h6 hgroup hr i img input ins kbd label legend li main map mark menu meter nav ol output optgroup option ' +
    'p picture pre progress q rp rt ruby s samp section select small source span strike strong sub summary sup table tbody ' +
    'td template textarea time tfoot th thead tr track tt u ul var video noscript wbr',
)
const UNSAFE = words(
  'applet base body embed frame frameset head html iframe link meta noframes object param script style svg title',
)
const VOID = words('area br col hr img input source track wbr')
/** Attributes whose value is an address. */
const REFERENCES = words('href src cite poster action')

export const isHtmlTag = (name: string) => SAFE.has(name.toLowerCase()) || UNSAFE.has(name.toLowerCase())

/** Unsafe and unclosed tags, scripts and relative references. */
export function htmlFaults(html: string): { code: string; detail: string }[] {
  const faults: { code: string; detail: string }[] = []
  const fault = (code: string, detail: string) => faults.push({ code, detail })
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!SAFE.has(name)) fault(UNSAFE.has(name) ? 'SecurityRisk' : 'NotHtml', name)
        if (!VOID.has(name)) open.push(name)
        for (const [key, value] of Object.entries(attributes)) checkAttribute(key.toLowerCase(), value, fault)
      },
      onclosetag(name, implied) {
        if (VOID.has(name)) return
        if (implied || open.at(-1) !== name) fault('NotHtml', `${name} is not closed in its place`)
        open.pop()
      },
    },
    { decodeEntities: true, recognizeSelfClosing: false },
  )
  parser.end(html)
  return faults
}

function checkAttribute(key: string, value: string, fault: (code: string, detail: string) => void) {
  if (key.startsWith('on')) fault('SecurityRiskAttr', key)
  if (key === 'style') fault('DangerousStyleAttr', value)
  if (!REFERENCES.has(key)) return
  const address = value.trim()
  if (!/^\w+:/.test(address)) fault('ContainsRelRef', address)
  else if (!/^(https?|mailto|tel):/i.test(address)) fault('SecurityRiskAttr', address)
}
