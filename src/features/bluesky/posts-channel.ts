/** Posts of events by the operator's account of Bluesky (AT Protocol, XRPC over HTTP), at most once each. */
import type { Logger } from 'pino'
import { z } from 'zod'
import { postingRule } from '../../news/events/rules/posted-events.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Posted, Poster } from '../../platform/fetch/post.ts'
import { messageBackoff } from '../../platform/outbox/backoff.ts'
import type { Channel, Delivery, Failure } from '../../platform/outbox/outbox-channel.ts'
import { leaseRows, type OutboxRow } from '../../platform/outbox/rows.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { queuePosts } from './queue-posts.ts'

export interface Post {
  title: string
  /** The line of trust. */
  line: string
  url: string
  summary: string
  /** BCP 47; null where unknown. */
  language: string | null
}

interface BlueskyAccount {
  /** Origin of its server. */
  service: string
  handle: string
  /** Of an app, which can be taken back alone. */
  password: string
}

interface Deps {
  database: Database
  clock: Clock
  log: Logger
  poster: Poster
  account: BlueskyAccount
  minSources: number
  /** Null for an event that is not shown any more. */
  postOf(eventId: number): Promise<Post | null>
}

interface PostDelivery extends Delivery {
  post: Post
}

export function blueskyChannel(deps: Deps): Channel<PostDelivery> {
  const { database, clock, log, account, minSources, postOf } = deps
  const send = openAccount(deps)
  return {
    lease: async (limit) => {
      const now = clock.now()
      await queuePosts(database, 'bluesky', postingRule(minSources, now), now)
      return leaseRows(database, 'bluesky', now, limit)
    },
    prepare: async (rows) => {
      const deliveries = rows.map(async (row: OutboxRow) => {
        const post = row.eventId === null ? null : await postOf(row.eventId)
        return post ? [{ rows: [row], post }] : []
      })
      return (await Promise.all(deliveries)).flat()
    },
    receiverOf: () => account.service,
    send: async ({ post, rows }) => {
      const outcome = await send(recordOf(post, clock.now()))
      if (outcome !== 'sent') log.warn({ event: rows[0]?.eventId, outcome }, 'a post was not taken')
      return outcome
    },
    backoff: messageBackoff,
  }
}

const Session = z.object({ accessJwt: z.string(), did: z.string() })
type Session = z.infer<typeof Session>

/** Signs in at the first post, and again where the session has ended. */
export function openAccount({
  poster,
  account: { service, handle, password },
}: Pick<Deps, 'poster' | 'account'>): (record: object) => Promise<'sent' | Failure> {
  let session: Session | null = null
  const call = (method: string, body: object, token?: string) =>
    poster.send(`${service}/xrpc/${method}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
  const signIn = async (): Promise<Session | Failure> => {
    const answer = await call('com.atproto.server.createSession', { identifier: handle, password })
    return answer.status === 200 ? (readSession(answer.text) ?? UNREADABLE) : failureOf(answer)
  }
  return async (record) => {
    for (const isNew of [session === null, true]) {
      const opened: Session | Failure = session ?? (await signIn())
      if ('error' in opened) return opened
      session = opened
      const request = { repo: opened.did, collection: 'app.bsky.feed.post', record }
      const answer = await call('com.atproto.repo.createRecord', request, opened.accessJwt)
      if (answer.status === 200) return 'sent'
      if (isNew || !hasEnded(answer)) return { ...failureOf(answer), final: answer.status !== 429 }
      session = null
    }
    return UNREADABLE
  }
}

const UNREADABLE: Failure = { error: 'the answer cannot be read' }

function readSession(text: string): Session | null {
  try {
    return Session.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const hasEnded = ({ status, text }: Posted) => status === 401 || (status === 400 && /"ExpiredToken"/.test(text))

/** With the name of the error, and nothing else of the answer. */
function failureOf({ status, error, text, retryAfter }: Posted): Failure {
  const name = /"error"\s*:\s*"(\w{1,60})"/.exec(text)?.[1] ?? ''
  return { error: error ?? `HTTP ${status} ${name}`.trim(), unanswered: status === 0, requestedMs: retryAfter }
}

const MAX_GRAPHEMES = 300
/** Of a title: the server counts bytes too, 3,000 at most. */
const MAX_LENGTH = 900
const segmenter = new Intl.Segmenter()

/** `app.bsky.feed.post` with a card of the event's page; its text has no links of its own. */
export const recordOf = ({ title, line, url, summary, language }: Post, now: Date) => ({
  $type: 'app.bsky.feed.post',
  text: `${cut(title, MAX_GRAPHEMES - line.length - 2)}\n\n${line}`,
  createdAt: now.toISOString(),
  ...(language && { langs: [language] }),
  embed: {
    $type: 'app.bsky.embed.external',
    external: { uri: url, title: cut(title, MAX_GRAPHEMES), description: cut(summary, MAX_GRAPHEMES) },
  },
})

function cut(text: string, max: number): string {
  const letters = [...segmenter.segment(text.slice(0, MAX_LENGTH).toWellFormed())].map(({ segment }) => segment)
  return letters.length <= max ? letters.join('') : `${letters.slice(0, max - 1).join('')}…`
}
