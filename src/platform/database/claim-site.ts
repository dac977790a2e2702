/** The topic that a database is about, noted by the first site that used it. */
import { AppError } from '../errors.ts'
import type { Database } from './database.ts'

/** Throws `unavailable` where the database is about another topic; with `adopt` it is about this one from now on. */
export async function claimSite({ db }: Pick<Database, 'db'>, topic: string, adopt: boolean): Promise<void> {
  await db
    .insertInto('site')
    .values({ topic })
    .onConflict((conflict) => (adopt ? conflict.column('is_only').doUpdateSet({ topic }) : conflict.doNothing()))
    .execute()
  const { topic: noted } = await db.selectFrom('site').select('topic').executeTakeFirstOrThrow()
  if (noted === topic) return
  throw new AppError(
    'unavailable',
    `The database is about ${noted}, and the content folder about ${topic}: set DATA_DIR (or DATABASE_URL) to one of its own. If it is the same site with another topic, run: karnhuset topic adopt`,
  )
}
