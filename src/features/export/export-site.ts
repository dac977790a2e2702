/** The public site as files for any static host. Only what changed is written. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import PQueue from 'p-queue'
import type { Services } from '../../app/services.ts'
import { buildSurfaces } from '../../app.ts'
import { withMemoizedReads } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readVersion } from '../../platform/package/version.ts'
import { articlePath } from '../../platform/site/paths.ts'
import { SEARCH_SCRIPT, searchIndex, searchScripts } from './search-files.ts'
import { filePath, leadingPage, linksOf, movedPath, pageNumberIn, staticPage, staticPath } from './static-links.ts'

export interface Exported {
  files: number
  written: number
  removed: number
}

interface File {
  isPage: boolean
  /** Pages of a whole site are large: they wait compressed. */
  packed: Buffer
}

const AT_ONCE = 8
const NOTE = '.karnhuset-export.json'
/** Pages of a list; older news is reached by its days, tags and the search. */
const MAX_PAGES = 20

/** `prefix`: folder below the host, as "/news"; empty for its root. Null where nothing is new since the last export. */
export async function exportSite(services: Services, folder: string, prefix: string): Promise<Exported | null> {
  const before = await readNote(folder, services.config.DATA_DIR)
  const state = await stateOf(services, prefix)
  if (before?.state === state) return null
  const prepare = services.config.DATABASE_PREPARE === 'on'
  const web = await buildSurfaces({ ...services, database: withMemoizedReads(services.database, prepare) })
  try {
    const crawl = await crawlSite(web.app, services)
    const names = new Set<string>()
    const old = new Set(before?.files)
    let written = 0
    const files = [
      staticFiles(web.app, crawl, services, prefix),
      movedPages(before?.files ?? [], crawl, services, prefix),
    ]
    for (const some of files)
      for await (const [name, body] of some) {
        names.add(name)
        if (writeChanged(join(folder, name), body, old.has(name))) written++
      }
    const obsolete = (before?.files ?? []).filter((name) => !names.has(name))
    for (const name of obsolete) await rm(join(folder, name), { force: true })
    writeChanged(join(folder, NOTE), JSON.stringify({ state, files: [...names] }), false)
    return { files: names.size, written, removed: obsolete.length }
  } finally {
    await web.close()
  }
}

interface Note {
  state: string
  files: string[]
}

/** Throws `bad_request` for a folder that is not for the export alone. */
async function readNote(folder: string, dataDir: string): Promise<Note | null> {
  const text = await readFile(join(folder, NOTE), 'utf8').catch(() => null)
  if (text !== null) return parseNote(text)
  const other = ['package.json', '.git'].some((name) => existsSync(join(folder, name)))
  if (other || !relative(dataDir, folder).startsWith('..'))
    throw new AppError('bad_request', `${folder} holds other files: name a folder for the export alone.`)
  if (existsSync(folder) && !(await stat(folder)).isDirectory())
    throw new AppError('bad_request', `${folder} is no folder.`)
  return null
}

/** One that is damaged names no file and no state: all is written again. */
function parseNote(text: string): Note {
  try {
    return JSON.parse(text) as Note
  } catch {
    return { state: '', files: [] }
  }
}

/** The program, the settings, the published data and the content folder that an export was made of. */
async function stateOf({ config, database }: Services, prefix: string): Promise<string> {
  const { CONTENT_DIR, BASE_URL } = config
  const data = database.db.selectFrom('data_versions').select('version').where('name', '=', 'content')
  const files = await readdir(CONTENT_DIR, { recursive: true, withFileTypes: true })
  const times = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)))
  const changed = Math.max(...(await Promise.all(times)).map(({ mtimeMs }) => mtimeMs))
  return JSON.stringify([
    readVersion(),
    prefix,
    BASE_URL,
    (await data.executeTakeFirst())?.version,
    times.length,
    changed,
  ])
}

interface Crawl {
  /** By static path. */
  files: Map<string, File>
  /** Static path → where it leads. */
  moved: Map<string, string>
}

