/** Tolerant XML: any text → a tree of elements with namespaces, bases and languages resolved. Malformed input is read as far as it goes; only attacks throw. */
import { Parser } from 'htmlparser2'
import { AppError } from '../domain/errors.ts'
import { buildDecoder } from './entities.ts'
import { prefixOf, undeclaredPrefix } from './namespaces.ts'
import { repairText } from './repair.ts'

export interface XmlNode {
  /** Lower case, with the prefix of namespaces.ts: `item`, `dc:date`. Elements that we do not read begin with `?:`. */
  name: string
  /** Lower-case keys; prefixed ones as in `name`. */
  attributes: Record<string, string>
  children: (XmlNode | string)[]
  /** Nearest `xml:base`, absolute. */
  base: string
  /** Nearest `xml:lang`, or null. */
  language: string | null
}

interface Scope {
  node: XmlNode
  prefixes: ReadonlyMap<string, string>
}

/** Elements deeper than this are read as if they stood at this depth. */
const MAX_DEPTH = 200
/** A parser's time grows with the square of the depth, so a document that goes on is an attack. */
const REFUSED_DEPTH = 1_000
/** Elements after these are left out. */
const MAX_ELEMENTS = 250_000
/** Of prefixes that one element can see. */
const MAX_PREFIXES = 100

/** The document as a nameless root. `problems` gets a sentence for each kind of fault. */
export function parseXml(given: string, base: string, problems: string[]): XmlNode {
  const text = repairText(given, problems)
  const decode = buildDecoder(text)
  const root: XmlNode = { name: '', attributes: {}, children: [], base, language: null }
  const stack: Scope[] = [{ node: root, prefixes: new Map() }]
  let depth = 0
  let count = 0
  let inCdata = false
  let ended = false
  let truncated = false
  const top = () => stack.at(-1) as Scope

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth += 1
        count += 1
        if (depth > REFUSED_DEPTH)
          throw new AppError('unprocessable', 'The document nests its elements without measure')
        const scope = openScope(top(), tag, decodeAll(attributes, decode), problems)
        if (count <= MAX_ELEMENTS) top().node.children.push(scope.node)
        if (depth <= MAX_DEPTH) stack.push(scope)
      },
      onclosetag(_, implied) {
        if (depth <= MAX_DEPTH) stack.pop()
        depth -= 1
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

function decodeAll(attributes: Record<string, string>, decode: (text: string) => string): [string, string][] {
  return Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), decode(value)])
}

function openScope(parent: Scope, tag: string, attributes: [string, string][], problems: string[]): Scope {
  const prefixes = declaredPrefixes(parent.prefixes, attributes)
  const named = Object.fromEntries(
    attributes
      .filter(([name]) => !name.startsWith('xmlns'))
      .map(([name, value]) => [attributeName(name, prefixes), value]),
  )
  const node: XmlNode = {
    name: elementName(tag.toLowerCase(), prefixes, problems),
    attributes: named,
    children: [],
    base: resolveBase(named['xml:base'], parent.node.base),
    language: languageOf(named['xml:lang'] ?? named.lang, parent.node.language),
  }
  return { node, prefixes }
}

function declaredPrefixes(
  inherited: ReadonlyMap<string, string>,
  attributes: [string, string][],
): ReadonlyMap<string, string> {
  const declarations = attributes.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declarations.length === 0 || inherited.size + declarations.length > MAX_PREFIXES) return inherited
  return new Map([...inherited, ...declarations.map(([name, value]) => [name.slice(6), value] as const)])
}

function elementName(tag: string, prefixes: ReadonlyMap<string, string>, problems: string[]): string {
  const colon = tag.indexOf(':')
  const written = tag.slice(0, Math.max(colon, 0))
  const local = tag.slice(colon + 1)
  const address = prefixes.get(written)
  if (written === '') return join(address === undefined ? '' : defaultPrefix(address), local)
  if (address !== undefined) return join(prefixOf(address) ?? `?:${written}`, local)
  const problem = `the prefix "${written.slice(0, 40)}" is not declared`
  if (!problems.includes(problem) && problems.length < 20) problems.push(problem)
  return join(undeclaredPrefix(written) ?? `?:${written}`, local)
}

/** A default namespace that nobody knows is a mistake about the format's own. */
function defaultPrefix(address: string): string {
  const prefix = prefixOf(address) ?? ''
  return prefix === 'xlink' ? '' : prefix
}

function attributeName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':')
  if (colon < 0) return name
  const written = name.slice(0, colon)
  const address = prefixes.get(written)
  const prefix = address === undefined ? written : (prefixOf(address) ?? written)
  return join(prefix, name.slice(colon + 1))
}

const join = (prefix: string, local: string) => (prefix === '' ? local : `${prefix}:${local}`)

function resolveBase(own: string | undefined, inherited: string): string {
  if (own === undefined) return inherited
  const url = URL.parse(own.trim(), inherited || undefined)
  return url && /^https?:$/.test(url.protocol) ? url.href : inherited
}

function languageOf(own: string | undefined, inherited: string | null): string | null {
  return own === undefined ? inherited : own.trim().replace('_', '-') || null
}
