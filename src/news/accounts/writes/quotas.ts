/** Quotas of an account. Rows are counted under its lock alone, so that parallel calls together hold what one may. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, type Trx, transaction } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { profileLimits } from '../rules/profile.ts'
import { readingRules } from '../rules/read-markers.ts'

declare const locked: unique symbol

/** Transaction in which no other adds to the account; `withAccount` alone makes one. */
export type AccountTrx = Trx & { readonly [locked]: true }

export interface Quota {
  table: string
  max: number
  /** Its rows among the account's. */
  of: RawBuilder<unknown>
  message: string
}

const MAX_PASSWORDS = 20
export const MAX_GRANTS = 50

export const IN_ALL = sql`true`
export const SEARCHES = sql`kind = 'search'`
const FULL = 'That is as much as an account holds. Remove something first.'
const holds = (things: string, rest = 'Remove one first.') => `An account holds ${things}. ${rest}`

export const quotas = {
  follows: { table: 'follows', max: profileLimits.follows, of: IN_ALL, message: FULL },
  searches: { table: 'follows', max: profileLimits.searches, of: SEARCHES, message: FULL },
  mutes: { table: 'mutes', max: profileLimits.mutes, of: IN_ALL, message: FULL },
  saved: {
    table: 'saved_events',
    max: readingRules.maxSaved,
    of: IN_ALL,
    message: holds(`${readingRules.maxSaved} saved events`, 'Remove some first.'),
  },
  appPasswords: {
    table: 'app_passwords',
    max: MAX_PASSWORDS,
    of: sql`access = 'reader'`,
    message: holds(`${MAX_PASSWORDS} app passwords`, 'Revoke one first.'),
  },
  apiKeys: {
    table: 'app_passwords',
    max: MAX_PASSWORDS,
    of: sql`access <> 'reader'`,
    message: holds(`${MAX_PASSWORDS} keys`, 'Revoke one first.'),
  },
  grants: {
    table: 'oauth_grants',
    max: MAX_GRANTS,
    of: IN_ALL,
    message: `An account lets ${MAX_GRANTS} programs in. Remove one first.`,
  },
} satisfies Record<string, Quota>

/** Throws `unauthorized` for an account that has just been deleted. */
export const withAccount = <T>(database: Database, userId: number, work: (trx: AccountTrx) => Promise<T>): Promise<T> =>
  transaction(database, async (trx) => {
    if (!(await lockAccount(trx, userId))) throw new AppError('unauthorized', 'There is no such account any more.')
    return work(trx as AccountTrx)
  })

/** False where it does not exist. Only rows without a quota are added concurrently. */
export async function lockAccount(trx: Trx, userId: number): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} for no key update`.execute(trx)
  return rows.length > 0
}

/** Throws `unprocessable` unless `adding` more fit; `same`: those among them that the account has. */
export async function requireQuota(
  trx: AccountTrx,
  userId: number,
  quota: Quota,
  { same = sql`false`, adding = 1 }: { same?: RawBuilder<unknown>; adding?: number } = {},
): Promise<void> {
  const { all, existing } = await count(trx, userId, quota, same)
  if (adding > existing && all + adding - existing > quota.max) throw new AppError('unprocessable', quota.message)
}

/** Rows that the account may still add. */
export async function quotaLeft(trx: AccountTrx, userId: number, quota: Quota): Promise<number> {
  return Math.max(0, quota.max - (await count(trx, userId, quota)).all)
}

async function count(trx: AccountTrx, userId: number, quota: Quota, same: RawBuilder<unknown> = sql`false`) {
  const { table, of } = quota
  const { rows } = await sql<{ all: number; existing: number }>`
    select count(*) as all, count(*) filter (where ${same}) as existing
    from ${sql.table(table)} where user_id = ${userId} and ${of}`.execute(trx)
  return rows[0] ?? { all: 0, existing: 0 }
}
