/** Style sheets, scripts, icons, and articles' images through our own origin. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { findArticle } from '../../news/articles/queries/articles.ts'
import { findEvent } from '../../news/events/queries/events.ts'
import { AppError } from '../../platform/errors.ts'
import type { Asset } from '../../platform/html/assets.ts'
import { chooseEncoding, compress, type Encoding } from '../../platform/http/encode.ts'
import { type ById, idOf, idParam } from '../../platform/http/id-param.ts'
import { isSame } from '../../platform/http/validators.ts'
import { addressOf } from '../../platform/site/addresses.ts'
import type { Site } from '../../platform/site/site.ts'
import { imageWidths } from './components/picture.ts'
import { sharedEvent } from './event/share-image.ts'
import type { SiteContext } from './page-context.ts'
import { offlinePage } from './pages/plain-pages.ts'

const forever = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'
/** Files that browsers and others request by a fixed name. */
const fixedFiles = ['favicon.ico', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png']

type Named = FastifyRequest<{ Params: { version: string; name: string } }>
type ImageFile = FastifyRequest<{ Params: { id: string; file: string } }>

export function fileRoutes(app: FastifyInstance, ctx: Ctx, pageContext: SiteContext): void {
  const { assets } = pageContext
  const packed = new Map<string, Buffer>()

  function pack(asset: Asset, encoding: Encoding): Buffer {
    const key = `${encoding} ${asset.type} ${asset.body.length} ${assets.version}`
    const existing = packed.get(key)
    if (existing) return existing
    const bytes = compress(asset.body, encoding)
    packed.set(key, bytes)
    return bytes
  }

  function sendAsset(request: FastifyRequest, reply: FastifyReply, name: string, cache: string): FastifyReply {
    const asset = assets.files.get(name)
    if (!asset) throw new AppError('not_found', 'There is no such file.')
    reply.type(asset.type).header('cache-control', cache).header('etag', `"${assets.version}"`)
    if (isSame(request.headers['if-none-match'], `"${assets.version}"`)) return reply.code(304).send()
    const text = /^text|svg/.test(asset.type)
    if (!text) return reply.send(asset.body)
    const encoding = chooseEncoding(request.headers['accept-encoding'], asset.body.length)
    reply.header('vary', 'accept-encoding')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(pack(asset, encoding))
  }

  // An older version's address may still stand in a page that a browser has kept.
  app.get('/assets/:version(^[0-9a-f]{10}$)/:name', async (request: Named, reply) => {
    const current = request.params.version === assets.version
    return sendAsset(request, reply, request.params.name, current ? forever : 'no-cache')
  })
  const textOf = (name: string) => assets.files.get(name)?.body ?? ''
  // A service worker rules the folder that it lies in, so this one lies at the top; each version is another text.
  app.get('/sw.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        [
          `const version = '${assets.version}'`,
          `const paths = ${JSON.stringify(pathsOfWorker(ctx.site))}`,
          textOf('sw.js'),
          ...pageContext.parts.workerScripts.map(textOf),
        ].join('\n'),
      ),
  )
  app.get('/offline', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', aDay)
      .send(offlinePage(pageContext.page(new Date(0)))),
  )
  app.get('/assets/default.png', async (request, reply) => sendAsset(request, reply, 'default.png', aDay))
  for (const name of fixedFiles) app.get(`/${name}`, async (request, reply) => sendAsset(request, reply, name, aDay))

  app.get(`/img/events/${idParam}.png`, async (request: ById, reply) => {
    const event = await findEvent(ctx.db, idOf(request), ctx.site.language)
    if (!event) throw new AppError('not_found', 'There is no such picture.')
    const { name, ...shown } = sharedEvent(pageContext.page(ctx.clock.now()), event)
    return reply
      .type('image/png')
      .header('cache-control', aDay)
      .send(await ctx.images.shared(name, shown))
  })

  app.get(`/img/${idParam}/:file(^\\d{2,4}\\.(?:webp|jpg)$)`, async (request: ImageFile, reply) => {
    const { file } = request.params
    const width = Number.parseInt(file, 10)
    const type = file.endsWith('.jpg') ? 'jpg' : 'webp'
    const article = imageWidths.some((existing) => existing === width)
      ? await findArticle(ctx.db, idOf(request), ctx.site.language)
      : null
    if (!article) throw new AppError('not_found', 'There is no such picture.')
    const body = article.imageUrl ? await ctx.images.get(article.imageUrl, width, type) : null
    if (body)
      return reply
        .type(type === 'jpg' ? 'image/jpeg' : 'image/webp')
        .header('cache-control', forever)
        .send(body)
    return sendAsset(request, reply, 'default.png', 'public, max-age=300')
  })
}

/** Addresses that the service worker (assets/sw.js) needs. */
function pathsOfWorker({ paths, addresses }: Site): object {
  const { account, events, mine: myPagesPath } = paths
  const of = (route: string) => addressOf(paths, route)
  const changesReader = ['sign-in', 'delete', 'sign-out'].flatMap((word) =>
    [word, ...addresses.wordsBefore(word)].map((one) => `${account}/${one}`),
  )
  return { account, events, mine: myPagesPath, saved: of('/account/saved'), changesReader }
}
