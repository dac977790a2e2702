/** Sources, and following them. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import { keyedPage } from '../../domain/site/pages.ts'
import type { CachedRead } from '../../http/read-cache.ts'
import { sendCached, sendPersonal } from '../../http/send-cached.ts'
import { findFeed, listFeeds, withArticles } from '../../read/articles/feeds.ts'
import { listOf, oneOf } from './envelopes.ts'
import { feedId, keyCursor, pages } from './parameters.ts'
import { presentFeed, presentFeedDetail } from './present-feed.ts'
import { type ApiRoute, type Call, route } from './route.ts'
import { Feed, FeedDetail } from './schemas.ts'
import { listRead, oneRead, sendDone, withMeta } from './send.ts'

const Following = z.object({ feed_id: z.int(), is_following: z.boolean() }).meta({ id: 'Following' })
const answers = [{ status: 200, description: 'What holds now.', schema: oneOf(Following) }]

export const feedRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/feeds',
    operationId: 'listFeeds',
    tag: 'Feeds',
    summary: 'Active feeds',
    description: 'All active sources by title, with whether the caller follows them.',
    auth: 'optional',
    query: z.object({ ...pages, ...keyCursor }),
    answers: [{ status: 200, description: 'A page of feeds.', schema: listOf(Feed) }],
    handle: (call) => {
      const { page, per_page: perPage, cursor } = call.query
      const load = async () => {
        const { db, site } = call.ctx
        const list = keyedPage(await listFeeds(db, site.language), { page, perPage }, cursor, ({ id }) => String(id))
        return { ...list, items: await withArticles(db, list.items) }
      }
      return sendFollowable(
        call,
        listRead(
          { key: `api /feeds ${page} ${perPage} ${cursor ?? ''}`, dependsOn: ['content'], load },
          {},
          presentFeed,
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/feeds/:id',
    operationId: 'getFeed',
    tag: 'Feeds',
    summary: 'One feed',
    description: 'One active source in detail.',
    auth: 'optional',
    params: feedId,
    answers: [{ status: 200, description: 'The feed.', schema: oneOf(FeedDetail) }],
    handle: (call) => {
      const { id } = call.params
      const load = () => findFeed(call.ctx.db, id)
      return sendFollowable(call, oneRead({ key: `api /feeds/${id}`, dependsOn: ['content'], load }, presentFeedDetail))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/feeds/:id/follow',
    operationId: 'followFeed',
    tag: 'Feeds',
    summary: 'Follow a feed',
    description: 'Following twice is following once.',
    auth: 'required',
    params: feedId,
    answers,
    handle: async (call) => {
      const { id } = call.params
      await call.ctx.commands.follow(call.account?.id ?? 0, { kind: 'source', key: String(id) })
      return sendDone(call, { feed_id: id, is_following: true })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/feeds/:id/follow',
    operationId: 'unfollowFeed',
    tag: 'Feeds',
    summary: 'Unfollow a feed',
    description: 'Unfollowing what is not followed changes nothing.',
    auth: 'required',
    params: feedId,
    answers,
    handle: async (call) => {
      const { id } = call.params
      await call.ctx.commands.unfollow(call.account?.id ?? 0, { kind: 'source', key: String(id) })
      return sendDone(call, { feed_id: id, is_following: false })
    },
  }),
]

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
    ctx.commands.followedFeeds(account.id),
  ])
  if (!answer) throw new AppError('not_found', 'There is no such feed.')
  const { meta, ...shown } = JSON.parse(String(answer.bodies.identity)) as {
    meta: object
    data: Followable | Followable[]
  }
  for (const feed of [shown.data].flat()) feed.is_following = followed.includes(feed.id)
  return sendPersonal(request, reply, withMeta(shown, meta))
}
