/** Readers' rules, their quiet hours, and their alerts. */

import { type Selectable, sql } from 'kysely'
import { requireTarget, sameAs } from '../../../news/accounts/writes/follows.ts'
import { makerColumns, requireMaker } from '../../../news/accounts/writes/made-by-programs.ts'
import { requireQuota, withAccount } from '../../../news/accounts/writes/quotas.ts'
import type { Program } from '../../../platform/accounts/program.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { QuietTime } from '../../../platform/time/quiet-time.ts'
import type { SentAlert } from '../account-alerts.ts'
import type { AlertRule, AlertRuleSettings } from '../rule.ts'
import { alertQuotas } from './quotas.ts'

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

/**
 * One rule a filter: another for the same takes its place, and is of who made it last. Throws `not_found`, `unprocessable` for
 * too many, `forbidden` for a program where there is one that it did not make.
 */
export function saveAlertRule(
  database: Database,
  userId: number,
  rule: AlertRuleSettings & { by?: Program | undefined },
  now: Date,
): Promise<AlertRule> {
  return withAccount(database, userId, async (trx) => {
    const { kind, key, by } = rule
    if (kind !== 'followed') await requireTarget(trx, { kind, key })
    const same = sameAs(rule)
    const existing = await trx
      .selectFrom('alert_rules')
      .select(['grant_id', 'key_id'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .executeTakeFirst()
    if (existing) requireMaker(existing, by)
    await requireQuota(trx, userId, alertQuotas.rules, { same })
    if (kind === 'search') await requireQuota(trx, userId, alertQuotas.ruleSearches, { same })
    const values = { ...columnsOf(rule), ...makerColumns(by) }
    const row = await trx
      .insertInto('alert_rules')
      .values({ user_id: userId, kind, key, ...values, created_at: now })
      .onConflict((oc) => oc.columns(['user_id', 'kind', 'key']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    return toRule(row)
  })
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
