/** The embedded server between processes: who uses it, who stays on it alone, and who stops it when the last has left. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../errors.ts'
import { connectionName } from '../waits.ts'
import { type EmbeddedServer, embeddedAddress, startEmbedded } from './postgres-server.ts'

/** Held shared by everyone who uses the server; who gets it alone may stop the server. */
const USE = [7263, 4]
const CLAIM = [7263, 3]
const AGAIN_MS = 500
const END_MS = 500

/**
 * Uses the server of `dataDir`, started where none runs, until the result is called: the last one that leaves stops it.
 * Throws `unavailable` where there can be none.
 */
export async function joinEmbedded(dataDir: string): Promise<() => Promise<void>> {
  for (;;) {
    const server = await startEmbedded(dataDir)
    const session = await use(dataDir)
    if (session) return () => leave(dataDir, server, session)
  }
}

interface Session {
  client: pg.Client
  lost: boolean
}

/** Null where the server goes down just now: its last user has the lock. */
async function use(dataDir: string): Promise<Session | null> {
  const session = { client: newClient(dataDir), lost: false }
  session.client.once('end', () => {
    session.lost = true
  })
  try {
    await session.client.connect()
    await session.client.query('select pg_advisory_lock_shared($1, $2)', USE)
    // A server that goes down may yet grant the lock of the one that stops it; it takes no new connection.
    const other = newClient(dataDir)
    await other.connect()
    await other.end()
    return session
  } catch {
    await session.client.end().catch(() => {})
    await sleep(50)
    return null
  }
}

async function leave(dataDir: string, server: EmbeddedServer, { client, lost }: Session): Promise<void> {
  if (!lost) await client.query('select pg_advisory_unlock_shared($1, $2)', USE).catch(() => {})
  await stopUnused(dataDir, server)
  await client.end().catch(() => {})
}

/** Stops the server unless a process uses it; true when it did. */
export async function stopUnused(dataDir: string, server: EmbeddedServer): Promise<boolean> {
  const client = newClient(dataDir)
  try {
    await client.connect()
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1, $2) as alone', USE)
    if (rows[0]?.alone) await server.stop()
    return rows[0]?.alone === true
  } catch {
    // Another one is stopping it just now.
    return true
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Claims the server of `dataDir` for a process that stays, until the result is called. Throws `unavailable` where another
 * one stays on it. The claim is a lock of a session, taken again after the server was restarted.
 */
export async function claimEmbedded(dataDir: string): Promise<() => Promise<void>> {
  let released = false
  let client = await claim(dataDir)
  if (!client) throw new AppError('unavailable', `Kärnhuset is running on ${dataDir} already: a second cannot start.`)
  const claimAgainAfter = (session: pg.Client) => session.once('end', () => void again())
  async function again(): Promise<void> {
    while (!released) {
      await sleep(AGAIN_MS, undefined, { ref: false })
      const next = await claim(dataDir).catch(() => null)
      if (!next) continue
      client = next
      claimAgainAfter(next)
      return
    }
  }
  claimAgainAfter(client)
  return async () => {
    released = true
    if (client) await endSoon(client)
  }
}

/** A server that hangs does not say goodbye, and need not be waited for. */
async function endSoon(client: pg.Client): Promise<void> {
  const over = new AbortController()
  // Its types lack it.
  ;(client as unknown as { unref(): void }).unref()
  const late = sleep(END_MS, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([client.end().catch(() => {}), late])
  over.abort()
}

async function claim(dataDir: string): Promise<pg.Client | null> {
  const client = newClient(dataDir, 'karnhuset-claim')
  await client.connect()
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', CLAIM)
  if (rows[0]?.got) {
    await client.query('select pg_advisory_lock_shared($1, $2)', USE)
    return client
  }
  await client.end()
  return null
}

/** A restore takes any connection named `karnhuset…` for another process at work on the database. */
function newClient(dataDir: string, name = 'server-in-use'): pg.Client {
  const client = new pg.Client({ ...embeddedAddress(dataDir), application_name: connectionName(name), keepAlive: true })
  client.on('error', () => {})
  return client
}
