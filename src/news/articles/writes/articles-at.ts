/** Published articles by their addresses. */
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'

/** Canonical address → its event; null where the article is not about the topic. Addresses of no article are missing. */
export async function eventsAt({ db }: Database, addresses: string[]): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ address: string; eventId: number | null }>`
    select canonical_url as address, max(event_id) filter (where relevant) as "eventId" from shown_articles
    where canonical_url = any(${addresses}::text[]) group by canonical_url`.execute(db)
  return new Map(rows.map(({ address, eventId }) => [address, eventId]))
}
