/** Front page, lists, status, about. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../../ctx.ts'
import { listArticleIds } from '../../../news/articles/queries/articles.ts'
import { countTagsSince, listDayCounts, listTagDays } from '../../../news/events/queries/days.ts'
import { type EventFilter, type EventSort, listEvents, pageEvents } from '../../../news/events/queries/list.ts'
import { isErrorState } from '../../../news/feeds/rules/feed-health.ts'
import { filterSources } from '../../../news/feeds/rules/source-filter.ts'
import { behindSince } from '../../../news/operator/queries/lag.ts'
import { findSilentModels } from '../../../news/operator/queries/model-silence.ts'
import { findModelKillSwitch } from '../../../news/operator/queries/model-stop.ts'
import { listSourceStates, readingState, withDays } from '../../../news/operator/queries/source-health.ts'
import { findFeed, listFeeds, withArticles } from '../../../news/sources/queries/list-feeds.ts'
import { findTag, listTags } from '../../../news/tags/queries/tags.ts'
import { findJudge } from '../../../news/texts/queries/judge-record.ts'
import { wasInConsole } from '../../../platform/http/console-cookie.ts'
import { type ById, idOf, idParam } from '../../../platform/http/id-param.ts'
import { isLocal } from '../../../platform/http/loopback.ts'
import { linkToMarkdown } from '../../../platform/http/negotiate.ts'
import { pageNames } from '../../../platform/site/page-words.ts'
import { pageOf } from '../../../platform/site/pages.ts'
import { dayIn, daySpan } from '../../../platform/time/days.ts'
import { deviceNewsPage } from '../account/device-news.ts'
import { popularTopics } from '../account/personal-news.ts'
import { namedEvents, namedPage } from '../components/titled-events.ts'
import { partsOf } from '../feature-site.ts'
import { firstStartPage, soonPage } from '../front/first-start.ts'
import { frontPage } from '../front/front.ts'
import { loadFront } from '../front/load-front.ts'
import type { SiteContext } from '../page-context.ts'
import { aboutPage } from '../pages/plain-pages.ts'
import { statusPage } from '../pages/status.ts'
import { numberedRoute, pageNumber, type SendPage, within } from '../send-page.ts'
import { byPublisher, feedsPage } from './feeds-page.ts'
import { feedPage, popularPage, tagPage } from './lists.ts'
import { CHART_DAYS, tagsPage } from './tags-page.ts'

const perPage = 30
/** From which a device chooses its reader's. */
const maxPersonal = 100
const sourcesPerPage = 100
type With<K extends string> = FastifyRequest<{ Params: Record<K, string> }>

