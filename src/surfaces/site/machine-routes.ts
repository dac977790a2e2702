/**
 * Files for search engines and browsers about the site as a whole: robots.txt, security.txt, sitemaps, the web
 * manifest.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { listSitemapArticles, listSitemapMonths, type SitemapArticle } from '../../news/articles/queries/sitemap.ts'
import { listDays } from '../../news/events/queries/day-edition.ts'
import { listEvents } from '../../news/events/queries/list.ts'
import { listFeeds } from '../../news/sources/queries/list-feeds.ts'
import { listStories } from '../../news/stories/queries/stories.ts'
import { listTags } from '../../news/tags/queries/tags.ts'
import { html } from '../../platform/html/html.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { contactUri } from '../../platform/site/contact.ts'
import { articlePath, dayPath, eventPath, feedPath, type Paths, storyPath, tagPath } from '../../platform/site/paths.ts'
import { fitForXml } from '../../platform/text/text.ts'
import type { FeatureSite } from './feature-site.ts'

type ByMonth = FastifyRequest<{ Params: { month: string } }>

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const newsDays = 2
const MAX_NEWS = 1000
/** Older events are reached through their articles. */
const MAX_EVENTS = 200

export function machineRoutes(app: FastifyInstance, ctx: Ctx, { sitemap, aboutSite }: FeatureSite): void {
  const { db, site, config } = ctx
  const { paths, language } = site
  const base = config.BASE_URL

  /** An XML answer that is loaded again each hour at the latest. */
  function sendXml(request: FastifyRequest, reply: FastifyReply, path: string, load: () => Promise<string | null>) {
    return sendCached(ctx.cache, ctx.clock, request, reply, {
      key: path,
      dependsOn: ['content'],
      edition: Math.floor(ctx.clock.now().getTime() / 3_600_000),
      load,
      render: (xml) => ({ type: 'application/xml; charset=utf-8', body: declaration + fitForXml(xml) }),
    })
  }

  const file = (path: string, type: string, body: string) =>
    app.get(path, (request, reply) =>
      sendCached(ctx.cache, ctx.clock, request, reply, {
        key: path,
        dependsOn: [],
        load: async () => true,
        render: () => ({ type, body, headers: { 'cache-control': 'public, max-age=86400' } }),
      }),
    )
  file('/robots.txt', 'text/plain; charset=utf-8', robots(base, paths))
  file('/site.webmanifest', 'application/manifest+json; charset=utf-8', JSON.stringify(manifest(ctx)))

  const contact = contactUri(config.PUBLISHER_CONTACT ?? '')
  if (contact !== null)
    app.get('/.well-known/security.txt', (request, reply) =>
      sendCached(ctx.cache, ctx.clock, request, reply, {
        key: '/.well-known/security.txt',
        dependsOn: [],
        edition: Math.floor(ctx.clock.now().getTime() / DAY_MS),
        load: async () => ctx.clock.now(),
        render: (now) => ({
          type: 'text/plain; charset=utf-8',
          body: securityText(contact, now, ctx),
          headers: { 'cache-control': 'public, max-age=86400' },
        }),
      }),
    )

  async function listNews(limit: number): Promise<SitemapArticle[]> {
    const until = ctx.clock.now()
    const since = new Date(until.getTime() - newsDays * DAY_MS)
    return listSitemapArticles(db, { since, until, limit, dated: true })
  }

  const listUpdatedEvents = (limit: number) =>
    listEvents(db, {
      filter: { relevant: true, minSources: 2 },
      sort: 'updated',
      limit,
      siteLanguage: site.language,
    })

  app.get('/sitemap.xml', (request, reply) =>
    sendXml(request, reply, '/sitemap.xml', async () => {
      const months = (await listSitemapMonths(db)).map((month) => `/sitemap-${month}.xml`)
      // One without an address in it is an error to search engines.
      const news = (await listNews(1)).length > 0 && '/sitemap-news.xml'
      const events = (await listUpdatedEvents(1)).length > 0 && '/sitemap-events.xml'
      const parts = ['/sitemap-pages.xml', news, events, ...months].filter((path) => path !== false)
      const rows = parts.map((path) => html`<sitemap><loc>${base}${path}</loc></sitemap>`)
      return String(html`<sitemapindex xmlns="${schema}">${rows}</sitemapindex>`)
    }),
  )

  app.get('/sitemap-pages.xml', (request, reply) =>
    sendXml(request, reply, '/sitemap-pages.xml', async () => {
      const tags = (await listTags(db, { language, relevant: true })).map(tagPath)
      const feeds = (await listFeeds(db, language)).map(feedPath)
      const stories = (await listStories(db, { limit: 1000 })).map(storyPath)
      const others = (await Promise.all(sitemap.map(({ list }) => list?.(db, site) ?? []))).flat()
      const days = (await listDays(db, { site, now: ctx.clock.now() })).map((day) => dayPath(paths, day))
      const fixed = [
        '/',
        paths.popular,
        '/stories',
        ...sitemap.map(({ path }) => path(paths)),
        paths.events,
        '/tags',
        '/feeds',
        paths.about,
        ...aboutSite.map(({ path }) => path(paths)),
        paths.status,
      ]
      return urlset(
        [...fixed, ...days, ...others, ...stories, ...tags, ...feeds].map(
          (path) => html`<url><loc>${base}${path}</loc></url>`,
        ),
      )
    }),
  )

  app.get('/sitemap-news.xml', (request, reply) =>
    sendXml(request, reply, '/sitemap-news.xml', async () => {
      const articles = await listNews(MAX_NEWS)
      const rows = articles.map((article) => newsUrl(base, site.name, site.language, article))
      return urlset(rows, ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"')
    }),
  )

  app.get('/sitemap-events.xml', (request, reply) =>
    sendXml(request, reply, '/sitemap-events.xml', async () => {
      const events = await listUpdatedEvents(MAX_EVENTS)
      return urlset(events.map((event) => pageUrl(base + eventPath(paths, event), event.updatedAt)))
    }),
  )

  app.get('/sitemap-:month(^\\d{4}-(?:0[1-9]|1[0-2])).xml', (request: ByMonth, reply) => {
    const { month } = request.params
    return sendXml(request, reply, `/sitemap-${month}.xml`, async () => {
      const since = new Date(`${month}-01T00:00:00Z`)
      const until = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1))
      const articles = await listSitemapArticles(db, { since, until })
      return articles.length > 0
        ? urlset(articles.map((article) => pageUrl(base + articlePath(article), article.updatedAt)))
        : null
    })
  })
}