/** Everything that links and sitemaps lead to, but what belongs to one reader or needs a server. */
async function crawlSite(app: FastifyInstance, { content }: Services): Promise<Crawl> {
  const { paths } = content.site
  const { account, letters, mine: myPagesPath, personal, search } = paths
  const isPrivate = (path: string) =>
    [account, letters, myPagesPath, personal, '/admin', '/mcp', '/api/v1/me'].some(
      (one) => path === one || path.startsWith(`${one}/`),
    ) || pageNumberIn(path) > MAX_PAGES
  const [files, moved] = [new Map<string, File>(), new Map<string, string>()]
  // An image that its publisher sends slowly holds up no page.
  const queue = new PQueue({ concurrency: AT_ONCE })
  const seen = new Set<string>()
  const add = (href: string) => {
    const path = staticPath(href)
    if (path === null || seen.has(path) || isPrivate(path)) return
    seen.add(path)
    const priority = BESIDE.test(path) ? 1 : 0
    queue.add(() => fetchPage(path, href), { priority }).catch(() => queue.clear())
  }
  const fetchPage = async (path: string, href: string) => {
    const { pathname, search } = new URL(href, 'http://x')
    const response = await app.inject({ url: pathname + search, headers: HEADERS })
    // Missing files would be removed: a service that cannot answer must not empty the export.
    if ((response.statusCode === 429 || response.statusCode >= 500) && !path.startsWith('/img/'))
      throw new AppError('unavailable', `${path} answered ${response.statusCode}. Nothing was changed.`)
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
      files.set(path, { isPage, packed: zstdCompressSync(response.rawPayload) })
      if (isPage) for (const href of linksOf(response.body)) add(href)
      if (/javascript|css/.test(type))
        for (const [, name = ''] of response.body.matchAll(PART)) add(new URL(name, `http://x${path}`).pathname)
      if (/sitemap/.test(path))
        for (const [, href = ''] of response.body.matchAll(/<loc>([^<]+)</g)) add(new URL(href).pathname)
    }
  }
  for (const path of ['/', search, ...MACHINES]) add(path)
  await Promise.race([queue.onError(), queue.onIdle()])
  return { files, moved }
}

/** Other forms of a page come right after it, while what was read for it is remembered. */
const BESIDE = /\.md$|^\/(?:embed|oembed)\//

/** An export counts as no reading of its pages. */
const HEADERS = { accept: '*/*', 'sec-purpose': 'prefetch' }

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
  ...['entries', 'events', 'feeds', 'tags', 'stories', 'quality'].map((name) => `/api/v1/${name}`),
]

/** A script, style or font that another names. */
const PART = /["'(](\.{0,2}\/?[\w./-]+\.(?:js|css|woff2|svg|png))["')]/g

const TEXT = /\.(?:rss|json|xml|txt|md|webmanifest)$/

/** Name and content of each file. */
async function* staticFiles(
  app: FastifyInstance,
  { files, moved }: Crawl,
  services: Services,
  prefix: string,
): AsyncGenerator<[name: string, body: Buffer | string]> {
  const target = (href: string): string | null => {
    const path = staticPath(href)
    const found = path === null ? null : (moved.get(path) ?? path)
    const file = found === null ? undefined : files.get(found)
    return found === null || !file ? null : file.isPage ? found : `/${filePath(found, false)}`
  }
  const { config, content } = services
  const withPrefix = (text: string) =>
    prefix === '' ? text : text.replaceAll(`${config.BASE_URL}/`, `${config.BASE_URL}${prefix}/`)
  for (const [path, { isPage, packed }] of files) {
    const name = filePath(path, isPage)
    const body = zstdDecompressSync(packed)
    if (isPage) {
      const page = staticPage(body.toString('utf8'), { target, prefix })
      const script =
        path === content.site.paths.search ? `<script type="module" src="${prefix}/${SEARCH_SCRIPT}"></script>` : ''
      yield [name, withPrefix(page.replace('</body>', `${script}</body>`))]
    } else yield [name, TEXT.test(name) ? withPrefix(body.toString('utf8')) : body]
  }
  const lost = await app.inject({ url: '/nothing-is-here', headers: { accept: 'text/html' } })
  yield ['404.html', staticPage(lost.body, { target, prefix })]
  yield ['.nojekyll', '']
  yield* searchScripts(services)
  yield [
    'search-index.json',
    await searchIndex(services, (article) => {
      const path = articlePath(article)
      return files.has(path) ? prefix + path : null
    }),
  ]
}

/** In place of pages that an earlier export had under other words: a static host redirects nothing by itself. */
function* movedPages(before: string[], { files }: Crawl, { content }: Services, prefix: string) {
  for (const name of before) {
    const path = `/${name.replace(/\/index\.html$/, '')}`
    const target = path === `/${name}` ? null : movedPath(path, content.site.addresses.movedTo)
    if (target !== null && files.has(target)) yield [name, leadingPage(prefix + target)] as const
  }
}

/** Writes it whole or not at all; false where the file was so already. In turn, which is faster for many small files. */
function writeChanged(path: string, content: Buffer | string, isOld: boolean): boolean {
  const body = Buffer.from(content)
  if (isOld && existsSync(path) && readFileSync(path).equals(body)) return false
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.partial`, body)
  renameSync(`${path}.partial`, path)
  return true
}
