/** The queue of articles whose vector is missing or out of date; a trigger fills it (migration 0005). */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'

export interface Unembedded {
  articleId: number
  /** Title and summary, as readers see them. */
  text: string
  /** When it was queued; a later change queues it anew. */
  queuedAt: string
}

/** The next articles to embed, newest first. */
export async function listUnembedded(db: Db, limit: number): Promise<Unembedded[]> {
  const rows = await db
    .selectFrom('embedding_queue as q')
    .innerJoin('articles as a', 'a.id', 'q.article_id')
    .select(['a.id', 'a.title', 'a.excerpt', 'a.translated_title', 'a.translated_summary'])
    // As text: a Date would lose the microseconds that tell two changes apart.
    .select(sql<string>`q.at::text`.as('queuedAt'))
    .where('a.status', '=', 'published')
    .orderBy('q.article_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    articleId: row.id,
    text: `${row.translated_title ?? row.title}\n${row.translated_summary ?? row.excerpt}`,
    queuedAt: row.queuedAt,
  }))
}

export async function countUnembedded(db: Db): Promise<number> {
  const row = await db
    .selectFrom('embedding_queue as q')
    .innerJoin('articles as a', 'a.id', 'q.article_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('a.status', '=', 'published')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function queueEveryArticle(trx: Trx): Promise<void> {
  await sql`
    insert into embedding_queue (article_id, at) select id, clock_timestamp() from articles where status = 'published'
    on conflict (article_id) do nothing`.execute(trx)
}

/** Takes articles off the queue, unless they changed since they were read from it. */
export async function dequeue(trx: Trx, items: Unembedded[]): Promise<void> {
  const done = items.map(({ articleId, queuedAt }) => sql`(${articleId}::bigint, ${queuedAt}::timestamptz)`)
  await sql`
    delete from embedding_queue q using (values ${sql.join(done)}) x(id, at)
    where q.article_id = x.id and q.at = x.at`.execute(trx)
}
