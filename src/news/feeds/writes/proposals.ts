/** Proposed new addresses of sources whose feed is gone. */
import type { Database } from '../../../platform/database/database.ts'
import type { Feed } from './feeds.ts'

const HOUR_MS = 3_600_000
const AGAIN_MS = 7 * 24 * HOUR_MS

/** Sources whose feed has been gone, missing or no feed for an hour, and whose site was not asked this week. */
export const listLost = ({ db }: Database, now: Date): Promise<Feed[]> =>
  db
    .selectFrom('feeds')
    .selectAll()
    .where('status', 'in', ['active', 'gone'])
    .where('failure', 'in', ['gone', 'missing', 'not_a_feed'])
    .where((eb) => eb.or([eb('status', '=', 'gone'), eb('failing_since', '<=', new Date(now.getTime() - HOUR_MS))]))
    .where((eb) => eb.or([eb('proposed_at', 'is', null), eb('proposed_at', '<=', new Date(now.getTime() - AGAIN_MS))]))
    .orderBy('id')
    .limit(20)
    .execute()

/** Of some addresses those that no source has, in their order. */
export async function freeAddresses({ db }: Database, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const existing = await db.selectFrom('feeds').select('url').where('url', 'in', urls).execute()
  return urls.filter((url) => !existing.some((row) => row.url === url))
}

/** Null: looked for and not found. */
export async function saveProposal({ db }: Database, id: number, url: string | null, now: Date): Promise<void> {
  await db.updateTable('feeds').set({ proposed_url: url, proposed_at: now }).where('id', '=', id).execute()
}
