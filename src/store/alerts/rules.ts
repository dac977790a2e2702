/** Readers' rules, their quiet hours, and their alerts. */

import { type Selectable, sql } from 'kysely'
import type { SentAlert } from '../../domain/alerts/account-alerts.ts'
import type { QuietTime } from '../../domain/alerts/quiet-time.ts'
import { type AlertRule, type AlertRuleSettings, alertLimits } from '../../domain/alerts/rule.ts'
import { AppError } from '../../domain/errors.ts'
import { lockAccount, requireTarget } from '../accounts/follows.ts'
import { type Database, type Db, type Trx, transaction } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

/** In the order in which they were made. */
export async function listAlertRules({ db }: Pick<Database, 'db'>, userId: number): Promise<AlertRule[]> {
  const rows = await db.selectFrom('alert_rules').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(toRule)
}

const toRule = (row: Selectable<Schema['alert_rules']>): AlertRule => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  minSources: row.min_sources,
  push: row.by_push,
  mail: row.by_mail,
  webhook: row.by_webhook,
  heedsQuiet: row.heeds_quiet,
  createdAt: row.created_at,
})

const columnsOf = (rule: AlertRuleSettings) => ({
  min_sources: rule.minSources,
  by_push: rule.push,
  by_mail: rule.mail,
  by_webhook: rule.webhook,
  heeds_quiet: rule.heedsQuiet,
})

/** One rule a filter: another for the same takes its place. Throws `not_found`, or `unprocessable` for too many. */
export function saveAlertRule(
  database: Database,
  userId: number,
  rule: AlertRuleSettings,
  now: Date,
): Promise<AlertRule> {
  return transaction(database, async (trx) => {
    await lockAccount(trx, userId)
    if (rule.kind !== 'followed') await requireTarget(trx, { kind: rule.kind, key: rule.key })
    await requireQuota(trx, userId, rule)
    const { kind, key } = rule
    const row = await trx
      .insertInto('alert_rules')
      .values({ user_id: userId, kind, key, ...columnsOf(rule), created_at: now })
      .onConflict((oc) => oc.columns(['user_id', 'kind', 'key']).doUpdateSet(columnsOf(rule)))
      .returningAll()
      .executeTakeFirstOrThrow()
    return toRule(row)
  })
}

async function requireQuota(trx: Trx, userId: number, { kind, key }: AlertRuleSettings): Promise<void> {
  const { rows } = await sql<{ all: number; searches: number; existing: boolean }>`
    select count(*) as all, count(*) filter (where kind = 'search') as searches,
      coalesce(bool_or(kind = ${kind} and key = ${key}), false) as existing
    from alert_rules where user_id = ${userId}`.execute(trx)
  const { all = 0, searches = 0, existing = false } = rows[0] ?? {}
  const full = all >= alertLimits.rules || (kind === 'search' && searches >= alertLimits.searches)
  if (full && !existing)
    throw new AppError('unprocessable', 'That is as many alerts as an account holds. Remove one first.')
}

/** Alerts that wait for it are not sent. Throws `not_found`. */
export async function removeAlertRule({ db }: Database, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_rules')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found', 'There is no such alert.')
}

export async function findQuietTime({ db }: Pick<Database, 'db'>, userId: number): Promise<QuietTime | null> {
  const row = await db.selectFrom('alert_quiet_times').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? { timezone: row.timezone, from: row.quiet_from, until: row.quiet_until } : null
}

/** Null: alerts come at all hours. */
export async function saveQuietTime({ db }: Database, userId: number, quiet: QuietTime | null): Promise<void> {
  if (!quiet) {
    await db.deleteFrom('alert_quiet_times').where('user_id', '=', userId).execute()
    return
  }
  const values = { timezone: quiet.timezone, quiet_from: quiet.from, quiet_until: quiet.until }
  await db
    .insertInto('alert_quiet_times')
    .values({ user_id: userId, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(values))
    .execute()
}

/** The latest first. */
export async function listAlerts(db: Db, userId: number, max: number): Promise<SentAlert[]> {
  const { rows } = await sql<SentAlert>`
    select event_id as "eventId", source_count as "sourceCount", at from alerts where user_id = ${userId}
    order by at desc, event_id desc limit ${max}`.execute(db)
  return rows
}
