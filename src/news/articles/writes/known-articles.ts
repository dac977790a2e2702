/** Reads the records of a feed's items, before anything of them is written. */

import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Candidate, Recorded } from '../rules/identity.ts'
import { type Matches, matchItems, sharedKey } from '../rules/match-items.ts'

/** Record of a candidate: its article, or that it was seen and not taken. */
export interface Existing extends Recorded {
  /** The publication date was still to come when the article was first seen, and is that moment. */
  isClamped: boolean
  status: Selectable<Schema['articles']>['status'] | null
  /** Keys of the candidate that are on record. */
  keys: string[]
}

/** Records of one document's candidates; `shared` are the keys that identify none of them. */
export async function findExisting(
  db: Db | Trx,
  feedId: number,
  candidates: Candidate[],
  shared: string[],
): Promise<Matches<Existing>> {
  const keys = candidates.flatMap(({ possibleKeys, titleKey }) => [...possibleKeys, ...(titleKey ? [titleKey] : [])])
  const { rows } = await sql<Omit<Existing, 'keys'>>`
    select i.key, i.article_id as "articleId", a.content_hash as "contentHash", a.published_at as "publishedAt",
      coalesce(a.published_at = a.discovered_at, false) as "isClamped",
      coalesce(a.title, '') as title, a.status, a.canonical_url as "canonicalUrl",
      coalesce(x.text, a.excerpt, '') as text
    from article_identities i
    left join articles a on a.id = i.article_id
    left join article_texts x on x.article_id = a.id and x.origin = 'feed'
    where i.feed_id = ${feedId} and i.key = any(${[...keys, ...keys.map(sharedKey)]}::text[])`.execute(db)
  const onRecord = new Set(rows.map(({ key }) => key))
  const matches = matchItems(candidates, shared, rows)
  const existing = [...matches.existing].map(([candidate, row]) => {
    return [candidate, { ...row, keys: candidate.keys.filter((key) => onRecord.has(key)) }] as const
  })
  return { ...matches, existing: new Map(existing) }
}
