/** Named prepared statements: a read that recurs is planned once a connection, and not at each time. */
import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** A text gets its name at this read. */
const READS = 5
/** Names of a process. Each keeps a plan in each connection. */
const MAX_NAMES = 100
/** Texts that are counted. Those made of generated pieces leave before they recur. */
const MAX_COUNTED = 500
const MAX_LENGTH = 10_000

/** As `pool`, with names for reads that recur. */
export function preparing(pool: PostgresPool): PostgresPool {
  const nameOf = createNames()
  return {
    options: pool.options,
    connect: async () => withNames((await pool.connect()) as unknown as pg.PoolClient, nameOf),
    end: () => pool.end(),
  }
}

type NameOf = (text: string) => string | undefined

/** Names of texts. What is no read, is read seldom or comes after the last name has none. */
export function createNames(): NameOf {
  const names = new Map<string, string>()
  const counts = new LRUCache<string, number>({ max: MAX_COUNTED })
  return (text) => {
    const name = names.get(text)
    if (name || names.size >= MAX_NAMES || text.length > MAX_LENGTH || !/^\s*select\b/i.test(text)) return name
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count === READS) names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 16))
    return names.get(text)
  }
}

function withNames(client: pg.PoolClient, nameOf: NameOf): PostgresPoolClient {
  let isStale = false
  const query = async (text: string, values: unknown[]) => {
    const name = nameOf(text)
    if (!name) return client.query(text, values)
    return client.query({ name, text, values }).catch(async (error) => {
      if (error.code !== PLAN_CHANGED) throw error
      isStale = true
      // Within a transaction, which has failed, the first error is the one to tell.
      return client.query(text, values).catch(() => Promise.reject(error))
    })
  }
  const { processID } = client as unknown as PostgresPoolClient
  const release = (destroy?: boolean) => client.release(destroy || isStale)
  return { processID, query, release } as unknown as PostgresPoolClient
}

/** A table has other columns since it was prepared ("cached plan must not change result type"): the connection is replaced. */
const PLAN_CHANGED = '0A000'
