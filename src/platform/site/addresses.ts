/** Addresses as routes have them, and as a site has them, in the words of its pages; and what both were called before. */

import type { OldWords } from './address-words.ts'
import { defaultPaths, type PageName, type Paths } from './paths.ts'

/** Segments that may be old words, by the first one of a route. */
const SEGMENTS = new Map([
  ['admin', [2, 3, 4, 5, 6]],
  ['entries', [3]],
  ['konto', [2, 3, 4]],
  ['min', [3]],
  ['sok', [2]],
  ['utskick', [2, 3, 4]],
])
/** Pages of the console below which are names, of episodes and rumors. */
const NAMED = /^\/admin\/(?:avsnitt|episodes|rykten|rumors)\//
/** Routes whose queries may have old words. */
const QUERIED = new Set([
  'admin',
  'feeds',
  'stories',
  'tags',
  ...Object.values(defaultPaths).map((path) => path.slice(1)),
])
/** Parameters and fields whose values are words. */
const VALUED = new Set([
  'answer',
  'articles',
  'do',
  'done',
  'everything',
  'exact',
  'hidden',
  'open',
  'pages',
  'points',
  'sure',
])

/** `/word` and what follows it. The events' word is third below a tag or a story, second below `/embed`; the podcast's below `/media`. */
const PAGE = /^(\/(?:tags|stories)\/[^/?#]+|\/(?:embed|media)(?=\/))?(\/[a-z0-9-]+)(?=[/.?#]|$)/

/** The address with another path of its page; null where none is given. */
export function replacePage(url: string, pages: ReadonlyMap<string, string>): string | null {
  const [all, below = '', page = ''] = PAGE.exec(url) ?? ['']
  const other = pages.get(page)
  const expected = below === '/media' ? defaultPaths.podcast : defaultPaths.events
  if (other === undefined || (below !== '' && ![page, other].includes(expected))) return null
  return `${below}${other}${url.slice(all.length)}`
}

/** Old words below a page, and of its query, in English. Its first segment is that of a route. */
export function replaceWords(url: string, words: OldWords): string {
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const segments = path.split('/')
  const [, page = ''] = segments
  const positions = NAMED.test(path) ? [2] : (SEGMENTS.get(page) ?? [])
  for (const position of positions)
    segments[position] &&= segments[position].replace(/^[^.]+/, (word) => words.get(word) ?? word)
  return segments.join('/') + (QUERIED.has(page.replace(/\..*/, '')) ? replaceFields(query, words) : query)
}

/** Old names in a query, or in the body of a form. */
export const replaceFields = (text: string, words: OldWords): string =>
  text.replace(/(?<=^|[?&])([^=&?]+)(=[^&]*)?/g, (one, name: string, value: string | undefined) => {
    const now = words.get(name)
    if (now === undefined) return one
    return now + (value === undefined ? '' : `=${(VALUED.has(now) && words.get(value.slice(1))) || value.slice(1)}`)
  })

const inverted = (words: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...words].map(([word, other]) => [other, word]))

const outward = new WeakMap<Paths, Map<string, string>>()

/** Page → path, both as routes and as the site have them. */
function pagesOf(paths: Paths): Map<string, string> {
  const cached = outward.get(paths)
  if (cached) return cached
  const names = Object.keys(defaultPaths) as PageName[]
  const pages = new Map(names.map((name) => [defaultPaths[name] as string, paths[name]] as const))
  outward.set(paths, pages)
  return pages
}

/** A route's address as the site has it. */
export const addressOf = (paths: Paths, route: string): string => replacePage(route, pagesOf(paths)) ?? route

/** The route of an address of the site, or of an old one. */
export const routeOf = (paths: Paths, address: string): string =>
  replaceWords(replacePage(address, inverted(pagesOf(paths))) ?? address, paths.oldWords ?? new Map())

/** Words that an English one had before, that of the site's language last. */
export const wordsBefore = ({ oldWords = new Map() }: Paths, word: string): string[] =>
  [...oldWords].flatMap(([old, now]) => (now === word ? [old] : []))
