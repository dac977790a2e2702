/** Answers of /api/v1, from the cache: their timestamp is that of their making. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Rendered } from '../../platform/http/cached-answer.ts'
import type { CachedRead } from '../../platform/http/read-cache.ts'
import { sendCached } from '../../platform/http/send-cached.ts'
import { sendFresh } from '../../platform/http/send-fresh.ts'
import type { Page } from '../../platform/site/pages.ts'
import { type Filters, presentMeta, presentPagination } from './envelopes.ts'
import type { Call } from './route.ts'

export const jsonType = 'application/json; charset=utf-8'

type Exchange = Pick<Call, 'ctx' | 'request' | 'reply'>

export function renderList(page: Page<unknown>, filters: Filters, now: Date): Rendered {
  const shown = { data: page.items, pagination: presentPagination(page) }
  return withMeta(shown, { ...presentMeta(now), filters })
}

export const sendRead = <View>({ ctx, request, reply }: Exchange, read: CachedRead<View>): Promise<FastifyReply> =>
  sendCached(ctx.cache, ctx.clock, request, reply, read)

export const one = (data: unknown, now: Date): Rendered => withMeta({ data }, presentMeta(now))

/** The ETag is of what is shown, without the timestamp. */
export function withMeta(shown: object, meta: object): Rendered {
  const validated = JSON.stringify(shown)
  return { type: jsonType, body: `${validated.slice(0, -1)},"meta":${JSON.stringify(meta)}}`, validated }
}

export const Moved = z
  .object({
    id: z.int().nullable().meta({ description: 'Id of that object; null where none of its kind took its place.' }),
    url: z.url(),
  })
  .meta({ id: 'Moved', description: 'Address of the object that took its place.' })

/** The moved object's new address, in JSON as well. */
export const movedTo = (location: string, data: unknown, now: Date): Rendered => ({
  ...one(data, now),
  status: 301,
  headers: { location },
})

/** The result of a write, or an answer for one caller: not cached. */
export function sendDone(call: Exchange, data: unknown, status = 200): FastifyReply {
  call.reply.code(status)
  return sendFresh(
    call.request,
    call.reply,
    jsonType,
    JSON.stringify({ data, meta: presentMeta(call.ctx.clock.now()) }),
  )
}
