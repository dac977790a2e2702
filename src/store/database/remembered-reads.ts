/** One pass over a database that changes little meanwhile, as an export is: a read that recurs is answered as at first. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Answers, of some kilobytes each. */
const MAX_REMEMBERED = 20_000
const READ = /^\s*(?:select|with)\b/i

type Query = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** As `pool`; a connection is taken when a read is not remembered. */
export function rememberReads(pool: PostgresPool): PostgresPool {
  const known = new LRUCache<string, ReturnType<Query>>({ max: MAX_REMEMBERED })
  return {
    options: pool.options,
    connect: async () => {
      let connected: Promise<PostgresPoolClient> | null = null
      const ask: Query = async (text, values) => {
        connected ??= pool.connect()
        return ((await connected) as unknown as { query: Query }).query(text, values)
      }
      const query: Query = async (text, values) => {
        if (!READ.test(text)) return ask(text, values)
        const key = text + JSON.stringify(values)
        const answer = known.get(key) ?? ask(text, values)
        known.set(key, answer)
        answer.catch(() => known.delete(key))
        // Who gets an answer may put its rows in another order.
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
