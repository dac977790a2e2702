/** The routes of articles, feeds, tags, events, stories, features and changes, in the order of the document. */

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { LoggedKind } from '../../ctx.ts'
import { follow, followedFeeds, unfollow } from '../../news/accounts/writes/follows.ts'
import type { ArticleView } from '../../news/articles/queries/views.ts'
import { article, Entry, exampleArticle } from '../../news/articles/resource.ts'
import { formatCursor, RETENTION_DAYS } from '../../news/changes/change-types.ts'
import { changeSchema, loadChanges } from '../../news/changes/resource.ts'
import { dispute, event } from '../../news/events/resource.ts'
import { pages, published } from '../../news/resources/parameters.ts'
import type { Resource } from '../../news/resources/resource.ts'
import { findFeed } from '../../news/sources/queries/list-feeds.ts'
import { feed } from '../../news/sources/resource.ts'
import { story } from '../../news/stories/resource.ts'
import { findTag } from '../../news/tags/queries/tags.ts'
import { tag } from '../../news/tags/resource.ts'
import { AppError } from '../../platform/errors.ts'
import type { CachedRead } from '../../platform/http/read-cache.ts'
import { sendCached, sendPersonal } from '../../platform/http/send-cached.ts'
import { pageOf } from '../../platform/site/pages.ts'
import type { Site } from '../../platform/site/site.ts'
import { listAnswer, plainAnswer } from './answers.ts'
import { changesQuery } from './changes-parameters.ts'
import { changesOf, presentMeta } from './envelopes.ts'
import { type FeatureApi, partsAt } from './feature-api.ts'
import { orMissing } from './missing.ts'
import { detailRoute, listRoute, moved, movedAnswers } from './resource-routes.ts'
import { type ApiRoute, type Call, route } from './route.ts'
import { searchAllRoute, searchRoute } from './search-route.ts'
import { renderList, sendDone, sendRead, withMeta } from './send.ts'

const params = (of: { id: z.ZodType }) => z.object({ id: of.id })
const idOf = ({ params }: Call) => (params as { id: number | string }).id

const ofFeed = async (call: Call) => {
  const found = await findFeed(call.ctx.db, Number(idOf(call)))
  return found && { feedIds: [found.id] }
}
const ofTag = async (call: Call) => {
  const found = await findTag(call.ctx.db, { slug: String(idOf(call)) })
  return found && { tagId: found.id }
}
const ofFollows = async ({ ctx, account }: Call) => ({ feedIds: await followedFeeds(ctx.database, account?.id ?? 0) })

const articleRoutes = (site: Site): ApiRoute[] => [
  listRoute(site, article, {
    operationId: 'listEntries',
    tag: 'Entries',
    auth: 'optional',
    summary: 'Articles, newest first',
    description: 'All published articles, also those that are not about the topic: see `relevant`.',
  }),
  listRoute(
    site,
    article,
    {
      operationId: 'listPopularEntries',
      tag: 'Entries',
      summary: 'Articles by popularity',
      description: 'Most popular first. New views show after at most a minute.',
    },
    { path: '/api/v1/entries/popular', query: { sort: null, cursor: null }, sort: 'popular' },
  ),
  listRoute(
    site,
    article,
    {
      operationId: 'listFollowedEntries',
      tag: 'Entries',
      auth: 'required',
      summary: 'Articles from followed feeds',
      description: 'Articles of the feeds that the caller follows.',
    },
    { path: '/api/v1/entries/follows', scope: ofFollows, send: sendUncached },
  ),
  listRoute(
    site,
    article,
    {
      operationId: 'listFeedEntries',
      tag: 'Feeds',
      auth: 'optional',
      summary: 'Articles of a feed',
      description: 'The articles of one active source.',
    },
    { path: '/api/v1/feeds/:id/entries', params: params(feed), scope: ofFeed, of: feed, query: { feed_id: null } },
  ),
  listRoute(
    site,
    article,
    {
      operationId: 'listTagEntries',
      tag: 'Tags',
      summary: 'Articles of a tag',
      description: 'The articles that carry one tag.',
    },
    { path: '/api/v1/tags/:id/entries', params: params(tag), scope: ofTag, of: tag, query: { tag: null } },
  ),
  searchRoute,
  // After those with words in its place: `/entries/search` is no article.
  detailRoute(article, {
    operationId: 'getEntry',
    tag: 'Entries',
    summary: 'One article',
    description: 'One published article, as in lists.',
  }),
]

