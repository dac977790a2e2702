/** The routes of a running app, and an address of each that shows texts of others: of things that are there. */
import type { FastifyInstance } from 'fastify'

/** `key`: of a personal feed; `console`: where the console shows others. */
export interface Things extends Record<'article' | 'event' | 'feed' | 'tag' | 'story', number> {
  tagSlug: string
  episode: string
  guide: string
  key: string
  console?: Record<'article' | 'event' | 'feed' | 'story', number> & { episode: string }
}

/** Without texts of others, streams and files. */
const WORDLESS =
  /^\/(?:\*|assets|img|icon-|favicon|apple-touch|sw\.js|offline|healthz|readyz|metrics|mcp|websub|accounts|api\/docs|podd\/cover|oauth|\.well-known\/oauth|konto\/(?:in\/|anslut)|api\/v1\/changes\/stream|min\/:key\/:day|reader\/api\/0\/token|admin\/linje)/

/** Parameters, by the first pattern that fits. */
const PLACES: [path: RegExp, value: (things: Things) => string | number | undefined][] = [
  [/^\/admin\/artiklar/, ({ console }) => console?.article],
  [/^\/admin\/kallor/, ({ console }) => console?.feed],
  [/^\/admin\/handelser/, ({ console }) => console?.event],
  [/^\/admin\/foljetonger/, ({ console }) => console?.story],
  [/^\/admin\/avsnitt/, ({ console }) => console?.episode],
  [/^\/min/, ({ key }) => key],
  [/feeds|konto\/folj/, ({ feed }) => feed],
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
const QUERIES: Record<string, string | ((things: Things) => string)> = {
  '/oembed': ({ event }) => `?url=/handelser/${event}`,
  '/sok': '?q=z10z',
  '/sok/forslag': '?q=z1',
  '/sok.rss': '?q=z10z',
  '/sok.json': '?q=z10z',
  '/api/v1/entries/search': '?q=apple',
  '/api/v1/search': '?q=apple',
  '/konto/val': '?gor=tysta&typ=word&vad=z1',
  '/api/v1/me/read': '?event_ids=1',
  '/admin/sok': '?q=z1',
  '/reader/api/0/stream/items/ids': '?s=feed/site',
  '/reader/api/0/stream/items/contents': '?i=1',
  '/reader/api/0/stream/contents*': '/feed/site',
}

export const listAddresses = (app: FastifyInstance, things: Things): { path: string; url: string }[] =>
  routeTable(app)
    .filter(({ path, methods }) => methods.includes('GET') && !WORDLESS.test(path))
    .map(({ path }) => ({ path, url: addressOf(path, things) }))

function addressOf(path: string, things: Things): string {
  const value = PLACES.find(([pattern]) => pattern.test(path))?.[1](things)
  const query = QUERIES[path] ?? ''
  return path.replace('*', '').replace(/:\w+/, String(value)) + (typeof query === 'string' ? query : query(things))
}

export interface Route {
  /** Without the expressions of its parameters. */
  path: string
  methods: string[]
}

/** Four characters of indentation a level; a place with two kinds of parameter is printed with a bar between them. */
export function routeTable(app: FastifyInstance): Route[] {
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
      return [{ path: withoutExpressions(path), methods: String(found[3]).split(', ') }]
    })
}

const withoutExpressions = (path: string): string =>
  path.replace(/\(\^(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '').replace(/\|:\w+/g, '')
