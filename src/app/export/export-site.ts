/** The public site as files for any static host. Only what changed is written. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildWeb } from '../../app.ts'
import { AppError } from '../../domain/errors.ts'
import { readVersion } from '../../version.ts'
import type { Services } from '../services.ts'
import { filePath, linksOf, liveAddress, staticPage, staticPath } from './static-links.ts'

export interface Exported {
  files: number
  written: number
  removed: number
}

interface File {
  isPage: boolean
  body: Buffer
}

const AT_ONCE = 8
const NOTE = '.karnhuset-export.json'
/** Pages of a list; older news is reached by its days, tags and the search. */
const MOST_PAGES = 20

/** `prefix`: folder below the host, as "/news"; empty for its root. Null where nothing is new since the last export. */
export async function exportSite(services: Services, folder: string, prefix: string): Promise<Exported | null> {
  const before = await readNote(folder)
  const state = `${readVersion()} ${prefix} ${services.config.BASE_URL} ${await contentVersion(services)}`
  if (before?.state === state) return null
  const web = await buildWeb(services)
  try {
    const crawl = await crawlSite(web.app, services)
    const files = await staticFiles(web.app, crawl, services, prefix)
    const written = await writeFiles(folder, files)
    const gone = (before?.files ?? []).filter((name) => !files.has(name))
    for (const name of gone) await rm(join(folder, name), { force: true })
    await writeFile(join(folder, NOTE), JSON.stringify({ state, files: [...files.keys()] }))
    return { files: files.size, written, removed: gone.length }
  } finally {
    await web.close()
  }
}

interface Note {
  state: string
  files: string[]
}

async function readNote(folder: string): Promise<Note | null> {
  const text = await readFile(join(folder, NOTE), 'utf8').catch(() => null)
  if (text !== null) return JSON.parse(text) as Note
  if (existsSync(join(folder, 'package.json')) || existsSync(join(folder, '.git')))
    throw new AppError('bad_request', `${folder} holds other files: name a folder for the export alone.`)
  return null
}

const contentVersion = async ({ database }: Services): Promise<number> =>
  (await database.db.selectFrom('data_versions').select('version').where('name', '=', 'content').executeTakeFirst())
    ?.version ?? 0

interface Crawl {
  /** By static path. */
  files: Map<string, File>
  /** Static path → where it leads. */
  moved: Map<string, string>
}

/** Everything that links and sitemaps lead to, but what belongs to one reader or needs a server. */
async function crawlSite(app: FastifyInstance, { content }: Services): Promise<Crawl> {
  const { account, mine, letters, search } = content.site.paths
  const isPrivate = (path: string) =>
    [account, mine, letters, '/admin', '/min', '/mcp', '/api/v1/me'].some(
      (one) => path === one || path.startsWith(`${one}/`),
    ) || Number(/\/sida-(\d+)$/.exec(path)?.[1] ?? 0) > MOST_PAGES
  const [files, moved] = [new Map<string, File>(), new Map<string, string>()]
  const waiting = ['/', search, ...MACHINES]
  const seen = new Set(waiting)
  const add = (href: string) => {
    const path = staticPath(href)
    if (path === null || seen.has(path) || isPrivate(path)) return
    seen.add(path)
    waiting.push(path)
  }
  const visit = async (path: string) => {
    const response = await app.inject({ url: encodeURI(decodeURI(liveAddress(path))), headers: { accept: '*/*' } })
    const type = String(response.headers['content-type'] ?? '')
    const { location } = response.headers
    if (location) {
      const target = staticPath(new URL(String(location), 'http://x').pathname)
      if (target !== null) {
        moved.set(path, target)
        add(target)
      }
    } else if (response.statusCode === 200) {
      const isPage = type.startsWith('text/html')
      files.set(path, { isPage, body: response.rawPayload })
      if (isPage) for (const href of linksOf(response.body)) add(href)
      if (/javascript|css/.test(type))
        for (const [, name = ''] of response.body.matchAll(PART)) add(new URL(name, `http://x${path}`).pathname)
      if (/sitemap/.test(path))
        for (const [, href = ''] of response.body.matchAll(/<loc>([^<]+)</g)) add(new URL(href).pathname)
    }
  }
  while (waiting.length > 0) await Promise.all(waiting.splice(0, AT_ONCE).map(visit))
  return { files, moved }
}

