import { type Kysely, sql } from 'kysely'
import { makeFunctions } from './0002-lists.ts'

/**
 * Two levels of counts above those by bucket: by blocks of 64 buckets, so that the place where a deep page begins costs a
 * sum over some dozens of rows and not over all the days there have been; and in all, under bucket 0.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const [day, popularity] = ['article_day(a.sort_at)', 'floor(a.popularity)::integer']
  const levels = [
    ['newest', day],
    ['popular', popularity],
    ['newest-block', `${day} >> 6`],
    ['popular-block', `${popularity} >> 6`],
    ['total', '0'],
  ]
  await makeFunctions(db, levels.map(([sort, bucket]) => `('${sort}', ${bucket})`).join(', '))
  await sql`
    insert into article_counts (scope, sort, bucket, language, relevant, articles)
    select scope, sort || '-block', bucket >> 6, language, relevant, sum(articles) from article_counts
    group by 1, 2, 3, 4, 5`.execute(db)
  await sql`
    insert into article_counts (scope, sort, bucket, language, relevant, articles)
    select scope, 'total', 0, language, relevant, sum(articles) from article_counts where sort = 'newest'
    group by 1, 4, 5`.execute(db)
}
