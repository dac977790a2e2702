/** Codes sent by mail: one an address, good for one sign-in, void after too many wrong guesses. */
import { timingSafeEqual } from 'node:crypto'
import { type Database, transaction } from '../../../platform/database/database.ts'
import { hashCode, loginRules } from '../rules/account.ts'

/** A new code takes the place of an older one. `seconds`: for which it is valid. */
export async function saveCode(
  { db }: Database,
  { email, code, seconds }: { email: string; code: string; seconds: number },
  now: Date,
): Promise<void> {
  const values = {
    code_hash: hashCode(email, code),
    wrong: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + seconds * 1000),
  }
  await db
    .insertInto('login_codes')
    .values({ email, ...values })
    .onConflict((oc) => oc.column('email').doUpdateSet(values))
    .execute()
}

/** True when the code was the one sent; it is used up by that. A wrong one is counted. */
export async function consumeCode(database: Database, email: string, code: string, now: Date): Promise<boolean> {
  return transaction(database, async (trx) => {
    const row = await trx
      .selectFrom('login_codes')
      .selectAll()
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    // Compared in every case, so that the answer takes as long without a code as with one.
    const equal = timingSafeEqual(row?.code_hash ?? hashCode(email, ''), hashCode(email, code))
    if (!row || row.wrong >= loginRules.wrongCodes || row.expires_at <= now) return false
    if (equal) await trx.deleteFrom('login_codes').where('email', '=', email).execute()
    else
      await trx
        .updateTable('login_codes')
        .set({ wrong: row.wrong + 1 })
        .where('email', '=', email)
        .execute()
    return equal
  })
}

/** True where a code was sent there that is neither used nor void. */
export async function isCodeValid({ db }: Database, email: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('login_codes')
    .select('email')
    .where('email', '=', email)
    .where('wrong', '<', loginRules.wrongCodes)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
