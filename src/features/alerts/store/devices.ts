/** Devices that alerts are pushed to, and the keys by which push services know us (RFC 8292). */

import { sql } from 'kysely'
import { hashToken } from '../../../news/accounts/rules/account.ts'
import { makerColumns, requireMaker } from '../../../news/accounts/writes/made-by-programs.ts'
import { requireQuota, withAccount } from '../../../news/accounts/writes/quotas.ts'
import { type Database, transaction } from '../../../platform/database/database.ts'
import { openSecret, sealSecret, tryOpenSecret } from '../../../platform/database/secrets.ts'
import type { Device, NewDevice } from '../device.ts'
import { alertQuotas } from './quotas.ts'

/**
 * A browser has one subscription: who signs in there now takes it over, and what waits for who had it before is not sent. It
 * ends with the session of `token`, or with the access of the program that adds it. Throws `unprocessable` for too many.
 */
export function saveDevice(
  database: Database,
  userId: number,
  { endpoint, p256dh, auth, device, token, by }: NewDevice,
  now: Date,
): Promise<Device> {
  return withAccount(database, userId, async (trx) => {
    const existing = await trx
      .selectFrom('push_subscriptions')
      .select(['grant_id', 'key_id'])
      .where('user_id', '=', userId)
      .where('endpoint', '=', endpoint)
      .executeTakeFirst()
    if (existing) requireMaker(existing, by)
    await requireQuota(trx, userId, alertQuotas.devices, { same: sql`endpoint = ${endpoint}` })
    await trx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '<>', userId).execute()
    const session = { token_hash: token === undefined ? null : hashToken(token) }
    const values = { user_id: userId, p256dh, auth, device, ...session, ...makerColumns(by) }
    return trx
      .insertInto('push_subscriptions')
      .values({ ...values, endpoint, created_at: now })
      .onConflict((oc) => oc.column('endpoint').doUpdateSet(values))
      .returning(['id', 'device', 'created_at as createdAt', 'last_sent_at as lastSentAt'])
      .executeTakeFirstOrThrow()
  })
}

export async function listDevices({ db }: Pick<Database, 'db'>, userId: number): Promise<Device[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'device', 'created_at as createdAt', 'last_sent_at as lastSentAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** Its push service reports that it is gone. */
export async function deleteDevice({ db }: Database, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const WHOSE: [string, string] = ['The key for push messages', 'Another one is made.']

/**
 * Made at first need, the private one sealed. Where it cannot be opened, as after a restore without the installation's
 * key, others are made. Devices that know the ones before are deleted: they subscribe again when they come.
 */
export async function vapidKeys(
  database: Database,
  dataDir: string,
  make: () => Promise<VapidKeys>,
  now: Date,
): Promise<VapidKeys> {
  const stored = await database.db.selectFrom('push_keys').selectAll().executeTakeFirst()
  const opened = stored && tryOpenSecret(dataDir, stored.sealed_private_key, WHOSE)
  if (stored && opened) return { publicKey: stored.public_key, privateKey: opened }
  const { publicKey, privateKey } = await make()
  await transaction(database, async (trx) => {
    if (stored) {
      await trx.deleteFrom('push_keys').where('public_key', '=', stored.public_key).execute()
      await trx.deleteFrom('push_subscriptions').execute()
    }
    await trx
      .insertInto('push_keys')
      .values({ public_key: publicKey, sealed_private_key: sealSecret(dataDir, privateKey), created_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute()
  })
  // Of two that made some at once, one was first.
  const retained = await database.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  return { publicKey: retained.public_key, privateKey: openSecret(dataDir, retained.sealed_private_key, WHOSE) }
}
