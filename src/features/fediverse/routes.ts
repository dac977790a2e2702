/** `/.well-known/webfinger`, `/fediverse`: the site, its tags and stories as actors of ActivityPub, their posts and inboxes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { idOf, idParam } from '../../platform/http/id-param.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import { eventPermalink } from '../../platform/site/paths.ts'
import {
  ACTIVITY_TYPE,
  ACTORS_PATH,
  actorUri,
  CONTEXT,
  POSTS_PATH,
  postUri,
  SHARED_INBOX_PATH,
  SITE_ACTOR,
} from './actors.ts'
import { findPost, listPosts } from './list-posts.ts'

export interface Fediverse {
  handle(request: Request, elsewhere: (request: Request) => Response | Promise<Response>): Promise<Response>
  /** The page of an actor; null where there is none. */
  pageOf(identifier: string): Promise<string | null>
}

type ById = FastifyRequest<{ Params: { id: string } }>
type RouteCtx = Pick<Ctx, 'config' | 'site' | 'db' | 'limiter'>

export function fediverseRoutes(app: FastifyInstance, ctx: RouteCtx, fediverse: Fediverse): void {
  const { config, db, site } = ctx
  const base = config.BASE_URL

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method, headers, body, url } = request
    const fields = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const received = new Request(base + url, {
      method: method === 'HEAD' ? 'GET' : method,
      headers: fields as [string, string][],
      ...(method === 'POST' && { body: body as Buffer<ArrayBuffer> }),
    })
    const response = await fediverse.handle(received, async ({ url: address }) => {
      const identifier = new URL(address).pathname.slice(ACTORS_PATH.length + 1)
      const page = await fediverse.pageOf(identifier.split('/')[0] ?? '')
      return new Response(null, page ? { status: 303, headers: { location: page } } : { status: 404 })
    })
    if (response.status === 404) throw new AppError('not_found', 'There is nothing at this address.')
    reply.code(response.status).headers(Object.fromEntries(response.headers))
    return reply.header('cache-control', 'no-cache').send(Buffer.from(await response.arrayBuffer()))
  }

  for (const path of ['/.well-known/webfinger', '/.well-known/nodeinfo', '/fediverse/nodeinfo/2.1'])
    app.get(path, answer)
  app.get(`${ACTORS_PATH}/:id`, answer)
  app.get(`${ACTORS_PATH}/:id/followers`, answer)

  const send = (reply: FastifyReply, object: object) =>
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'Accept' })
      .type(ACTIVITY_TYPE)
      .send(JSON.stringify({ '@context': CONTEXT, ...object }))

  app.get(`${ACTORS_PATH}/:id/outbox`, async ({ params: { id } }: ById, reply) => {
    if (!(await fediverse.pageOf(id))) throw new AppError('not_found', 'There is no such actor.')
    const { total, latest } = await listPosts(db, id)
    const outbox = `${actorUri(base, id)}/outbox`
    const orderedItems = latest.map((note) => activityOf(base, id, note as { id: string; published: string }))
    const first = { id: `${outbox}#first`, type: 'OrderedCollectionPage', partOf: outbox, orderedItems }
    return send(reply, { id: outbox, type: 'OrderedCollection', totalItems: total, first })
  })

  app.get(`${POSTS_PATH}/${idParam}`, async (request: ById, reply) => {
    const id = idOf(request)
    const post = await findPost(db, id)
    if (!post) throw new AppError('not_found', 'There is no such post.')
    if (!/json/.test(request.headers.accept ?? ''))
      return reply.header('vary', 'Accept').redirect(eventPermalink(site.paths, { id }), 303)
    if (post !== 'deleted') return send(reply, post)
    return send(reply.code(410), { id: postUri(base, id), type: 'Tombstone' })
  })

  app.register(async (scope) => {
    // Signatures are of the bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const receive = async (request: FastifyRequest, reply: FastifyReply) => {
      await enforce(ctx.limiter, reply, limits.fediverse, addressKey(request.ip))
      return answer(request, reply)
    }
    scope.post(SHARED_INBOX_PATH, receive)
    scope.post(`${ACTORS_PATH}/:id/inbox`, receive)
  })
}

/** Activity of an actor for a post: the site wrote it, others shared it. */
function activityOf(base: string, actor: string, note: { id: string; published: string }): object {
  const isAuthor = actor === SITE_ACTOR
  const suffix = isAuthor ? 'create' : `announce-${actor}`
  return {
    id: `${note.id}#${suffix}`,
    type: isAuthor ? 'Create' : 'Announce',
    actor: actorUri(base, actor),
    published: note.published,
    object: isAuthor ? note : note.id,
  }
}
