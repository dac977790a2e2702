/** Quotas of an account. Rows are counted under its lock alone, so that parallel calls together hold what one may. */
import { type RawBuilder, sql } from 'kysely'
import { alertLimits } from '../../domain/alerts/rule.ts'
import { profileLimits } from '../../domain/edition/profile.ts'
import { readingRules } from '../../domain/edition/read-markers.ts'
import { AppError } from '../../domain/errors.ts'
import { type Database, type Trx, transaction } from '../database/database.ts'

declare const locked: unique symbol

/** Transaction in which no other adds to the account; `withAccount` alone makes one. */
export type AccountTrx = Trx & { readonly [locked]: true }

interface Quota {
  table: string
  max: number
  /** Its rows among the account's. */
  of: RawBuilder<unknown>
  message: string
}

const MAX_PASSWORDS = 20
export const MAX_GRANTS = 50

const IN_ALL = sql`true`
const SEARCHES = sql`kind = 'search'`
const FULL = 'That is as much as an account holds. Remove something first.'
const FULL_ALERTS = 'That is as many alerts as an account holds. Remove one first.'
const holds = (things: string, rest = 'Remove one first.') => `An account holds ${things}. ${rest}`

export const quotas = {
  follows: { table: 'follows', max: profileLimits.follows, of: IN_ALL, message: FULL },
  searches: { table: 'follows', max: profileLimits.searches, of: SEARCHES, message: FULL },
  mutes: { table: 'mutes', max: profileLimits.mutes, of: IN_ALL, message: FULL },
  rules: { table: 'alert_rules', max: alertLimits.rules, of: IN_ALL, message: FULL_ALERTS },
  ruleSearches: { table: 'alert_rules', max: alertLimits.searches, of: SEARCHES, message: FULL_ALERTS },
  devices: {
    table: 'push_subscriptions',
    max: alertLimits.subscriptions,
    of: IN_ALL,
    message: 'That is as many devices as an account holds. Remove one first.',
  },
  webhooks: {
    table: 'webhooks',
    max: alertLimits.webhooks,
    of: IN_ALL,
    message: holds(`${alertLimits.webhooks} webhooks`),
  },
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

export type QuotaName = keyof typeof quotas

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
  name: QuotaName,
  { same = sql`false`, adding = 1 }: { same?: RawBuilder<unknown>; adding?: number } = {},
): Promise<void> {
  const { all, existing } = await count(trx, userId, name, same)
  if (adding > existing && all + adding - existing > quotas[name].max)
    throw new AppError('unprocessable', quotas[name].message)
}

/** Rows that the account may still add. */
export async function quotaLeft(trx: AccountTrx, userId: number, name: QuotaName): Promise<number> {
  return Math.max(0, quotas[name].max - (await count(trx, userId, name)).all)
}

async function count(trx: AccountTrx, userId: number, name: QuotaName, same: RawBuilder<unknown> = sql`false`) {
  const { table, of } = quotas[name]
  const { rows } = await sql<{ all: number; existing: number }>`
    select count(*) as all, count(*) filter (where ${same}) as existing
    from ${sql.table(table)} where user_id = ${userId} and ${of}`.execute(trx)
  return rows[0] ?? { all: 0, existing: 0 }
}
