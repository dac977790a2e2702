/** Addresses as routes have them, in English, and as a site has them, in the words of its pages; and what both were called before. */

import { LRUCache } from 'lru-cache'
import { type OldWords, oldWords } from './address-words.ts'
import { type ConfiguredPaths, pathsFor, resolvePaths } from './configured-paths.ts'
import { firstPaths, type PageName, pageNames, soughtPaths } from './page-words.ts'
import type { Paths } from './paths.ts'

/** Segments that may be old words, by the first one of a route. */
const SEGMENTS = new Map([
  ['account', [2, 3, 4]],
  ['admin', [2, 3, 4, 5, 6]],
  ['entries', [3]],
  ['letters', [2, 3, 4]],
  ['personal', [3]],
  ['search', [2]],
])
/** Pages of the console below which are names, of episodes and rumors. */
const NAMED = /^\/admin\/(?:avsnitt|episodes|rykten|rumors)\//
/** Routes whose queries may have old words. */
const QUERIED = new Set(['admin', 'feeds', 'stories', 'tags', ...pageNames])
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

const withPage = (url: string, replace: (page: string, below: string) => string | undefined): string =>
  url.replace(PAGE, (all, below: string | undefined, page: string) => {
    const other = replace(page, below ?? '')
    return other === undefined ? all : (below ?? '') + other
  })

const isBelow = (name: PageName, below: string) => below === '' || name === (below === '/media' ? 'podcast' : 'events')

/** A route's address as the site has it. */
export const addressOf = (paths: Paths, route: string): string =>
  withPage(route, (page, below) => {
    const name = pageNames.find((one) => page === `/${one}`)
    return name && isBelow(name, below) ? paths[name] : undefined
  })

/** Old words below a page, and of its query, in English. Its first segment is that of a route. */
function replaceWords(url: string, words: OldWords): string {
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
const replaceFields = (text: string, words: OldWords): string =>
  text.replace(/(?<=^|[?&])([^=&?]+)(=[^&]*)?/g, (one, name: string, value: string | undefined) => {
    const now = words.get(name)
    if (now === undefined) return one
    return now + (value === undefined ? '' : `=${(VALUED.has(now) && words.get(value.slice(1))) || value.slice(1)}`)
  })

export interface PageAddresses {
  /** The route of an address, whether it has the words of the site, those before them, or the route's own. */
  inward(url: string): string
  /** The body of a form whose fields may have old names. */
  fieldsOf(body: string): string
  /** Redirect target of an address in other words than the site's; null where there is none. */
  movedTo(url: string): string | null
  /** Words that an English one had before, that of the site's language last. */
  wordsBefore(word: string): string[]
}

/** Some 3,000 addresses. */
const MAX_ANSWER_CHARACTERS = 500_000

export function pageAddresses(configured: ConfiguredPaths, language: string): PageAddresses {
  const paths = resolvePaths(configured)
  const words = oldWords(language)
  const swedish = oldWords('sv')
  const names = new Map(
    pageNames.flatMap((name) => [firstPaths[name], ...pathsFor(configured, name)].map((path) => [path, name])),
  )
  const inward = (url: string) => {
    const route = withPage(url, (page, below) => {
      const name = names.get(page)
      return name && isBelow(name, below) ? `/${name}` : undefined
    })
    return replaceWords(route, words)
  }
  // Of every request both are asked for, and most requests are for few addresses.
  const answers = new LRUCache<string, { inward: string; movedTo: string | null }>({
    maxSize: MAX_ANSWER_CHARACTERS,
    sizeCalculation: ({ inward: route, movedTo }, url) => 1 + url.length + route.length + (movedTo?.length ?? 0),
    memoMethod: (url) => {
      const called = withPage(url, (page, below) => (below || names.has(page) ? undefined : soughtPaths[page]))
      const address = addressOf(paths, inward(called))
      return { inward: inward(url), movedTo: address === url ? null : address }
    },
  })
  return {
    inward: (url) => answers.memo(url).inward,
    // Fields were Swedish in all languages.
    fieldsOf: (body) => replaceFields(body, swedish),
    movedTo: (url) => answers.memo(url).movedTo,
    wordsBefore: (word) => [...words].flatMap(([old, now]) => (now === word ? [old] : [])),
  }
}
