/** Pending work for the console's first page: backlog of each stage, reports of readers, refusals of models' texts. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'

export type Backlog = Record<'fetch' | 'extract' | 'enrich' | 'embed' | 'cluster' | 'stories' | 'events', number>

/** Pending items of each stage, from the domain's own states. There may be fewer jobs, which are added in batches. */
export async function stageBacklog(db: ReadDb, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select count(*) from feeds where status = 'active' and next_fetch_at <= ${now}) as fetch,
      (select count(*) from articles where extract_state = 'pending' and status <> 'removed') as extract,
      (select count(*) from articles where enrich_state = 'pending' and status <> 'removed') as enrich,
      (select count(*) from embedding_queue) as embed,
      (select count(*) from articles where cluster_state = 'pending' and status = 'published') as cluster,
      (select count(*) from events where story_state = 'pending') as stories,
      (select count(*) from events
        where text_state = 'pending' and source_count > 1 and relevant > 0 and merged_into is null
          and last_at > ${new Date(now.getTime() - 48 * 3_600_000)}) as events`.execute(db)
  return rows[0] ?? { fetch: 0, extract: 0, enrich: 0, embed: 0, cluster: 0, stories: 0, events: 0 }
}

export interface ReportView {
  id: number
  text: string
  at: Date
  articleId: number
  title: string
}

/** Open reports of readers, oldest first. */
export async function listOpenReports(db: ReadDb, limit = 50): Promise<ReportView[]> {
  const { rows } = await sql<ReportView>`
    select r.id, r.text, r.at, a.id as "articleId", coalesce(a.translated_title, a.title) as title
    from fault_reports r join articles a on a.id = r.article_id
    where r.handled_at is null order by r.at, r.id limit ${limit}`.execute(db)
  return rows
}

export interface RefusalView {
  articleId: number
  title: string
  source: string
  /** Refused until an operator asks again; or pending: it is asked for by itself. */
  state: 'refused' | 'pending'
  /** Of the last call. */
  reason: string | null
  model: string | null
  at: Date | null
  tries: number
}

/** Articles without a summary because the model's texts were refused, the latest first. */
export const listRefusals = (db: ReadDb, limit = 100): Promise<RefusalView[]> =>
  listUnsummarised(db, sql`a.enrich_state = 'refused'`, sql`c.at desc nulls last`, limit)

/** All articles that wait for a summary, whose page was read, the newest first. */
export const listWaiting = (db: ReadDb, limit = 1000): Promise<RefusalView[]> =>
  listUnsummarised(
    db,
    sql`a.enrich_state = 'pending' and a.translated_by is distinct from 'operator'
      and (a.extract_state <> 'pending' or a.extract_after is not null)`,
    sql`a.sort_at desc`,
    limit,
  )

async function listUnsummarised(db: ReadDb, which: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<RefusalView>`
    select a.id as "articleId", coalesce(a.translated_title, a.title) as title, f.title as source, a.enrich_state as state,
      c.reason, c.model, c.at, (select count(*) from ai_calls n where n.article_id = a.id and n.purpose = 'summary') as tries
    from articles a join feeds f on f.id = a.feed_id
    left join lateral (
      select reason, model, at from ai_calls where article_id = a.id and purpose = 'summary' order by id desc limit 1
    ) c on true
    where a.status <> 'removed' and ${which}
    order by ${order}, a.id desc limit ${limit}`.execute(db)
  return rows
}

/** Number of articles whose models' texts were refused, and which have their excerpt. */
export async function countRefused(db: ReadDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from articles where enrich_state = 'refused' and status <> 'removed'`.execute(db)
  return rows[0]?.n ?? 0
}
