/** Tolerant XML: any text → a tree of elements with namespaces, bases and languages resolved. Malformed input is read as far as it goes; only attacks throw. */
import { Parser } from 'htmlparser2'
import { AppError } from '../../../platform/errors.ts'
import { attributeName, declarePrefixes, elementName, type Prefixes } from '../formats/namespaces.ts'
import { buildDecoder } from './entities.ts'
import { repairText } from './repair.ts'

export interface XmlNode {
  /** Lower case, with the prefix of namespaces.ts: `item`, `dc:date`. Elements that we do not read begin with `?:`. */
  name: string
  /** Lower-case keys; prefixed ones as in `name`. */
  attributes: Record<string, string>
  children: (XmlNode | string)[]
  /** Nearest `xml:base`, absolute; empty where there is none. */
  base: string
  /** Nearest `xml:lang`, or null. */
  language: string | null
}

interface Scope {
  node: XmlNode
  prefixes: Prefixes
}

/** Elements deeper than this are read as if they were at this depth. */
const MAX_DEPTH = 200
/** A parser's time grows with the square of the depth, so a document that goes on is an attack. */
const REFUSED_DEPTH = 1_000
/** Elements after these are left out. */
const MAX_ELEMENTS = 250_000

/** The document at `address` as a nameless root. `problems` gets a sentence for each kind of error. */
export function parseXml(given: string, address: string, problems: string[]): XmlNode {
  const text = repairText(given, problems)
  const decode = buildDecoder(text)
  const root: XmlNode = { name: '', attributes: {}, children: [], base: '', language: null }
  const stack: Scope[] = [{ node: root, prefixes: new Map() }]
  let depth = 0
  let count = 0
  let inCdata = false
  let ended = false
  let truncated = false
  let isTextCut = !END_TAG_BEGUN.test(text)
  const top = () => stack.at(-1) as Scope

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth += 1
        count += 1
        if (depth > REFUSED_DEPTH)
          throw new AppError('unprocessable', 'The document nests its elements without measure')
        const scope = openScope(top(), tag, decodeAll(attributes, decode), { address, problems })
        if (count <= MAX_ELEMENTS) top().node.children.push(scope.node)
        if (depth <= MAX_DEPTH) stack.push(scope)
      },
      onclosetag(_, implied) {
        const closed = depth <= MAX_DEPTH ? stack.pop() : undefined
        depth -= 1
        if (implied && ended && isTextCut) {
          isTextCut = false
          const around = stack.at(-1)?.node.children
          if (closed && isMisread(closed.node) && around?.at(-1) === closed.node) around.pop()
        }
        if (implied && ended && depth === 0) truncated = true
      },
      ontext(data) {
        const { children } = top().node
        const piece = inCdata ? data : decode(data)
        if (typeof children.at(-1) === 'string') children[children.length - 1] += piece
        else children.push(piece)
      },
      oncdatastart() {
        inCdata = true
      },
      oncdataend() {
        inCdata = false
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.write(text)
  ended = true
  parser.end()
  if (count > MAX_ELEMENTS) problems.push(`only the first ${MAX_ELEMENTS} elements were read`)
  if (truncated) problems.push('the document ends before its root element is closed')
  return root
}

/** The text of the last element is complete in a document that ends so. */
const END_TAG_BEGUN = /<\/[^<>]*$/

/** Elements of which a part can be read. */
const PROSE = /^(?:.+:)?(?:title|subtitle|description|summary|content|encoded)$/

/** The document ends in it: a part of an address, an identity or a date is another one. */
const isMisread = ({ name, children }: XmlNode) =>
  !PROSE.test(name) && children.every((child) => typeof child === 'string')

function decodeAll(attributes: Record<string, string>, decode: (text: string) => string): [string, string][] {
  return Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), decode(value)])
}

function openScope(
  parent: Scope,
  tag: string,
  attributes: [string, string][],
  { address, problems }: { address: string; problems: string[] },
): Scope {
  const prefixes = declarePrefixes(parent.prefixes, attributes)
  const named: Record<string, string> = Object.create(null)
  for (const [name, value] of attributes) if (!name.startsWith('xmlns')) named[attributeName(name, prefixes)] = value
  const node: XmlNode = {
    name: elementName(tag.toLowerCase(), prefixes, problems),
    attributes: named,
    children: [],
    base: resolveBase(named['xml:base'], parent.node.base, address),
    language: languageOf(named['xml:lang'] ?? named.lang, parent.node.language),
  }
  return { node, prefixes }
}

function resolveBase(declared: string | undefined, inherited: string, address: string): string {
  if (declared === undefined) return inherited
  const url = URL.parse(declared.trim(), inherited || address || undefined)
  return url && /^https?:$/.test(url.protocol) ? url.href : inherited
}

function languageOf(declared: string | undefined, inherited: string | null): string | null {
  return declared === undefined ? inherited : declared.trim().replace('_', '-') || null
}
