/** A small web server that plays every publisher of the demo world: feeds, article pages, pictures, robots.txt. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { renderOpml } from '../src/news/feeds/formats/render-opml.ts'
import { packageFolder } from '../src/platform/package/package-folder.ts'
import { renderFeed } from './feeds.ts'
import { createModelServer, type ModelServer } from './model-server.ts'
import { articlePath, renderArticle, renderFrontPage } from './pages.ts'
import { renderPicture } from './pictures.ts'
import { loadPlayedTexts, type PlayedTexts } from './played-texts.ts'
import { type DemoPublisher, loadWorld } from './world.ts'

export interface DemoOptions {
  port?: number
  /** The instant before which everything was published. Pass the same one again, and every feed is byte for byte the same. */
  now?: Date
  /** Folder of the world: publishers.yaml and articles/. */
  world?: string
}

export interface RunningDemo {
  url: string
  /** The publishers' feeds as a list of sources. */
  opml: string
  publishers: { id: string; name: string; articles: number }[]
  /** Of the played model, which answers below `/v1`. */
  texts: PlayedTexts
  close(): Promise<void>
}

interface Answer {
  type: string
  body: Buffer
  modified?: Date
}

/** Listens on 127.0.0.1 only. */
export async function startDemoPublisher(options: DemoOptions = {}): Promise<RunningDemo> {
  const folder = options.world ?? join(packageFolder, 'demo/apple')
  const publishers = loadWorld(folder, options.now ?? new Date())
  const world = new Map(publishers.map((p) => [p.id, p]))
  const texts = loadPlayedTexts(folder, publishers)
  const model = createModelServer(texts)
  const server = createServer((request, response) => {
    respond({ world, model, origin: originOf(server) }, request, response).catch((error: unknown) =>
      response.destroy(error as Error),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const url = originOf(server)
  return {
    url,
    opml: opmlOf(publishers, url),
    texts,
    publishers: publishers.map((p) => ({ id: p.id, name: p.name, articles: p.articles.length })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function opmlOf(publishers: DemoPublisher[], url: string): string {
  const sources = publishers.map((p) => ({
    url: `${url}/${p.id}/feed.xml`,
    title: p.name,
    siteUrl: `${url}/${p.id}/`,
    language: p.language,
    relevance: p.relevance,
    extract: !p.fullText,
    publisher: p.domain,
    category: p.language === 'sv' ? 'Svenska' : 'English',
  }))
  return renderOpml(sources, 'Demo')
}

interface Played {
  world: Map<string, DemoPublisher>
  model: ModelServer
  origin: string
}

async function respond(
  { world, model, origin }: Played,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = decodeURIComponent(new URL(request.url ?? '/', origin).pathname)
  const written = await model.answer(path, request)
  if (written) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(written))
    return
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  const answer = await answerFor(world, origin, path)
  if (answer) send(request, response, answer)
  else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n')
}

async function answerFor(world: Map<string, DemoPublisher>, origin: string, path: string): Promise<Answer | null> {
  if (path === '/robots.txt') return text('text/plain', 'User-agent: *\nAllow: /\n')
  const [, id = '', ...rest] = path.split('/')
  const publisher = world.get(id)
  if (!publisher) return null
  const base = `${origin}/${id}`
  const below = `/${rest.join('/')}`
  const modified = publisher.articles[0]?.at
  if (below === '/feed.xml') return { ...renderFeed(publisher, base), ...(modified && { modified }) }
  if (below === '/') return text('text/html', renderFrontPage(publisher, base))
  const page = publisher.articles.find((a) => below === articlePath(publisher, a))
  if (page) return { ...text('text/html', renderArticle(publisher, page, base)), modified: page.at }
  const pictured = publisher.articles.find((a) => a.motif && below === `/image/${a.slug}.webp`)
  if (pictured?.motif)
    return { type: 'image/webp', body: await renderPicture(pictured.motif, publisher.accent, pictured.slug) }
  return null
}

const text = (type: string, body: string): Answer => ({ type: `${type}; charset=utf-8`, body: Buffer.from(body) })

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`
  const headers = {
    etag,
    'cache-control': 'max-age=60',
    ...(answer.modified && { 'last-modified': answer.modified.toUTCString() }),
  }
  if (isUnchanged(request, etag, answer.modified)) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, { ...headers, 'content-type': answer.type, 'content-length': answer.body.length })
  response.end(request.method === 'HEAD' ? undefined : answer.body)
}

function isUnchanged(request: IncomingMessage, etag: string, modified: Date | undefined): boolean {
  const existing = request.headers['if-none-match']
  if (existing !== undefined) return existing.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag)
  const since = Date.parse(request.headers['if-modified-since'] ?? '')
  return modified !== undefined && Math.floor(modified.getTime() / 1000) * 1000 <= since
}
