/** Addresses as routes have them, in Swedish words, and as a site has them, in the words of its pages and its language. */

import type { AddressWords, RouteWord } from './address-words.ts'
import { defaultPaths, type PageName, type Paths } from './paths.ts'

/** Segments that may be words, by the first one of a route. */
const SEGMENTS = new Map([
  ['entries', [3]],
  ['konto', [2, 3, 4]],
  ['media', [2]],
  ['min', [3]],
  ['sok', [2]],
  ['utskick', [2, 3, 4]],
])
/** Routes whose queries have words. */
const QUERIED = new Set(['feeds', 'stories', 'tags', ...Object.values(defaultPaths).map((path) => path.slice(1))])
/** Parameters whose values are words. */
const VALUED = new Set<string | undefined>(['exakt', 'gor'] satisfies RouteWord[])

/** `/word` and what follows it; below a tag or a story the events' word comes third, below `/embed` second. */
const PAGE = /^(\/(?:tags|stories)\/[^/?#]+|\/embed(?=\/))?(\/[a-z0-9-]+)(?=[/.?#]|$)/

/** The address with another path of its page; null where none is given. */
export function replacePage(url: string, pages: ReadonlyMap<string, string>): string | null {
  const [all, below = '', page = ''] = PAGE.exec(url) ?? ['']
  const other = pages.get(page)
  if (other === undefined || (below !== '' && ![page, other].includes(defaultPaths.events))) return null
  return `${below}${other}${url.slice(all.length)}`
}

/** The words below a page, and of its query. Its first segment is that of a route. */
export function replaceWords(url: string, words: AddressWords): string {
  if (words.size === 0) return url
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const segments = path.split('/')
  const [, page = ''] = segments
  for (const position of SEGMENTS.get(page) ?? [])
    segments[position] &&= segments[position].replace(/^[^.]+/, (word) => words.get(word) ?? word)
  const isQueried = QUERIED.has(page.replace(/\..*/, ''))
  return (
    segments.join('/') +
    (isQueried ? query.replace(/(?<=[?&])[^=&]+(?:=[^&]*)?/g, (one) => parameter(one, words)) : query)
  )
}

function parameter(text: string, words: AddressWords): string {
  const [name = '', ...values] = text.split('=')
  const other = words.get(name)
  if (other === undefined) return text
  const isValued = VALUED.has(name) || VALUED.has(other)
  return [other, ...values.map((value) => (isValued ? words.get(value) : undefined) ?? value)].join('=')
}

export const inverted = (words: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...words].map(([word, other]) => [other, word]))

interface OfSite {
  /** Page → path, both as routes and as the site have them. */
  pages: Map<string, string>
  words: AddressWords
}

const outward = new WeakMap<Paths, OfSite>()

function ofSite(paths: Paths): OfSite {
  const cached = outward.get(paths)
  if (cached) return cached
  const names = Object.keys(defaultPaths) as PageName[]
  const pages = new Map(names.map((name) => [defaultPaths[name] as string, paths[name]] as const))
  const made = { pages, words: paths.words ?? new Map() }
  outward.set(paths, made)
  return made
}

/** A route's address as the site has it. */
export function addressOf(paths: Paths, route: string): string {
  const { pages, words } = ofSite(paths)
  const worded = replaceWords(route, words)
  return replacePage(worded, pages) ?? worded
}

/** The route of an address of the site. */
export function routeOf(paths: Paths, address: string): string {
  const { pages, words } = ofSite(paths)
  return replaceWords(replacePage(address, inverted(pages)) ?? address, inverted(words))
}

/** A word of a route as the site has it. */
export const wordOf = ({ words }: Paths, word: RouteWord): string => words?.get(word) ?? word
