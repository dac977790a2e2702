/** Inboxes of the fediverse, each a stream of activities in their order, at least once; one delivery for all followers behind it. */
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import type { Poster } from '../../platform/fetch/post.ts'
import { weekBackoff } from '../../platform/outbox/backoff.ts'
import type { Channel, Delivery, Outcome } from '../../platform/outbox/outbox-channel.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  type Activity,
  advanceInbox,
  type DueInbox,
  leaseInboxes,
  listDueInboxes,
  nextActivity,
  removeInbox,
} from './activities.ts'
import type { Sign } from './federation.ts'

interface Fediverse {
  database: Database
  clock: Clock
  log: Logger
  poster: Poster
  sign: Sign
  /** Makes activities of what has changed. */
  publish(): Promise<void>
}

/** With a long backlog another inbox has its turn after so long. */
const TURN_MS = 10_000

type FediverseChannel = Channel<Delivery & { inbox: DueInbox }>

export const fediverseChannel = (deps: Fediverse): FediverseChannel => ({
  lease: async (limit) => {
    await deps.publish()
    return leaseInboxes(deps.database, deps.clock.now(), limit)
  },
  prepare: async (rows) => (await listDueInboxes(deps.database, rows)).map((inbox) => ({ rows: [inbox.row], inbox })),
  receiverOf: ({ inbox }) => inbox.host,
  send: ({ inbox }) => sendAll(deps, inbox),
  backoff: weekBackoff,
  giveUp: async ({ inbox: { id, host } }, { error }) => {
    await removeInbox(deps.database, id)
    deps.log.warn({ host, error }, 'an inbox of the fediverse was given up, with its followers')
  },
})

async function sendAll(deps: Fediverse, inbox: DueInbox): Promise<Outcome> {
  const { database, clock } = deps
  for (const end = performance.now() + TURN_MS; performance.now() < end; ) {
    const { activity, due } = await nextActivity(database, inbox)
    const outcome = activity ? await post(deps, inbox, activity) : 'sent'
    if (outcome !== 'sent') return outcome
    if (!(await advanceInbox(database, inbox, activity?.id ?? due, clock.now()))) return 'ended'
    if (!activity) break
  }
  return 'sent'
}

/** Refusals of one activity, which another try would not change: the next one has its turn. */
const isRefused = (status: number) => status >= 400 && status < 500 && ![401, 404, 408, 410, 429].includes(status)

/** A server that does not take the older form of signatures gets the newer one. */
async function post({ poster, sign }: Fediverse, { url }: DueInbox, { actor, content }: Activity): Promise<Outcome> {
  const body = JSON.stringify(content)
  const send = async (spec: 'draft-cavage-http-signatures-12' | 'rfc9421') =>
    poster.send(url, { body, headers: await sign({ url, body, actor, spec }) })
  let posted = await send('draft-cavage-http-signatures-12')
  if (posted.status === 401) posted = await send('rfc9421')
  const { status, error, retryAfter } = posted
  if ((status >= 200 && status < 300) || isRefused(status)) return 'sent'
  const failed = { error: error ?? `HTTP ${status}`, final: status === 410, unanswered: status === 0 }
  return { ...failed, requestedMs: retryAfter }
}
