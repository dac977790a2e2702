/** Fingerprints of pages that were read: they identify one text at several pages of a host. */
import type { Database } from '../../../platform/database/database.ts'

export interface PagePrint {
  articleId: number
  /** Host of the page. */
  host: string
  /** Canonical forms of the item's address, and of the one that the page names. */
  address: string
  canonical: string | null
  shingles: Int32Array
}

/** A host's pages that others are compared with, the latest first. */
const COMPARED = 200

export async function savePrint({ db }: Database, print: PagePrint, now: Date): Promise<void> {
  const { host, address, canonical, shingles } = print
  const row = { host, address, canonical, shingles: Buffer.from(shingles.buffer), read_at: now }
  await db
    .insertInto('page_prints')
    .values({ article_id: print.articleId, ...row })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
    .execute()
}

export async function listPrints({ db }: Database, host: string): Promise<PagePrint[]> {
  const rows = await db
    .selectFrom('page_prints')
    .select(['article_id', 'address', 'canonical', 'shingles'])
    .where('host', '=', host)
    .orderBy('read_at', 'desc')
    .orderBy('article_id', 'desc')
    .limit(COMPARED)
    .execute()
  return rows.map(({ article_id, address, canonical, shingles }) => {
    const bytes = new Uint8Array(shingles)
    return { articleId: article_id, host, address, canonical, shingles: new Int32Array(bytes.buffer) }
  })
}

/** Those of pages that were read more than 30 days ago. */
export async function purgeOldPrints({ db }: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('page_prints')
    .where('read_at', '<', new Date(now.getTime() - 30 * 86_400_000))
    .execute()
}
