import { type Kysely, sql } from 'kysely'
import { makeFunctions } from './0002-lists.ts'

/**
 * Counts by blocks of 64 buckets beside those by bucket: a total, and the place where a deep page begins, then cost a sum
 * over some dozens of rows and not over all the days there have been.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const [day, popularity] = ['article_day(a.sort_at)', 'floor(a.popularity)::integer']
  await makeFunctions(
    db,
    `('newest', ${day}), ('popular', ${popularity}), ('newest-block', ${day} >> 6), ('popular-block', ${popularity} >> 6)`,
  )
  await sql`
    insert into article_counts (scope, sort, bucket, language, relevant, articles)
    select scope, sort || '-block', bucket >> 6, language, relevant, sum(articles) from article_counts
    group by 1, 2, 3, 4, 5`.execute(db)
}
