/** Turns of requests to a domain, which every process on the database shares. */
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** No turn is further away, whatever is on record: the server's clock may have been set back. */
const MAX_MS = 30_000

/** Takes the next turn of `domain`, `gapMs` after the one before; in how many milliseconds it is, by the server's clock. */
export async function leaseTurn({ db }: Database, domain: string, gapMs: number): Promise<number> {
  const [gap, maxWait] = [sql`${gapMs} * interval '1 millisecond'`, sql`${MAX_MS} * interval '1 millisecond'`]
  const { rows } = await sql<{ wait: number }>`
    insert into fetch_turns as t (domain, next_at) values (${domain}, clock_timestamp() + ${gap})
    on conflict (domain) do update
      set next_at = least(greatest(t.next_at, clock_timestamp()), clock_timestamp() + ${maxWait}) + ${gap}
    returning (extract(epoch from next_at - ${gap} - clock_timestamp()) * 1000)::float8 as wait`.execute(db)
  return Math.max(0, rows[0]?.wait ?? 0)
}

export async function purgeOldTurns({ db }: Database): Promise<void> {
  await sql`delete from fetch_turns where next_at < now() - interval '1 minute'`.execute(db)
}
