/** Namespace addresses → the short prefixes that the readers of each format use. Append only: feeds never die. */

/** The formats' own elements carry no prefix in our trees. */
const CORE = [
  'http://purl.org/rss/1.0',
  'http://my.netscape.com/rdf/simple/0.9',
  'http://my.netscape.com/publish/formats/rss-0.91.dtd',
  'http://channel.netscape.com/rdf/simple/0.9',
  'http://backend.userland.com/rss',
  'http://backend.userland.com/rss2',
  'http://backend.userland.com/rss091',
  'http://blogs.law.harvard.edu/tech/rss',
  'http://cyber.law.harvard.edu/rss/rss.html',
  'http://purl.org/net/rss1.1#',
  'http://purl.org/atom/ns#',
  'http://purl.org/net/atom',
  'http://example.com/newformat#',
  'http://example.com/necho',
  'http://purl.org/echo',
  'uri/of/echo/namespace#',
  'http://purl.org/pie',
  'http://www.w3.org/2005/atom',
]

const PREFIXES: Record<string, string> = {
  'http://www.w3.org/xml/1998/namespace': 'xml',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://www.w3.org/1999/xhtml': 'xhtml',
  'http://purl.org/dc/elements/1.0': 'dc',
  'http://purl.org/dc/elements/1.1': 'dc',
  'http://purl.org/dc/terms': 'dcterms',
  'http://purl.org/rss/1.0/modules/content': 'content',
  'http://purl.org/rss/1.0/modules/syndication': 'sy',
  'http://purl.org/rss/1.0/modules/email': 'email',
  'http://search.yahoo.com/mrss': 'media',
  'http://video.search.yahoo.com/mrss': 'media',
  'http://search.yahoo.com/rss': 'media',
  'http://tools.search.yahoo.com/mrss': 'media',
  'http://www.rssboard.org/media-rss': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://www.itunes.com/dtds/podcast-1.0': 'itunes',
  'http://example.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://www.google.com/schemas/play-podcasts/1.0': 'googleplay',
  'http://podcastindex.org/namespace/1.0': 'podcast',
  'http://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md': 'podcast',
  'http://rssnamespace.org/feedburner/ext/1.0': 'feedburner',
  'http://www.w3.org/1999/xlink': 'xlink',
}

/** Prefixes that mean the same wherever a feed forgets to declare them. */
const STANDARD_NAMESPACES = new Set([...Object.values(PREFIXES), 'atom', 'atom03', 'atom10', 'a10', 'rss', 'rss1'])
const CORE_PREFIXES = new Set(['atom', 'atom03', 'atom10', 'a10', 'rss', 'rss1'])

/** Namespace of each prefix at an element: the empty prefix is the default namespace. */
export type Prefixes = ReadonlyMap<string, string>

/** Of prefixes that one element can see: more are an attack. */
const MAX_PREFIXES = 100

/** The prefixes in force within an element with these attributes. */
export function declarePrefixes(inherited: Prefixes, attributes: [name: string, value: string][]): Prefixes {
  const declarations = attributes.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declarations.length === 0 || inherited.size + declarations.length > MAX_PREFIXES) return inherited
  return new Map([...inherited, ...declarations.map(([name, address]) => canonicalPrefix(name.slice(6), address))])
}

/** An unknown default namespace is taken for a misspelling of the format's own. */
function canonicalPrefix(written: string, address: string): [string, string] {
  const existing = prefixOf(address)
  if (written !== '') return [written, existing ?? `?:${written}`]
  return ['', existing === 'xlink' ? '' : (existing ?? '')]
}

/** Empty for the formats' own, null for a namespace that we do not read. */
function prefixOf(address: string): string | null {
  const key = address
    .trim()
    .toLowerCase()
    .replace(/^https:/, 'http:')
    .replace(/\/+$/, '')
  if (key === '' || CORE.includes(key)) return ''
  return PREFIXES[key] ?? null
}

/** Name with the prefix of our trees. An undeclared prefix is a problem, but one that is usually understood. */
export function elementName(tag: string, prefixes: Prefixes, problems: string[]): string {
  const colon = tag.indexOf(':')
  if (colon < 0) return join(prefixes.get('') ?? '', tag)
  const written = tag.slice(0, colon)
  const canonical = prefixes.get(written)
  if (canonical !== undefined) return join(canonical, tag.slice(colon + 1))
  const problem = `the prefix "${written.slice(0, 40)}" is not declared`
  if (!problems.includes(problem) && problems.length < 20) problems.push(problem)
  return join(undeclaredPrefix(written), tag.slice(colon + 1))
}

function undeclaredPrefix(prefix: string): string {
  if (CORE_PREFIXES.has(prefix)) return ''
  return STANDARD_NAMESPACES.has(prefix) ? prefix : `?:${prefix}`
}

/** Attributes of namespaces that we do not read keep the prefix they are written with. */
export function attributeName(name: string, prefixes: Prefixes): string {
  const colon = name.indexOf(':')
  if (colon < 0) return name
  const written = name.slice(0, colon)
  const canonical = prefixes.get(written) ?? written
  return join(canonical.startsWith('?:') ? written : canonical, name.slice(colon + 1))
}

const join = (prefix: string, local: string) => (prefix === '' ? local : `${prefix}:${local}`)
