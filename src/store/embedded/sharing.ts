/** The embedded server between processes: who stays on it alone, and who stops it when the last has left. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../domain/errors.ts'
import { type EmbeddedServer, embeddedAddress } from './server.ts'

/** Stops the server unless another process is connected to it: the last one that leaves stops it. */
export async function stopWhenUnused(dataDir: string, server: EmbeddedServer): Promise<void> {
  const client = new pg.Client(embeddedAddress(dataDir))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    await client.end()
    if (rows[0]?.n === 0) await server.stop()
  } catch {
    // Another one is stopping it just now.
  }
}

const CLAIM = [7263, 3]
const AGAIN_MS = 500

/**
 * Claims the server of `dataDir` for a process that stays, until the result is called. Throws `unavailable` where another
 * one stays on it. The claim is a lock of a session, taken again after the server was restarted.
 */
export async function claimEmbedded(dataDir: string): Promise<() => Promise<void>> {
  let released = false
  let client = await lock(dataDir)
  if (!client) throw new AppError('unavailable', `Kärnhuset is running on ${dataDir} already: a second cannot start.`)
  const keep = (held: pg.Client) => held.once('end', () => void again())
  async function again(): Promise<void> {
    while (!released) {
      await sleep(AGAIN_MS, undefined, { ref: false })
      const next = await lock(dataDir).catch(() => null)
      if (!next) continue
      client = next
      keep(next)
      return
    }
  }
  keep(client)
  return async () => {
    released = true
    await client?.end().catch(() => {})
  }
}

async function lock(dataDir: string): Promise<pg.Client | null> {
  const client = new pg.Client({ ...embeddedAddress(dataDir), application_name: 'karnhuset-claim', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', CLAIM)
  if (rows[0]?.got) return client
  await client.end()
  return null
}