export function listRoutes(app: FastifyInstance, ctx: Ctx, pageContext: SiteContext, send: SendPage): void {
  const { db, site } = ctx
  const siteLanguage = site.language
  const { parts } = pageContext

  const listPage = async (options: { filter: EventFilter; sort: EventSort; page: number }) =>
    namedPage(await pageEvents(db, { ...options, perPage, siteLanguage }))

  let hasNews = false
  app.get('/', async (request, reply) => {
    hasNews ||= (await listArticleIds(db, { filter: { relevant: true }, sort: 'newest', limit: 1 })).length > 0
    // Until there is anything to cache, each request sees how far the reading has come.
    if (!hasNews) {
      const page = pageContext.page(ctx.clock.now())
      const hasConsole = ctx.config.ADMIN_TOKEN !== undefined
      const body =
        isLocal(request) || wasInConsole(request)
          ? firstStartPage(page, await readingState(db), hasConsole)
          : soonPage(page)
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(body)
    }
    return send(request, reply, {
      key: '/',
      headers: { link: linkToMarkdown('/index.md') },
      dependsOn: ['content', 'views'],
      reloadSeconds: 60,
      load: () => loadFront(ctx, parts),
      render: (page, view) => ('lead' in view ? frontPage(page, view) : soonPage(page)),
    })
  })

  numberedRoute(app, '/popular', send, {
    dependsOn: ['content', 'views'],
    load: async (page) => within(await listPage({ filter: { relevant: true }, sort: 'popular', page })),
    render: popularPage,
  })

  // A source that fails raises no version.
  numberedRoute(app, '/feeds', send, { reloadSeconds: 300, load: loadFeeds, render: feedsPage })

  async function loadFeeds(number: number) {
    const publishers = byPublisher(await listFeeds(db, siteLanguage), siteLanguage)
    const list = within(pageOf(publishers, { page: number, perPage: sourcesPerPage }))
    if (!list) return null
    const states = number === 1 ? await listSourceStates(db, ctx.clock.now()) : []
    const troubled = states.filter(({ state }) => state !== 'gone' && isErrorState(state))
    return { ...list, items: byPublisher(await withArticles(db, list.items.flat()), siteLanguage), troubled }
  }

  app.get(`/feeds/${idParam}`, async (request: ById, reply) => {
    const [id, number] = [idOf(request), pageNumber(request)]
    const filter = { feedIds: [id], relevant: true }
    return send(request, reply, {
      key: `/feeds/${id}?${number}`,
      load: async () => {
        const feed = await findFeed(db, id)
        const list = feed && within(await listPage({ filter, sort: 'newest', page: number }))
        if (!feed || !list) return null
        const now = ctx.clock.now()
        const ofFeatures = await partsOf(parts.publisher.map((load) => load(db, feed.publisher.domain)))
        return { feed, list, parts: ofFeatures, days: await listDayCounts(db, { feedId: id }, now) }
      },
      reloadSeconds: 3600,
      render: feedPage,
    })
  })

  app.get('/tags', (request, reply) =>
    send(request, reply, {
      key: '/tags',
      reloadSeconds: 3600,
      load: loadTags,
      render: tagsPage,
    }),
  )

  async function loadTags() {
    const now = ctx.clock.now()
    const days = await listTagDays(db, now, CHART_DAYS)
    const today = await countTagsSince(db, daySpan(dayIn(now, site.timezone), site.timezone).from, now)
    const kindOf = (slug: string) => ctx.vocabulary.tags.get(slug)?.kind ?? 'topic'
    const tags = await listTags(db, { language: siteLanguage, relevant: true })
    return tags.map((tag) => ({
      ...tag,
      kind: kindOf(tag.slug),
      days: days.get(tag.id) ?? null,
      today: today.get(tag.id) ?? 0,
    }))
  }

  app.get('/tags/:slug(^[\\w-]{1,100}$)', (request: With<'slug'>, reply) => {
    const [slug, number] = [request.params.slug, pageNumber(request)]
    return send(request, reply, {
      key: `/tags/${slug}?${number}`,
      load: async () => {
        const tag = await findTag(db, { slug })
        if (!tag) return null
        const filter = { tagId: tag.id, relevant: true }
        const list = within(await listPage({ filter, sort: 'newest', page: number }))
        return list && { tag, list, days: await listDayCounts(db, { tagId: tag.id }, ctx.clock.now()) }
      },
      reloadSeconds: 3600,
      render: tagPage,
    })
  })

  numberedRoute(app, '/status', send, { reloadSeconds: 60, load: loadStatus, render: statusPage })

  async function loadStatus(number: number) {
    const now = ctx.clock.now()
    const all = filterSources(await listSourceStates(db, now), {}, siteLanguage)
    const list = within(pageOf(all, { page: number, perPage: sourcesPerPage }))
    return (
      list && {
        sources: { ...list, items: await withDays(db, list.items, now, site.timezone) },
        states: all.map(({ state }) => state),
        parts: await Promise.all(parts.status.map((load) => load(db))),
        stopped: await findModelKillSwitch(db),
        silent: (await findSilentModels(db, now))[0]?.since ?? null,
        behind: await behindSince(db, now),
      }
    )
  }

  app.get('/mine', (request, reply) =>
    send(request, reply, {
      key: '/mine',
      load: async () => ({
        events: namedEvents(
          await listEvents(db, { filter: { relevant: true }, sort: 'updated', limit: maxPersonal, siteLanguage }),
        ),
        topics: await popularTopics(db, site),
      }),
      render: deviceNewsPage,
    }),
  )

  app.get('/about', (request, reply) =>
    send(request, reply, {
      key: '/about',
      reloadSeconds: 3600,
      load: async () => ({ ...pageContext.about, judge: await findJudge(db, ctx.config), absent: absentPages(app) }),
      render: aboutPage,
    }),
  )
}

const absentPages = (app: FastifyInstance): string[] =>
  pageNames.filter((name) => !app.hasRoute({ method: 'GET', url: `/${name}` }))
