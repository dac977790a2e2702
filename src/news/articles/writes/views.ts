/** Counted readings of articles: once per visitor, article and day, added up in batches. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, type Trx, transaction } from '../../../platform/database/database.ts'
import { halfLives } from '../rules/popularity.ts'

export interface ArticleVisit {
  articleId: number
  /** Key that distinguishes visitors; it never reaches the database unhashed. */
  visitor: string
}

/**
 * Counts the visits that are the first of their visitor to their article today. Returns how many counted. Readers see
 * the new numbers when the version 'views' is raised, which is not done here.
 */
export async function saveVisits(database: Database, visits: ArticleVisit[], now: Date): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  return transaction(database, async (trx) => {
    const salt = await saltOf(trx, day)
    const rows = visits.map(({ articleId, visitor }) => ({
      articleId,
      visitor: createHash('sha256').update(salt).update(visitor).digest().subarray(0, 16),
    }))
    const { rows: fresh } = await sql<{ article_id: number }>`
      insert into article_visitors (day, article_id, visitor)
      select distinct ${day}::date, v.id, decode(v.hash, 'hex')
      from unnest(${rows.map((row) => row.articleId)}::bigint[], ${rows.map((row) => row.visitor.toString('hex'))}::text[])
        as v(id, hash)
      where exists (select 1 from articles a where a.id = v.id)
      on conflict do nothing returning article_id`.execute(trx)
    if (fresh.length > 0)
      await addViews(
        trx,
        fresh.map((row) => row.article_id),
        now,
      )
    return fresh.length
  })
}

/** The day's salt, made on first use. */
async function saltOf(trx: Trx, day: string): Promise<Buffer> {
  await trx
    .insertInto('visitor_salts')
    .values({ day, salt: randomBytes(16) })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const row = await trx.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
  return row.salt
}

/** heat is log2 of a sum of weights: log2(2^a + n·2^b) = max + log2(1 + 2^-|a-b|). */
async function addViews(trx: Trx, articleIds: number[], now: Date): Promise<void> {
  await sql`
    update articles a set views = a.views + v.n,
      heat = case when a.heat is null then v.weight else greatest(a.heat, v.weight)
        + ln(1 + power(2::float8, greatest(-abs(a.heat - v.weight), -1000)))/ ln(2::float8) end
    from (select id, count(*)::integer as n, ${halfLives(now)}::float8 + ln(count(*)::float8) / ln(2::float8) as weight
      from unnest(${articleIds}::bigint[]) id group by id) v
    where a.id = v.id`.execute(trx)
}

/** Deletes the salts and visitors of days past: from then on no one can reconstruct who read what. */
export async function purgeVisitors(database: Database, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  await sql`delete from article_visitors where day < ${today}::date`.execute(database.db)
  await sql`delete from visitor_salts where day < ${today}::date`.execute(database.db)
}
