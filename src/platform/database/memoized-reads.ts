/** Reads of one pass over a database, as an export is: one that recurs gets the answer of the first. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Answers, of some kilobytes each. */
const MAX_MEMOIZED = 20_000
const READ = /^\s*(?:select|with)\b/i

type Query = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** As `pool`; a connection is taken when a read is not memoized. */
export function memoizeReads(pool: PostgresPool): PostgresPool {
  const cached = new LRUCache<string, ReturnType<Query>>({ max: MAX_MEMOIZED })
  return {
    options: pool.options,
    connect: async () => {
      let connected: Promise<PostgresPoolClient> | null = null
      const forward: Query = async (text, values) => {
        connected ??= pool.connect()
        return ((await connected) as unknown as { query: Query }).query(text, values)
      }
      const query: Query = async (text, values) => {
        if (!READ.test(text)) return forward(text, values)
        const key = text + JSON.stringify(values)
        const answer = cached.get(key) ?? forward(text, values)
        cached.set(key, answer)
        answer.catch(() => cached.delete(key))
        // Callers may sort the rows.
        const { rows, ...rest } = await answer
        return { ...rest, rows: [...rows] }
      }
      const release = () =>
        void connected?.then(
          (client) => client.release(),
          () => {},
        )
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
