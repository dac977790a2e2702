/** Queries of work that was given up: they are cancelled in the server, and not only no longer waited for. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

const scope = new AsyncLocalStorage<AbortSignal>()

/** Does `work`, whose queries end when the signal aborts. */
export const cancelledBy = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => scope.run(signal, work)

/** As `pool`, for a pool of one server. */
export const cancelling = (pool: PostgresPool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const signal = scope.getStore()
    signal?.throwIfAborted()
    const client = await pool.connect()
    return signal ? withSignal(client, signal, (pid) => cancel(pool, pid)) : client
  },
})

async function cancel(pool: PostgresPool, pid: number): Promise<void> {
  const client = (await pool.connect()) as unknown as pg.PoolClient
  try {
    await client.query('select pg_cancel_backend($1)', [pid])
  } finally {
    client.release()
  }
}

/** A cancellation is over before the connection serves another query. */
function withSignal(
  given: PostgresPoolClient,
  signal: AbortSignal,
  cancelBackend: (pid: number) => Promise<void>,
): PostgresPoolClient {
  const client = given as unknown as pg.PoolClient & { processID: number }
  const query = async (...args: Parameters<pg.PoolClient['query']>) => {
    signal.throwIfAborted()
    let cancelled: Promise<void> | undefined
    const onAbort = () => {
      cancelled = cancelBackend(client.processID).catch(() => {})
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await client.query(...args)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      signal.removeEventListener('abort', onAbort)
      await cancelled
    }
  }
  const release = (destroy?: boolean) => client.release(destroy)
  return { processID: client.processID, query, release } as unknown as PostgresPoolClient
}