/** Read by programs, which no page need link to. */
const MACHINES = [
  ...[
    '/entries.json',
    '/feeds.json',
    '/tags.json',
    '/entries.rss',
    '/feed.json',
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
  ],
  ...['/sitemap.xml', '/site.webmanifest', '/favicon.ico', '/assets/times.js'],
  ...['entries', 'events', 'feeds', 'tags', 'stories', 'episodes', 'quality'].map((name) => `/api/v1/${name}`),
]

/** A script, style or font that another names. */
const PART = /["'(](\.{0,2}\/?[\w./-]+\.(?:js|css|woff2|svg|png))["')]/g

const TEXT = /\.(?:rss|json|xml|txt|md|webmanifest)$/

async function staticFiles(
  app: FastifyInstance,
  { files, moved }: Crawl,
  { config, content }: Services,
  prefix: string,
): Promise<Map<string, Buffer>> {
  const target = (href: string): string | null => {
    const path = staticPath(href)
    const found = path === null ? null : (moved.get(path) ?? path)
    const file = found === null ? undefined : files.get(found)
    return found === null || !file ? null : file.isPage ? found : `/${filePath(found, false)}`
  }
  const searchScript = `${prefix}/assets/static-search.js`
  const out = new Map<string, Buffer>()
  for (const [path, { isPage, body }] of files) {
    const name = filePath(path, isPage)
    if (isPage) {
      const page = staticPage(body.toString('utf8'), { target, prefix })
      const isSearch = path === content.site.paths.search
      const whole = isSearch
        ? page.replace('</body>', `<script type="module" src="${searchScript}"></script></body>`)
        : page
      out.set(name, Buffer.from(withPrefix(whole, config.BASE_URL, prefix)))
    } else
      out.set(name, TEXT.test(name) ? Buffer.from(withPrefix(body.toString('utf8'), config.BASE_URL, prefix)) : body)
  }
  const lost = await app.inject({ url: '/nothing-is-here', headers: { accept: 'text/html' } })
  out.set('404.html', Buffer.from(staticPage(lost.body, { target, prefix })))
  out.set('.nojekyll', Buffer.alloc(0))
  out.set(
    'search-index.json',
    Buffer.from(
      JSON.stringify((await searchDocuments(app, prefix)).filter(({ url }) => files.has(url.slice(prefix.length)))),
    ),
  )
  const own = import.meta.dirname
  out.set('assets/static-search.js', await readFile(join(own, 'static-search.js')))
  out.set('assets/minisearch.js', await readFile(fileURLToPath(import.meta.resolve('minisearch'))))
  return out
}

/** Absolute addresses too: those of feeds, answers and cards. */
const withPrefix = (text: string, baseUrl: string, prefix: string): string =>
  prefix === '' ? text : text.replaceAll(`${baseUrl}/`, `${baseUrl}${prefix}/`)

/** Fields of an article in the API that the search needs. */
interface ApiEntry {
  id: number
  canonical_url: string
  published_at: string | null
  content: Record<'original' | 'translated', { title: string; summary: string } | null>
}

/** Title, beginning and address of every article that is shown. */
async function searchDocuments(app: FastifyInstance, prefix: string) {
  const documents: { id: number; title: string; text: string; url: string; date: string | null }[] = []
  for (let url: string | null = FIRST; url !== null; ) {
    const { data, pagination } = (await app.inject({ url })).json() as ApiEntries
    for (const { id, canonical_url, published_at, content } of data) {
      const { title = '', summary = '' } = content.translated ?? content.original ?? {}
      const text = summary.slice(0, 300)
      documents.push({ id, title, text, url: prefix + new URL(canonical_url).pathname, date: published_at })
    }
    url = pagination.next_cursor ? `${FIRST}&cursor=${encodeURIComponent(pagination.next_cursor)}` : null
  }
  return documents
}

const FIRST = '/api/v1/entries?per_page=100'

interface ApiEntries {
  data: ApiEntry[]
  pagination: { next_cursor?: string | null }
}

/** Each whole or not at all. Returns how many were new or different. */
async function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>): Promise<number> {
  let written = 0
  for (const [name, body] of files) {
    const path = join(folder, name)
    const old = await readFile(path).catch(() => null)
    if (old?.equals(body)) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.partial`, body)
    await rename(`${path}.partial`, path)
    written++
  }
  return written
}
