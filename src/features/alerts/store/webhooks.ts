/** Webhooks of readers, which take their alerts. */

import { makerColumns } from '../../../news/accounts/writes/made-by-programs.ts'
import { requireQuota, withAccount } from '../../../news/accounts/writes/quotas.ts'
import type { Program } from '../../../platform/accounts/program.ts'
import { type Database, transaction } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { openStream } from '../../../platform/outbox/rows.ts'
import type { AlertWebhook } from '../webhook-address.ts'
import { alertQuotas } from './quotas.ts'

/** `by`: the program that adds it. Throws `unprocessable` for one that the account has, and for too many. */
export function insertAlertWebhook(
  database: Database,
  userId: number,
  { by, ...webhook }: { url: string; secret: string; by?: Program | undefined },
  now: Date,
): Promise<void> {
  return withAccount(database, userId, async (trx) => {
    const existing = await trx.selectFrom('webhooks').select('url').where('user_id', '=', userId).execute()
    if (existing.some(({ url }) => url === webhook.url))
      throw new AppError('unprocessable', 'There is a webhook at this address. Remove it first for another secret.')
    await requireQuota(trx, userId, alertQuotas.webhooks)
    const { id } = await trx
      .insertInto('webhooks')
      .values({
        ...webhook,
        ...makerColumns(by),
        user_id: userId,
        kind: 'alerts',
        min_sources: 1,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await openStream(trx, { webhook_id: id }, now)
  })
}

/** In the order in which they were added. */
export async function listAlertWebhooks({ db }: Pick<Database, 'db'>, userId: number): Promise<AlertWebhook[]> {
  const rows = await db
    .selectFrom('webhooks as w')
    .innerJoin('outbox as o', (join) => join.onRef('o.webhook_id', '=', 'w.id').on('o.channel', '=', 'webhook'))
    .select(['w.id', 'w.url', 'w.state', 'w.created_at as createdAt', 'w.delivered_at as deliveredAt'])
    .select(['o.failing_since as failingSince', 'o.error'])
    .where('w.user_id', '=', userId)
    .orderBy('w.id')
    .execute()
  return rows.map(({ error, ...row }) => ({ ...row, answer: error?.startsWith('HTTP ') ? error : null }))
}

/** From where it stopped. Throws `not_found`. */
export function resumeAlertWebhook(database: Database, userId: number, id: number, now: Date): Promise<void> {
  return transaction(database, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhooks')
      .set({ state: 'active' })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw unknown()
    await openStream(trx, { webhook_id: id }, now)
  })
}

const unknown = () => new AppError('not_found', 'There is no such webhook.')
