/** Answers of /api/v1: the data from the cache, the timestamp added at each request. */
import type { FastifyReply } from 'fastify'
import type { Page } from '../../domain/site/pages.ts'
import type { Rendered } from '../../http/kept-answer.ts'
import type { CachedRead, Generation } from '../../http/read-cache.ts'
import { sendCached } from '../../http/send-cached.ts'
import { sendFresh } from '../../http/send-fresh.ts'
import { type Filters, presentMeta, presentPagination } from './envelopes.ts'
import type { Call } from './route.ts'

export const jsonType = 'application/json; charset=utf-8'

type Asked = Pick<Call, 'ctx' | 'request' | 'reply'>

interface Read<View> {
  /** Path and parsed parameters. */
  key: string
  dependsOn: Generation[]
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
    render: (page) => {
      const data = JSON.stringify(page.items.map(present))
      return {
        type: jsonType,
        body: `{"data":${data},"pagination":${JSON.stringify(presentPagination(page))}`,
        live: (now) => `,"meta":${JSON.stringify({ ...presentMeta(now), filters })}}`,
      }
    },
  }
}

export const sendList = <View>(
  call: Asked,
  read: Read<Page<View>>,
  filters: Filters,
  present: (view: View) => unknown,
): Promise<FastifyReply> => sendRead(call, listRead(read, filters, present))

export const sendRead = <View>({ ctx, request, reply }: Asked, read: CachedRead<View>): Promise<FastifyReply> =>
  sendCached(ctx.cache, ctx.clock, request, reply, read)

/** One object as a cached read. */
export const oneRead = <View>(read: Read<View>, present: (view: View) => unknown): CachedRead<View> => ({
  ...read,
  render: (view) => one(present(view)),
})

export const one = (data: unknown): Rendered => ({
  type: jsonType,
  body: `{"data":${JSON.stringify(data)}`,
  live: (now) => `,"meta":${JSON.stringify(presentMeta(now))}}`,
})

export const sendOne = <View>(call: Asked, read: Read<View>, present: (view: View) => unknown): Promise<FastifyReply> =>
  sendRead(call, oneRead(read, present))

/** The moved object's new address, in JSON as well. */
export const movedTo = (location: string, data: unknown): Rendered => ({
  ...one(data),
  status: 301,
  headers: { location },
})

/** What is done, or is for one caller alone: kept by nobody. */
export function sendDone(call: Asked, data: unknown, status = 200): FastifyReply {
  call.reply.code(status)
  return sendFresh(
    call.request,
    call.reply,
    jsonType,
    JSON.stringify({ data, meta: presentMeta(call.ctx.clock.now()) }),
  )
}
