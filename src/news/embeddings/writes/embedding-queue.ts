/** The queue of articles whose vector is missing or out of date; a trigger fills it (migration 0005). */
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'

/** Of the queue `q` and its articles `a`: not before the page was read, which may say that the publisher reserves it. */
export const mayBeEmbedded = sql<boolean>`
  a.status = 'published' and (a.extract_state <> 'pending' or a.extract_after is not null)`

export interface Unembedded {
  articleId: number
  url: string
  /** The publisher's reservation from machines, as far as that was read. */
  reservation: string | null
  /** Title and summary, as readers see them. */
  text: string
  /** Time at which it was queued; a later change queues it again. */
  queuedAt: string
}

/** The next articles to embed, newest first. */
export async function listUnembedded(db: Db, limit: number): Promise<Unembedded[]> {
  const rows = await db
    .selectFrom('embedding_queue as q')
    .innerJoin('articles as a', 'a.id', 'q.article_id')
    .select(['a.id', 'a.url', 'a.reservation', 'a.title', 'a.excerpt', 'a.translated_title', 'a.translated_summary'])
    // As text: a Date would lose the microseconds that tell two changes apart.
    .select(sql<string>`q.at::text`.as('queuedAt'))
    .where(mayBeEmbedded)
    .orderBy('q.article_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    articleId: row.id,
    url: row.url,
    reservation: row.reservation,
    text: `${row.translated_title ?? row.title}\n${row.translated_summary ?? row.excerpt}`,
    queuedAt: row.queuedAt,
  }))
}

export async function countUnembedded(db: Db): Promise<number> {
  const row = await db
    .selectFrom('embedding_queue as q')
    .innerJoin('articles as a', 'a.id', 'q.article_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(mayBeEmbedded)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function queueEveryArticle(trx: Trx): Promise<void> {
  await sql`
    insert into embedding_queue (article_id, at) select id, clock_timestamp() from articles where status = 'published' and reservation is null
    on conflict (article_id) do nothing`.execute(trx)
}

/** Takes articles off the queue, unless they changed since they were read from it. */
export async function dequeue(db: Db | Trx, items: Pick<Unembedded, 'articleId' | 'queuedAt'>[]): Promise<void> {
  if (items.length === 0) return
  const done = items.map(({ articleId, queuedAt }) => sql`(${articleId}::bigint, ${queuedAt}::timestamptz)`)
  await sql`
    delete from embedding_queue q using (values ${sql.join(done)}) x(id, at)
    where q.article_id = x.id and q.at = x.at`.execute(db)
}
