/** The addresses of a running app: its routes, one of each that shows texts of others, and all that links lead to. */
import type { FastifyInstance } from 'fastify'
import { addressOf as addressIn } from '../../src/platform/site/addresses.ts'
import { firstPaths, type PageName, pageNames } from '../../src/platform/site/page-words.ts'
import type { Paths } from '../../src/platform/site/paths.ts'

/** `key`: of a personal feed; `publishers`: two that have a record; `console`: where the console shows others. */
export interface Things extends Record<'article' | 'event' | 'feed' | 'tag' | 'story', number> {
  tagSlug: string
  episode: string
  guide: string
  key: string
  publishers?: readonly string[]
  console?: Record<'article' | 'event' | 'feed' | 'story', number> & { episode: string }
}

/** Without texts of others, streams and files. */
const WORDLESS =
  /^\/(?:\*|assets|img|icon-|favicon|apple-touch|sw\.js|offline|healthz|readyz|metrics|mcp|websub|accounts|api\/docs|podd\/cover|oauth|\.well-known\/oauth|konto\/(?:sign-in\/|connect)|api\/v1\/changes\/stream|min\/:key\/:day|reader\/api\/0\/token|admin\/line)/

/** Parameters, by the first pattern that fits. */
const PLACES: [path: RegExp, value: (things: Things) => string | number | undefined][] = [
  [/^\/admin\/articles/, ({ console }) => console?.article],
  [/^\/admin\/sources/, ({ console }) => console?.feed],
  [/^\/admin\/events/, ({ console }) => console?.event],
  [/^\/admin\/stories/, ({ console }) => console?.story],
  [/^\/admin\/episodes/, ({ console }) => console?.episode],
  [/^\/min/, ({ key }) => key],
  [/utgivare\/months/, () => '2026-11'],
  [/(?:utgivare|publishers)\/:/, ({ publishers }) => publishers?.[0]],
  [/feeds|konto\/follow/, ({ feed }) => feed],
  [/tags\/:id\.json/, ({ tag }) => tag],
  [/tags/, ({ tagSlug }) => tagSlug],
  [/entries\/:/, ({ article }) => article],
  [/(?:handelser|events)\/:/, ({ event }) => event],
  [/stories/, ({ story }) => story],
  [/podd/, ({ episode }) => episode],
  [/^\/utskick/, () => 'x'.repeat(32)],
  [/^\/dag/, () => '2026-11-21'],
  [/sitemap/, () => '2026-11'],
  [/^\/:slug|guides\/:/, ({ guide }) => guide],
]
const comparison = ({ publishers: [a = '', b = ''] = [] }: Things) => `?${new URLSearchParams({ a, b })}`
const QUERIES: Record<string, string | ((things: Things) => string)> = {
  '/utgivare/compare': comparison,
  '/api/v1/publishers/compare': comparison,
  '/oembed': ({ event }) => `?url=/handelser/${event}`,
  '/sok': '?q=z10z',
  '/sok/suggestions': '?q=z1',
  '/sok.rss': '?q=z10z',
  '/sok.atom': '?q=z10z',
  '/sok.json': '?q=z10z',
  '/api/v1/entries/search': '?q=apple',
  '/api/v1/search': '?q=apple',
  '/konto/choice': '?do=mute&kind=word&what=z1',
  '/api/v1/me/read': '?event_ids=1',
  '/admin/search': '?q=z1',
  '/reader/api/0/stream/items/ids': '?s=feed/site',
  '/reader/api/0/stream/items/contents': '?i=1',
  '/reader/api/0/stream/contents*': '/feed/site',
  '/reader/atom/*': 'feed/site',
}

export const listAddresses = (app: FastifyInstance, things: Things): { path: string; url: string }[] =>
  routeTable(app)
    .filter(({ path, methods }) => methods.includes('GET') && !WORDLESS.test(path))
    .map(({ path }) => ({ path, url: addressOf(path, things) }))

function addressOf(path: string, things: Things): string {
  const value = PLACES.find(([pattern]) => pattern.test(path))?.[1](things)
  const query = QUERIES[path] ?? ''
  return (
    path.replace('*', '').replace('.:form', '.json').replace(':figure', 'first').replace(/:\w+/, String(value)) +
    (typeof query === 'string' ? query : query(things))
  )
}

export interface Route {
  /** Without the expressions of its parameters. */
  path: string
  methods: string[]
}

/** Paths of routes themselves. */
export const routePaths = Object.fromEntries(pageNames.map((name) => [name, `/${name}`])) as Record<PageName, string>

/** In the words of a Swedish site, or of `paths`. Four characters of indentation a level; a place with two kinds of parameter is printed with a bar between them. */
export function routeTable(app: FastifyInstance, paths: Paths = firstPaths): Route[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line)
      if (!found) return []
      const depth = String(found[1]).length / 4
      const path = `${depth === 0 ? '' : above[depth - 1]}${found[2]}`
      above[depth] = path
      return [{ path: addressIn(paths, withoutExpressions(path)), methods: String(found[3]).split(', ') }]
    })
}

const withoutExpressions = (path: string): string =>
  path.replace(/\(\^(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '').replace(/\|:\w+/g, '')

export interface Crawled {
  status: number
  type: string
  /** Empty for what is not text. */
  body: string
  location: string | null
}

/** Addresses of one path that differ in their query alone, at most. */
const QUERIES_OF_PATH = 3
const isText = (type: string) => /^text\/|json|xml|javascript/.test(type)

/**
 * Reads all that can be reached from `starts` on `origin`. `headers` belong to addresses below their key. Programs for the
 * browser, and forms, are not followed.
 */
export async function crawlSite(
  origin: string,
  starts: string[],
  headers: Record<string, Record<string, string>> = {},
): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>()
  const queries = new Map<string, number>()
  const waiting = [...starts]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const [pathname = '', query] = path.split('?')
    const count = (queries.get(pathname) ?? 0) + (query === undefined ? 0 : 1)
    if (found.has(path) || count > QUERIES_OF_PATH) continue
    queries.set(pathname, count)
    const specific = Object.entries(headers).find(([below]) => pathname.startsWith(below))?.[1] ?? {}
    const answer = await fetch(origin + path, { redirect: 'manual', headers: specific })
    const type = answer.headers.get('content-type') ?? ''
    const location = answer.headers.get('location')
    const body = isText(type) ? await answer.text() : ''
    if (!isText(type)) await answer.arrayBuffer()
    found.set(path, { status: answer.status, type, body, location })
    if (location) waiting.push(...localIn(`"${location}"`, origin))
    const read = body.replace(/ action="[^"]*"/g, '')
    if (!/javascript|css/.test(type)) waiting.push(...localIn(`${answer.headers.get('link') ?? ''} ${read}`, origin))
  }
  return found
}

/** Paths on the site itself, of attributes and of absolute addresses. */
export function localIn(text: string, origin: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('\\/', '/')
  const attributes = [...plain.matchAll(/(?:href|src|action|content|"url")\s*[=:]\s*"(\/(?!\/)[^"{}]*)"/g)]
  const absolute = plain
    .split(origin)
    .slice(1)
    .map((rest) => /^\/[^\s"'<>()\]\\`{}]*/.exec(rest)?.[0] ?? '')
  const all = [...attributes.map(([, path]) => String(path)), ...absolute]
  return [...new Set(all.map((path) => path.replace(/#.*/, '').replace(/[.,;]$/, '')).filter(Boolean))]
}
