/** Lists of articles: all, popular, followed, of a feed, of a tag. */
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../domain/errors.ts'
import { formatPlace } from '../../domain/site/pages.ts'
import type { Site } from '../../domain/site/site.ts'
import { sendPersonal } from '../../http/send-cached.ts'
import { type ArticleFilter, type ArticleSort, findArticle } from '../../read/articles/articles.ts'
import { findFeed } from '../../read/articles/feeds.ts'
import { listBehind, pageArticles } from '../../read/articles/pages.ts'
import { findTag } from '../../read/articles/tags.ts'
import { type Filters, listOf, oneOf } from './envelopes.ts'
import { entryId, feedId, filters, listCursor, pages, sort, tagSlug } from './parameters.ts'
import { presentArticle } from './present-article.ts'
import { type ApiRoute, type Call, route } from './route.ts'
import { Entry } from './schemas.ts'
import { listRead, sendOne, sendRead } from './send.ts'

type Query = z.infer<ReturnType<typeof listQuery>>

const listQuery = (site: Site) => z.object({ ...pages, ...listCursor, ...filters(site.languages), sort })
const answers = [{ status: 200, description: 'A page of articles.', schema: listOf(Entry) }]

export function entryRoutes(site: Site): ApiRoute[] {
  const query = listQuery(site)
  return [
    route({
      method: 'GET',
      path: '/api/v1/entries',
      operationId: 'listEntries',
      tag: 'Entries',
      summary: 'Articles, newest first',
      description: 'All published articles, also those that are not about the topic: see `relevant`.',
      auth: 'optional',
      query,
      answers,
      handle: (call) => sendEntries(call, '/entries', call.query, async () => ({})),
    }),
    route({
      method: 'GET',
      path: '/api/v1/entries/popular',
      operationId: 'listPopularEntries',
      tag: 'Entries',
      summary: 'Articles by popularity',
      description: 'Most popular first. New views show after at most a minute.',
      auth: 'none',
      query: query.omit({ sort: true, cursor: true }),
      answers,
      handle: (call) => sendEntries(call, '/entries/popular', call.query, async () => ({}), 'popular'),
    }),
    route({
      method: 'GET',
      path: '/api/v1/entries/follows',
      operationId: 'listFollowedEntries',
      tag: 'Entries',
      summary: 'Articles from followed feeds',
      description: 'Articles of the feeds that the caller follows.',
      auth: 'required',
      query,
      answers,
      handle: async (call) => {
        const feedIds = await call.ctx.commands.followedFeeds(call.account?.id ?? 0)
        const read = entriesRead(call.ctx, '/entries/follows', call.query, async () => ({ feedIds }))
        const page = await read.load()
        if (!page) throw new AppError('not_found', 'There is nothing at this address.')
        return sendPersonal(call.request, call.reply, read.render(page, call.ctx.clock.now()))
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/feeds/:id/entries',
      operationId: 'listFeedEntries',
      tag: 'Feeds',
      summary: 'Articles of a feed',
      description: 'The articles of one active source.',
      auth: 'optional',
      params: feedId,
      query,
      answers,
      handle: (call) => {
        const { id } = call.params
        const find = async () => ((await findFeed(call.ctx.db, id)) ? { feedIds: [id] } : null)
        return sendEntries(call, `/feeds/${id}/entries`, call.query, find)
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/tags/:id/entries',
      operationId: 'listTagEntries',
      tag: 'Tags',
      summary: 'Articles of a tag',
      description: 'The articles that carry one tag.',
      auth: 'none',
      params: tagSlug,
      query,
      answers,
      handle: (call) => {
        const slug = call.params.id
        const find = async () => {
          const tag = await findTag(call.ctx.db, { slug })
          return tag && { tagId: tag.id }
        }
        return sendEntries(call, `/tags/${slug}/entries`, call.query, find)
      },
    }),
  ]
}

/** After those with words in its place: `/entries/search` is no article. */
export const entryRoute = route({
  method: 'GET',
  path: '/api/v1/entries/:id',
  operationId: 'getEntry',
  tag: 'Entries',
  summary: 'One article',
  description: 'One published article, as in lists.',
  auth: 'none',
  params: entryId,
  answers: [{ status: 200, description: 'The article.', schema: oneOf(Entry) }],
  handle: (call) => {
    const { db, site, origin } = call.ctx
    const { id } = call.params
    const load = () => findArticle(db, id, site.language)
    return sendOne(call, { key: `api /entries/${id}`, dependsOn: ['content', 'views'], load }, (article) =>
      presentArticle(article, origin),
    )
  },
})

type ListQuery = Omit<Query, 'sort' | 'cursor'> & Pick<Partial<Query>, 'sort' | 'cursor'>
type Scope = () => Promise<ArticleFilter | null>

const sendEntries = (call: Call, path: string, query: ListQuery, scope: Scope, order?: ArticleSort) =>
  sendRead(call, entriesRead(call.ctx, path, query, scope, order))

/** The page of articles within `scope`; a scope that is null does not exist. */
function entriesRead(
  { db, site, origin }: Ctx,
  path: string,
  query: ListQuery,
  scope: Scope,
  order: ArticleSort = query.sort ?? 'newest',
) {
  const echo = echoOf(query)
  const after = query.cursor
  if (after && order !== 'newest')
    throw new AppError('bad_request', 'cursor goes with sort=newest; page through other orders.')
  const load = async () => {
    const within = await scope()
    if (!within) return null
    const filter = { ...within, ...filterOf(query) }
    if (after) return listBehind(db, { filter, after, perPage: query.per_page, siteLanguage: site.language })
    return pageArticles(db, {
      filter,
      sort: order,
      page: query.page,
      perPage: query.per_page,
      siteLanguage: site.language,
    })
  }
  const key = `api ${path} ${query.page} ${query.per_page} ${after ? formatPlace(after) : ''} ${JSON.stringify(echo)}`
  return listRead({ key, dependsOn: ['content', 'views'], load }, echo, (article) => presentArticle(article, origin))
}

function filterOf({ lang, apple_relevant: named, relevant = named, since, until }: ListQuery): ArticleFilter {
  return {
    ...(lang === undefined ? {} : { language: lang }),
    ...(relevant === undefined ? {} : { relevant }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  }
}

function echoOf(query: ListQuery): Filters {
  const { sort: order, lang, relevant, apple_relevant: named, since, until } = query
  return {
    ...(order === undefined ? {} : { sort: order }),
    ...(lang === undefined ? {} : { lang }),
    ...(relevant === undefined ? {} : { relevant }),
    ...(named === undefined ? {} : { apple_relevant: named }),
    ...(since === undefined ? {} : { since: since.toISOString() }),
    ...(until === undefined ? {} : { until: until.toISOString() }),
  }
}
