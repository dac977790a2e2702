/** A connection of its own that listens, and comes back when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

export interface Listener {
  /** Resolves when it listens for the first time. */
  ready: Promise<void>
  close(): Promise<void>
}

export interface Listening {
  /** A NOTIFY on the channel. */
  onMessage(payload: string): void
  /** It listens, for the first time or again; notifications sent in the meantime are lost. */
  onStart(): void
  /** The connection was lost. */
  onLost?(): void
}

/** The connection's name. */
export const LISTENER = 'karnhuset-listen'
const RECONNECT_MS = 1000
/** A server that vanished without closing the connection is noticed by an unanswered heartbeat. */
const HEARTBEAT_MS = 10_000
const ANSWER_MS = 5_000

/** Listens on `channel` until it is closed. Never rejects: it reconnects each second while the server is unavailable. */
export function listen(address: pg.ClientConfig, channel: string, listening: Listening, log: Logger): Listener {
  const closing = new AbortController()
  const started = Promise.withResolvers<void>()
  const onStart = () => {
    started.resolve()
    listening.onStart()
  }
  async function listenForever(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce(address, channel, { ...listening, onStart }, closing.signal).catch((error) => {
        log.warn({ err: error, channel }, 'cannot listen to the database; trying again')
      })
      if (closing.signal.aborted) return
      listening.onLost?.()
      await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const done = listenForever()
  return {
    ready: started.promise,
    close: async () => {
      closing.abort()
      await done
    },
  }
}

/** Resolves when the connection has ended, for whatever reason. */
async function listenOnce(
  address: pg.ClientConfig,
  channel: string,
  { onMessage, onStart }: Listening,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    ...address,
    application_name: LISTENER,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: ANSWER_MS,
  })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  const leave = () => void client.end().catch(() => {})
  let heartbeat: NodeJS.Timeout | undefined
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    onStart()
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    heartbeat = setInterval(() => void client.query('select 1').catch(leave), HEARTBEAT_MS)
    await ended
  } catch (error) {
    leave()
    throw error
  } finally {
    clearInterval(heartbeat)
    signal.removeEventListener('abort', leave)
  }
}
