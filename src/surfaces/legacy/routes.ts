/** The seven legacy JSON endpoints (interface.md 4.1). The `.json` suffix is part of the path. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import {
  type ArticleFilter,
  findArticle,
  hydrateArticles,
  listArticleIds,
} from '../../news/articles/queries/articles.ts'
import type { ArticleView } from '../../news/articles/queries/views.ts'
import { disclosureOf } from '../../news/articles/rules/authorship.ts'
import { findFeed, listFeeds } from '../../news/sources/queries/list-feeds.ts'
import { findTag, listTags } from '../../news/tags/queries/tags.ts'
import type { Rendered } from '../../platform/http/cached-answer.ts'
import { type ById, idOf } from '../../platform/http/id-param.ts'
import type { CachedRead } from '../../platform/http/read-cache.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { type LegacyContext, presentLegacyArticle } from './present-legacy.ts'

/** Integers from 1 to 100; all else is 50, above 100 is 100 (never an error). */
function parseItems(query: unknown): number {
  const text = (query as { items?: unknown }).items
  const items = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0
  return items < 1 ? 50 : Math.min(items, 100)
}

export function legacyRoutes(app: FastifyInstance, ctx: Ctx): void {
  const { db, site } = ctx
  const context = (now: Date): LegacyContext => ({
    now,
    language: site.language,
    timeZone: site.timezone,
    defaultImage: `${ctx.config.BASE_URL}/assets/default.png`,
  })
  const send = <View>(request: FastifyRequest, reply: FastifyReply, read: CachedRead<View>) =>
    sendCached(ctx.cache, ctx.clock, request, reply, read)

  const oneFeed = async (request: ById) => {
    const id = idOf(request)
    return (await findFeed(db, id)) && { feedIds: [id] }
  }
  const oneTag = async (request: ById) => {
    const id = idOf(request)
    return (await findTag(db, { id })) && { tagId: id }
  }
  const lists: [path: string, sort: 'newest' | 'views', filterOf: (request: ById) => Promise<ArticleFilter | null>][] =
    [
      ['/entries.json', 'newest', async () => ({})],
      ['/entries/popular.json', 'views', async () => ({})],
      ['/feeds/:id(^\\d{1,15}).json', 'newest', oneFeed],
      ['/tags/:id(^\\d{1,15}).json', 'newest', oneTag],
    ]
  for (const [path, sort, filterOf] of lists)
    app.get(path, (request: ById, reply) => {
      const limit = parseItems(request.query)
      return send<ArticleView[]>(request, reply, {
        key: `${path} ${request.params.id} ${limit}`,
        dependsOn: sort === 'views' ? ['content', 'views'] : ['content'],
        load: async () => {
          const filter = await filterOf(request)
          if (!filter) return null
          const ids = await listArticleIds(db, { filter: { ...filter, relevant: true }, sort, limit })
          return hydrateArticles(db, ids, site.language)
        },
        render: (articles, now) =>
          timed(now, articles, { entries: articles.map((article) => presentLegacyArticle(article, context(now))) }),
      })
    })
  app.get('/entries/:id(^\\d{1,15}).json', async (request: ById, reply) => {
    const id = idOf(request)
    return send(request, reply, {
      key: `/entries/${id}.json`,
      dependsOn: ['content'],
      load: () => findArticle(db, id, site.language),
      render: (article, now) => timed(now, [article], presentLegacyArticle(article, context(now))),
    })
  })
  app.get('/feeds.json', (request, reply) =>
    send(request, reply, {
      key: '/feeds.json',
      dependsOn: ['content'],
      load: () => listFeeds(db, site.language),
      render: (feeds) => json({ feeds: feeds.map(({ id, title }) => ({ id, title })) }),
    }),
  )
  app.get('/tags.json', (request, reply) =>
    send(request, reply, {
      key: '/tags.json',
      dependsOn: ['content'],
      load: () => listTags(db, { language: site.language, relevant: true }),
      render: (tags) => json({ tags: tags.map(({ id, name }) => ({ id, name })) }),
    }),
  )
}

const json = (value: unknown): Rendered => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) })

/** Right until the next whole minute, when words such as "3 minutes ago" may change. */
function timed(now: Date, articles: ArticleView[], value: unknown): Rendered {
  const rendered = json(value)
  const headers = { ...rendered.headers, ...disclosureOf(articles.map(({ summaryBy }) => summaryBy)) }
  return { ...rendered, headers, validUntil: (Math.floor(now.getTime() / 60_000) + 1) * 60_000 }
}