const Following = z.object({ feed_id: z.int(), is_following: z.boolean() }).meta({ id: 'Following' })

/** Following a feed, or no longer. */
const followRoute = (does: boolean): ApiRoute =>
  route({
    method: does ? 'POST' : 'DELETE',
    path: '/api/v1/feeds/:id/follow',
    tag: 'Feeds',
    auth: 'required',
    ...(does
      ? { operationId: 'followFeed', summary: 'Follow a feed', description: 'Following twice is following once.' }
      : {
          operationId: 'unfollowFeed',
          summary: 'Unfollow a feed',
          description: 'Unfollowing what is not followed changes nothing.',
        }),
    params: params(feed),
    answers: [plainAnswer('The followed feeds now.', Following)],
    handle: async (call) => {
      const id = Number(idOf(call))
      const { database, clock } = call.ctx
      const [userId, wanted] = [call.account?.id ?? 0, { kind: 'source', key: String(id) } as const]
      await (does ? follow(database, userId, wanted, clock.now()) : unfollow(database, userId, wanted))
      return sendDone(call, { feed_id: id, is_following: does })
    },
  })

const feedRoutes = (site: Site): ApiRoute[] => [
  listRoute(
    site,
    feed,
    {
      operationId: 'listFeeds',
      tag: 'Feeds',
      auth: 'optional',
      summary: 'Active feeds',
      description: 'All active sources by title, with whether the caller follows them.',
    },
    { send: sendFollowable },
  ),
  detailRoute(
    feed,
    {
      operationId: 'getFeed',
      tag: 'Feeds',
      auth: 'optional',
      summary: 'One feed',
      description: 'One active source in detail.',
    },
    sendFollowable,
  ),
  followRoute(true),
  followRoute(false),
]

const tagRoutes = (site: Site): ApiRoute[] => [
  listRoute(site, tag, {
    operationId: 'listTags',
    tag: 'Tags',
    summary: 'Tags with articles',
    description: 'All tags of published articles, most used first.',
  }),
  detailRoute(tag, {
    operationId: 'getTag',
    tag: 'Tags',
    summary: 'One tag',
    description: 'One tag by its slug, with the tags that share articles with it most often.',
  }),
]

/** The articles that a detail holds, in its order. */
const entriesRoute = <Detail extends { entries: ArticleView[] }>(
  of: Pick<Resource<unknown, Detail>, 'name' | 'path' | 'id' | 'find' | 'moves' | 'dependsOn'>,
  about: Pick<ApiRoute, 'operationId' | 'tag' | 'summary' | 'description'>,
): ApiRoute =>
  route({
    method: 'GET',
    path: `/api/v1${of.path}/:id/entries`,
    auth: 'none',
    ...about,
    params: params(of),
    query: z.object({ ...pages, ...published }),
    answers: [listAnswer('A page of articles.', Entry, exampleArticle), ...movedAnswers(of)],
    handle: (call) => {
      const { ctx, query } = call
      const { page, per_page: perPage, since, until } = query
      const id = String(idOf(call))
      const sent = sendRead(call, {
        key: `api ${of.path}/${id}/entries ${JSON.stringify(query)}`,
        dependsOn: of.dependsOn,
        load: () => of.find(ctx, id),
        render: (lookup, now) => {
          if ('moved' in lookup) return moved(ctx.config, of, lookup.moved, now, '/entries')
          const all = lookup.found.entries.filter(
            ({ sortAt }) => (!since || sortAt >= since) && (!until || sortAt < until),
          )
          const found = pageOf(all, { page, perPage })
          const items = found.items.map((one) => Entry.present(one, ctx.origin))
          return renderList({ ...found, items }, { since, until }, now)
        },
      })
      return orMissing(call, of, sent)
    },
  })