const DAY_MS = 86_400_000
/** RFC 9116 asks for less than a year. */
const SECURITY_DAYS = 180

/** Contact for reports of vulnerabilities (RFC 9116). */
function securityText(contact: string, now: Date, { site, config }: Pick<Ctx, 'site' | 'config'>): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + SECURITY_DAYS) * DAY_MS)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${[...new Set([site.language, 'en'])].join(', ')}`,
    `Canonical: ${config.BASE_URL}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}

const robots = (base: string, paths: Paths) =>
  `User-agent: *\nDisallow: /admin\nDisallow: ${paths.account}\nDisallow: ${paths.search}\n\nSitemap: ${base}/sitemap.xml\n`

const urlset = (rows: unknown[], namespaces = ''): string =>
  `<urlset xmlns="${schema}"${namespaces}>${html`${rows}`}</urlset>`

const pageUrl = (address: string, updatedAt: Date) =>
  html`<url><loc>${address}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`

const newsUrl = (base: string, name: string, language: string, article: SitemapArticle) =>
  html`<url><loc>${base}${articlePath(article)}</loc><news:news><news:publication><news:name>${name}</news:name><news:language>${article.language ?? language}</news:language></news:publication><news:publication_date>${article.publishedAt.toISOString()}</news:publication_date><news:title>${article.title}</news:title></news:news></url>`

function manifest({ site }: Pick<Ctx, 'site'>): object {
  return {
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: site.language,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
