/** The log as server-sent events: resumed by Last-Event-ID, kept alive by a heartbeat. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { LoggedKind } from '../../ctx.ts'
import { type ChangeCursor, formatCursor, parseCursor } from '../../news/changes/change-types.ts'
import { AppError } from '../../platform/errors.ts'
import { addressKey } from '../../platform/http/client.ts'
import { type EventStreams, writeToReader } from '../../platform/http/event-streams.ts'
import { enforce, limits } from '../../platform/http/rate-limit.ts'
import type { ChangeTail } from './change-tail.ts'
import { changesQuery } from './changes-parameters.ts'
import { type ApiRoute, type Call, route } from './route.ts'

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 3000

export interface Streaming {
  tail: ChangeTail
  streams: EventStreams
}

export const streamRoute = (kinds: readonly LoggedKind[], streaming: Streaming | null): ApiRoute => {
  const { after, types } = changesQuery(kinds)
  return route({
    method: 'GET',
    path: '/api/v1/changes/stream',
    operationId: 'streamChanges',
    tag: 'Changes',
    summary: 'Stream changes',
    description:
      'Server-sent events: `id` is a cursor, `event` the type of a change, `data` the change as in /api/v1/changes. ' +
      '`Last-Event-ID` (or `after`) resumes; without it the stream begins now. Every 15 seconds a heartbeat moves the ' +
      '`id` on. At most 5 streams from one address, opened 120 times in 10 minutes; a reader that does not keep up is dropped, and resumes.',
    auth: 'none',
    query: z.object({ after, types }),
    answers: [{ status: 200, description: 'A stream of changes.', schema: z.string(), type: 'text/event-stream' }],
    errors: ['gone', 'rate_limited'],
    handle: (call) => {
      if (!streaming) throw new AppError('internal', 'This table only describes.')
      return startStream(call, streaming, call.query)
    },
  })
}

async function startStream(
  { ctx, request, reply }: Call,
  { tail, streams }: Streaming,
  query: { after?: ChangeCursor | undefined; types?: string[] | undefined },
): Promise<FastifyReply> {
  const after = lastEventId(request.headers['last-event-id']) ?? query.after
  const { raw } = reply
  await enforce(ctx.limiter, reply, limits.streams, addressKey(request.ip))
  const signal = streams.open(addressKey(request.ip), raw)
  // Before the head is sent, so that a cursor that leads nowhere gets a status.
  const first = await tail.read(after, query.types)
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await writeToReader(raw, `retry: ${RECONNECT_MS}\nid: ${formatCursor(after ?? first.next)}\n\n`)
  void follow(raw, tail, after ?? first.next, query.types, signal).finally(() => raw.end())
  return reply
}

/** Ends when the reader leaves, the process shuts down or the database is away: the reader comes back with its last id. */
async function follow(
  raw: FastifyReply['raw'],
  tail: ChangeTail,
  start: ChangeCursor,
  types: string[] | undefined,
  signal: AbortSignal,
): Promise<void> {
  let cursor = start
  let sentAt = performance.now()
  const send = async (text: string) => {
    sentAt = performance.now()
    await writeToReader(raw, text)
  }
  while (!signal.aborted) {
    // Changes of other types wake it, too.
    const woken = tail.nextChange(HEARTBEAT_MS - (performance.now() - sentAt), signal)
    const batch = await tail.read(cursor, types).catch(() => null)
    if (batch === null || signal.aborted) return
    cursor = batch.next
    if (batch.text !== '') await send(batch.text)
    if (batch.hasMore) continue
    await woken
    if (performance.now() - sentAt >= HEARTBEAT_MS - 100) await send(`id: ${formatCursor(cursor)}\n\n`)
  }
}

function lastEventId(header: string | string[] | undefined): ChangeCursor | undefined {
  if (header === undefined || header === '') return undefined
  const cursor = parseCursor(String(header))
  if (!cursor) throw new AppError('bad_request', 'Last-Event-ID must be the id of an earlier event.')
  return cursor
}