const eventRoutes = (site: Site): ApiRoute[] => [
  listRoute(site, event, {
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'Events, newest first',
    description:
      'Articles that report the same incident are one event. All events, also those that are not about the topic: see `relevant`.',
  }),
  listRoute(
    site,
    event,
    {
      operationId: 'listTagEvents',
      tag: 'Tags',
      summary: 'Events of a tag',
      description: 'The events of which an article carries the tag.',
    },
    { path: '/api/v1/tags/:id/events', params: params(tag), scope: ofTag, of: tag, query: { tag: null } },
  ),
  detailRoute(event, {
    operationId: 'getEvent',
    tag: 'Events',
    summary: 'One event',
    description:
      'One event with its articles, its points, reactions to it, and the texts that it has had. An event that was merged answers with the address of the other.',
  }),
  listRoute(site, dispute, {
    operationId: 'listDisputes',
    tag: 'Events',
    summary: 'Disputes, newest first',
    description:
      'Events on which publishers disagree, each with the statements that exclude each other, their publishers and their words.',
  }),
  entriesRoute(event, {
    operationId: 'listEventEntries',
    tag: 'Events',
    summary: 'Articles of an event',
    description: 'The articles of one event in the order of publication, a hundred at most.',
  }),
]

const storyRoutes = (site: Site): ApiRoute[] => [
  listRoute(site, story, {
    operationId: 'listStories',
    tag: 'Stories',
    summary: 'Stories, most recently updated first',
    description: 'Affairs that run over several events.',
  }),
  detailRoute(story, {
    operationId: 'getStory',
    tag: 'Stories',
    summary: 'One story',
    description:
      'One story with its text and its articles. A story that was merged answers with the address of the other; one that turned out to be none, with the page of the leading article of its best event, or of all stories.',
  }),
  entriesRoute(story, {
    operationId: 'listStoryEntries',
    tag: 'Stories',
    summary: 'Articles of a story',
    description: 'The articles of one story, newest first, 500 at most.',
  }),
]

const changeRoute = (kinds: readonly LoggedKind[]) =>
  route({
    method: 'GET',
    path: '/api/v1/changes',
    operationId: 'listChanges',
    tag: 'Changes',
    auth: 'none',
    summary: 'List changes',
    description:
      'Changes in the order in which they were committed, each with its object as it is now (null when it is no more). Start ' +
      'without `after`: that gives no changes and a `next`, where the log ends now; read the lists, then follow `next`. No ' +
      `change appears behind a cursor that was handed out. Changes are kept for ${RETENTION_DAYS} days. Views and scores are no change.`,
    query: z.object(changesQuery(kinds)),
    answers: [{ status: 200, description: 'Changes, oldest first.', schema: changesOf(changeSchema(kinds)) }],
    errors: ['gone'],
    handle: (call) => {
      const { after, types, limit } = call.query
      return sendRead(call, {
        key: `api /changes ${after ? formatCursor(after) : ''} ${types ?? ''} ${limit}`,
        dependsOn: ['content'],
        load: () => loadChanges(call.ctx, call.query),
        render: ({ data, next, hasMore }, now) =>
          withMeta({ data, next: formatCursor(next), has_more: hasMore }, presentMeta(now)),
      })
    },
  })

export const resourceRoutes = (site: Site, { kinds, rest, resources }: FeatureApi): ApiRoute[] => [
  ...articleRoutes(site),
  ...feedRoutes(site),
  ...tagRoutes(site),
  ...eventRoutes(site),
  ...storyRoutes(site),
  ...partsAt(rest, false).flatMap(({ routes }) => routes(site)),
  searchAllRoute(resources),
  changeRoute(kinds),
  ...partsAt(rest, true).flatMap(({ routes }) => routes(site)),
]

async function sendUncached<View>({ ctx, request, reply }: Call, read: CachedRead<View>): Promise<FastifyReply> {
  const view = await read.load()
  if (view === null) throw new AppError('not_found', 'There is nothing at this address.')
  return sendPersonal(request, reply, read.render(view, ctx.clock.now()))
}

interface Followable {
  id: number
  is_following: boolean
}

/** To anonymous callers as it is cached; to an account the same, with what it follows put in. */
async function sendFollowable<View>(
  { ctx, request, reply, account }: Call,
  read: CachedRead<View>,
): Promise<FastifyReply> {
  if (!account) return sendCached(ctx.cache, ctx.clock, request, reply, read)
  const [{ answer }, followed] = await Promise.all([
    ctx.cache.get(read, ctx.clock.now()),
    followedFeeds(ctx.database, account.id),
  ])
  if (!answer) throw new AppError('not_found', 'There is no such feed.')
  const { meta, ...shown } = JSON.parse(String(answer.bodies.identity)) as {
    meta: object
    data: Followable | Followable[]
  }
  for (const one of [shown.data].flat()) one.is_following = followed.includes(one.id)
  return sendPersonal(request, reply, withMeta(shown, meta))
}
