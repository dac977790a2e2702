/** Sources, and following them. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../domain/errors.ts'
import { pageOf } from '../../domain/site/pages.ts'
import type { CachedRead } from '../../http/read-cache.ts'
import { sendCached } from '../../http/send-cached.ts'
import { sendFresh } from '../../http/send-fresh.ts'
import { findFeed, listFeeds } from '../../read/articles/feeds.ts'
import { listOf, oneOf, presentMeta } from './envelopes.ts'
import { feedId, pages } from './parameters.ts'
import { presentFeed, presentFeedDetail } from './present-feed.ts'
import { type ApiRoute, type Call, route } from './route.ts'
import { Feed, FeedDetail } from './schemas.ts'
import { jsonType, listRead, oneRead, sendDone } from './send.ts'

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
    query: z.object(pages),
    answers: [{ status: 200, description: 'A page of feeds.', schema: listOf(Feed) }],
    handle: (call) => {
      const { page, per_page: perPage } = call.query
      const load = async () => pageOf(await listFeeds(call.ctx.db), { page, perPage })
      return sendFollowable(
        call,
        listRead({ key: `api /feeds ${page} ${perPage}`, dependsOn: ['content'], load }, {}, presentFeed),
        { filters: {} },
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
      return sendFollowable(
        call,
        oneRead({ key: `api /feeds/${id}`, dependsOn: ['content'], load }, presentFeedDetail),
        {},
      )
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
      await call.ctx.commands.follow(call.account?.id ?? 0, id)
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
      await call.ctx.commands.unfollow(call.account?.id ?? 0, id)
      return sendDone(call, { feed_id: id, is_following: false })
    },
  }),
]

interface Followable {
  id: number
  is_following: boolean
}

/** To strangers as it is kept; to a person the same text, with what they follow put in. */
async function sendFollowable<View>(
  { ctx, request, reply, account }: Call,
  read: CachedRead<View>,
  meta: object,
): Promise<FastifyReply> {
  if (!account) return sendCached(ctx.cache, ctx.clock, request, reply, read)
  const now = ctx.clock.now()
  const [{ kept }, followed] = await Promise.all([ctx.cache.get(read, now), ctx.commands.followedFeeds(account.id)])
  if (!kept) throw new AppError('not_found', 'There is no such feed.')
  const answer = JSON.parse(`${kept.body}}`) as { data: Followable | Followable[] }
  for (const feed of [answer.data].flat()) feed.is_following = followed.includes(feed.id)
  const etag = `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return sendFresh(request, reply, jsonType, JSON.stringify({ ...answer, meta: { ...presentMeta(now), ...meta } }))
}
