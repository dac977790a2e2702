/** Answers of /api/v1, from the cache: their timestamp is that of their making. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Page } from '../../domain/site/pages.ts'
import type { Rendered } from '../../http/cached-answer.ts'
import type { CachedRead, VersionName } from '../../http/read-cache.ts'
import { sendCached } from '../../http/send-cached.ts'
import { sendFresh } from '../../http/send-fresh.ts'
import { type Filters, presentMeta, presentPagination } from './envelopes.ts'
import type { Call } from './route.ts'

export const jsonType = 'application/json; charset=utf-8'

type Exchange = Pick<Call, 'ctx' | 'request' | 'reply'>

interface Read<View> {
  /** Path and parsed parameters. */
  key: string
  dependsOn: VersionName[]
  /** Loaded again when this changes. */
  edition?: number
  load: () => Promise<View | null>
}

/** The list as a cached read; null for a list that does not exist. */
export function listRead<View>(
  read: Read<Page<View>>,
  filters: Filters,
  present: (view: View) => unknown,
): CachedRead<Page<View>> {
  return {
    ...read,
    render: (page, now) => renderList({ ...page, items: page.items.map(present) }, filters, now),
  }
}

export function renderList(page: Page<unknown>, filters: Filters, now: Date): Rendered {
  const shown = { data: page.items, pagination: presentPagination(page) }
  return withMeta(shown, { ...presentMeta(now), filters })
}

export const sendList = <View>(
  call: Exchange,
  read: Read<Page<View>>,
  filters: Filters,
  present: (view: View) => unknown,
): Promise<FastifyReply> => sendRead(call, listRead(read, filters, present))

export const sendRead = <View>({ ctx, request, reply }: Exchange, read: CachedRead<View>): Promise<FastifyReply> =>
  sendCached(ctx.cache, ctx.clock, request, reply, read)

/** One object as a cached read. */
export const oneRead = <View>(read: Read<View>, present: (view: View) => unknown): CachedRead<View> => ({
  ...read,
  render: (view, now) => one(present(view), now),
})

export const one = (data: unknown, now: Date): Rendered => withMeta({ data }, presentMeta(now))

/** The ETag is of what is shown, without the timestamp. */
export function withMeta(shown: object, meta: object): Rendered {
  const validated = JSON.stringify(shown)
  return { type: jsonType, body: `${validated.slice(0, -1)},"meta":${JSON.stringify(meta)}}`, validated }
}

export const sendOne = <View>(
  call: Exchange,
  read: Read<View>,
  present: (view: View) => unknown,
): Promise<FastifyReply> => sendRead(call, oneRead(read, present))

export const Moved = z
  .object({ id: z.int().nullable().meta({ description: 'Null where nothing of its kind goes on.' }), url: z.url() })
  .meta({ id: 'Moved', description: 'Where it went on.' })

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
