/** Writes of articles as feeds bring them: new ones, changed ones, and those that were seen and not taken. */

import { type Insertable, sql, type Updateable } from 'kysely'
import { type Database, rowsParameter, type Trx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { purgeVectors } from '../../embeddings/writes/vectors.ts'
import type { Candidate } from '../rules/identity.ts'
import { sharedKey } from '../rules/match-items.ts'
import { earlier, sortTime } from '../rules/material-change.ts'
import type { Existing } from './known-articles.ts'

/** Classification of an item, without a model. */
export interface Classification {
  relevant: boolean
  relevanceReason: string
  relevanceScore: number
  tagIds: number[]
  kind: string | null
  language: string | null
  excerpt: string
}

/** A candidate that goes into the database, with its judgement and the state of the stages that follow. */
export interface Arrival {
  candidate: Candidate
  classification: Classification
  status: 'pending' | 'published'
  extractState: 'none' | 'pending'
  enrichState: 'none' | 'pending'
  creditedPublisher: string | null
  /** The publisher's reservation of the feed's text from models, or null. */
  reservation: string | null
}

/** A known article whose item has changed. */
export interface Revision {
  articleId: number
  candidate: Candidate
  existing: Existing
  material: boolean
  arrival: Arrival
}

/** Content of a document that is not on record. */
export interface Changes {
  arrivals: Arrival[]
  revisions: Revision[]
  /** Beyond what a first pass takes. */
  seenOnly: Candidate[]
  /** Known articles with keys that are not. */
  renamed: [Candidate, Existing][]
  /** Keys that turned out to identify nothing. */
  newlyShared: string[]
}

/** Rows prepared in one synchronous step, which blocks the event loop. */
const BATCH = 50

/**
 * Stores changes; what another pass over the feed took in the meantime is left out, since `trx` is a `publishing` one, of
 * which there is one at a time. Returns how many articles are new and changed.
 */
export async function saveChanges(
  trx: Trx,
  feedId: number,
  { arrivals, revisions, seenOnly, renamed, newlyShared }: Changes,
  now: Date,
): Promise<{ created: number; updated: number }> {
  let created = 0
  for (let at = 0; at < arrivals.length; at += BATCH)
    created += await insertArticles(trx, feedId, arrivals.slice(at, at + BATCH), now)
  await insertIdentities(trx, feedId, [
    ...renamed.map(([candidate, existing]) => ({ keys: candidate.keys, articleId: existing.articleId })),
    ...seenOnly.map((candidate) => ({ keys: candidate.keys, articleId: null })),
    { keys: newlyShared.map(sharedKey), articleId: null },
  ])
  for (const revision of revisions) await reviseArticle(trx, revision, now)
  return { created, updated: revisions.length }
}

/** Articles with their texts and keys, in one statement; ids follow the order of `arrivals`. Returns how many were new. */
async function insertArticles(trx: Trx, feedId: number, arrivals: Arrival[], now: Date): Promise<number> {
  const articles = arrivals.map((arrival) => toRow(feedId, arrival, now))
  const beside = arrivals.map(({ candidate: { text, keys, titleKey } }) => ({ text, keys, title_key: titleKey }))
  const columns = sql.join(Object.keys(articles[0] ?? {}).map((column) => sql.ref(column)))
  const { rows } = await sql<{ created: number }>`
    with fresh as materialized (
      select nextval(pg_get_serial_sequence('articles', 'id')) as new_id, a.*
      from (
        select * from rows from (
          json_populate_recordset(null::articles, ${rowsParameter(articles)}::json),
          json_to_recordset(${rowsParameter(beside)}::json) as (text text, keys text[], title_key text)
        ) with ordinality
        where not exists (select from article_identities i where i.feed_id = ${feedId} and i.key = any(keys))
        order by ordinality
      ) a
    ), saved as (
      insert into articles (id, ${columns}) select new_id, ${columns} from fresh returning id
    ), texts as (
      insert into article_texts (article_id, origin, text, stored_at)
      select new_id, 'feed', text, ${now} from fresh where text <> ''
    ), identities as (
      insert into article_identities (feed_id, key, article_id)
      select ${feedId}, unnest(keys), new_id from fresh on conflict do nothing
    ), titles as (
      insert into article_identities (feed_id, key, article_id)
      select distinct on (title_key) ${feedId}, title_key, new_id from fresh where title_key is not null
      order by title_key, new_id desc
      on conflict (feed_id, key) do update set article_id = excluded.article_id
    )
    select count(*) as created from saved`.execute(trx)
  return rows[0]?.created ?? 0
}

function toRow(feedId: number, arrival: Arrival, now: Date): Insertable<Schema['articles']> {
  const { candidate, classification } = arrival
  const { item } = candidate
  return {
    feed_id: feedId,
    url: candidate.url,
    canonical_url: candidate.canonicalUrl,
    title: candidate.title,
    excerpt: classification.excerpt,
    language: classification.language,
    author: item.author,
    image_url: item.imageUrl,
    credited_publisher: arrival.creditedPublisher,
    published_at: item.publishedAt,
    discovered_at: now,
    sort_at: sortTime(item.publishedAt, now),
    updated_at: now,
    content_hash: candidate.contentHash,
    status: arrival.status,
    relevant: classification.relevant,
    relevance_reason: classification.relevanceReason,
    relevance_score: classification.relevanceScore,
    kind: classification.kind,
    tag_ids: classification.tagIds,
    extract_state: arrival.extractState,
    enrich_state: arrival.enrichState,
    reservation: arrival.reservation,
  }
}

async function saveText(trx: Trx, articleId: number, text: string, now: Date): Promise<void> {
  if (text === '') return
  await trx
    .insertInto('article_texts')
    .values({ article_id: articleId, text, origin: 'feed', stored_at: now })
    .onConflict((oc) => oc.columns(['article_id', 'origin']).doUpdateSet({ text, stored_at: now }))
    .execute()
}

async function insertIdentities(
  trx: Trx,
  feedId: number,
  entries: { keys: string[]; articleId: number | null }[],
): Promise<void> {
  const keys = entries.flatMap((entry) => entry.keys)
  if (keys.length === 0) return
  const articleIds = entries.flatMap((entry) => entry.keys.map(() => entry.articleId))
  await sql`
    insert into article_identities (feed_id, key, article_id)
    select ${feedId}, key, article_id from unnest(${keys}::text[], ${articleIds}::bigint[]) as known (key, article_id)
    on conflict do nothing`.execute(trx)
}

/** Updates an article in place. A removed one stays removed; a translation by an operator stays the operator's. */
async function reviseArticle(trx: Trx, revision: Revision, now: Date): Promise<void> {
  const { candidate, existing, arrival, material } = revision
  const publishedAt = earlier(existing.publishedAt, candidate.item.publishedAt)
  const change: Updateable<Schema['articles']> = {
    title: candidate.title,
    url: candidate.url,
    canonical_url: candidate.canonicalUrl,
    published_at: publishedAt,
    content_hash: candidate.contentHash,
    updated_at: now,
    // The page's may have come since what exists was read.
    ...(candidate.item.imageUrl && { image_url: candidate.item.imageUrl }),
    ...(arrival.reservation && { reservation: arrival.reservation }),
    ...(material ? stagesAgain(arrival) : {}),
  }
  const current = await trx
    .updateTable('articles')
    .set(change)
    .where('id', '=', revision.articleId)
    .returning(['discovered_at', 'sort_at'])
    .executeTakeFirst()
  if (!current) return
  const sortAt = sortTime(publishedAt, current.discovered_at)
  if (sortAt.getTime() !== current.sort_at.getTime())
    await trx.updateTable('articles').set({ sort_at: sortAt }).where('id', '=', revision.articleId).execute()
  if (arrival.reservation) await purgeVectors(trx, revision.articleId)
  if (material) await saveText(trx, revision.articleId, candidate.text, now)
}

/** After a material change the stages run again; what readers see now stays until they have. */
const stagesAgain = ({ classification, extractState, enrichState }: Arrival): Updateable<Schema['articles']> => ({
  excerpt: classification.excerpt,
  language: classification.language,
  tag_ids: classification.tagIds,
  extract_state: extractState,
  extract_after: null,
  extract_reason: null,
  enrich_state: enrichState,
  cluster_state: 'pending',
})

/** Takes an article out of every surface. The feed may go on listing it: it stays removed. */
export async function removeArticle(trx: Trx, articleId: number): Promise<void> {
  await trx
    .updateTable('articles')
    .set({ status: 'removed', cluster_state: 'pending' })
    .where('id', '=', articleId)
    .execute()
}

/** Deletes original texts older than 30 days. */
export async function purgeOldTexts(database: Database, now: Date): Promise<void> {
  await sql`delete from article_texts where stored_at < ${new Date(now.getTime() - 30 * 86_400_000)}`.execute(
    database.db,
  )
}
