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
const WELL_KNOWN = new Set([...Object.values(PREFIXES), 'atom', 'atom03', 'atom10', 'a10', 'rss', 'rss1'])
const CORE_PREFIXES = new Set(['atom', 'atom03', 'atom10', 'a10', 'rss', 'rss1'])

/** Prefix for a namespace's address: empty for the formats' own, null for one that we do not read. */
export function prefixOf(address: string): string | null {
  const key = address
    .trim()
    .toLowerCase()
    .replace(/^https:/, 'http:')
    .replace(/\/+$/, '')
  if (key === '' || CORE.includes(key)) return ''
  return PREFIXES[key] ?? null
}

/** Meaning of a prefix that the document uses without declaring it. */
export function undeclaredPrefix(prefix: string): string | null {
  if (CORE_PREFIXES.has(prefix)) return ''
  return WELL_KNOWN.has(prefix) ? prefix : null
}
