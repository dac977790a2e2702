/** Waits of a command for the database, reported on standard error: the connection, or a lock and its holder. */
import pg from 'pg'
import { messageOf } from '../errors.ts'

const POLL_MS = 2000
const ANSWER_MS = 1000

/** This process's connections in `pg_stat_activity`: their names end with its id. */
export const connectionName = (name: string): string => `${name}-${process.pid}`

/**
 * Runs `work`, and checks every two seconds whether it waits for the database at `address`; each reason is reported
 * once.
 */
export async function reportWaits<T>(address: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  let over = false
  let reported: string | null = null
  const poll = async () => {
    const wait = await findWait(address)
    if (over || wait === null || wait === reported) return
    reported = wait
    process.stderr.write(`Waiting for ${wait}.\n`)
  }
  const looking = setInterval(() => void poll(), POLL_MS)
  try {
    return await work()
  } finally {
    over = true
    clearInterval(looking)
  }
}

/** Null where the server answers and no connection of this process has waited for a lock for a second. */
async function findWait(address: pg.ClientConfig): Promise<string | null> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; state: string }>(HOLDERS, [`%${connectionName('')}`])
    return rows[0] ? `a lock in the database that ${rows[0].name} holds (${rows[0].state})` : null
  } catch (error) {
    if (address.connectionString) return `a connection to the database of DATABASE_URL: ${messageOf(error)}`
    const { code } = error as NodeJS.ErrnoException
    return `the embedded database to ${code === 'ENOENT' ? 'start' : `answer: ${messageOf(error)}`}`
  } finally {
    void client.end().catch(() => {})
  }
}

const HOLDERS = `
  select coalesce(nullif(holder.application_name, ''), 'process ' || holder.pid) as name, holder.state
  from pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) as blocking(pid)
  join pg_stat_activity holder on holder.pid = blocking.pid
  where waiting.application_name like $1 and waiting.wait_event_type = 'Lock'
    and now() - waiting.query_start > interval '1 second'`
