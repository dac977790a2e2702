/** Follows and mutes of a person. */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Follow, FollowKind, Mute, MuteKind, Profile } from '../rules/profile.ts'
import { quotas, requireQuota, withAccount } from './quotas.ts'

/** Following twice is following once. Throws `not_found` for what is not there, `unprocessable` for too much. */
export function follow(database: Database, userId: number, wanted: Follow, now: Date): Promise<void> {
  return withAccount(database, userId, async (trx) => {
    await requireTarget(trx, wanted)
    await requireQuota(trx, userId, quotas.follows, { same: sameAs(wanted) })
    if (wanted.kind === 'search') await requireQuota(trx, userId, quotas.searches, { same: sameAs(wanted) })
    await trx
      .insertInto('follows')
      .values({ user_id: userId, ...wanted, created_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute()
  })
}

export const setFollow = (database: Database, userId: number, wanted: Follow, on: boolean, now: Date): Promise<void> =>
  on ? follow(database, userId, wanted, now) : unfollow(database, userId, wanted)

export const setMute = (database: Database, userId: number, wanted: Mute, on: boolean, now: Date): Promise<void> =>
  on ? mute(database, userId, wanted, now) : unmute(database, userId, wanted)

/** Of a row of follows, mutes or alert rules. */
export const sameAs = ({ kind, key }: { kind: string; key: string }): RawBuilder<unknown> =>
  sql`kind = ${kind} and key = ${key}`

/** Also ends the following of a source that is not listed any more. Throws `not_found` where there never was such a thing. */
export async function unfollow({ db }: Database, userId: number, { kind, key }: Follow): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (numDeletedRows === 0n) await requireTarget(db, { kind, key })
}

export function mute(database: Database, userId: number, wanted: Mute, now: Date): Promise<void> {
  return withAccount(database, userId, async (trx) => {
    if (wanted.kind === 'source') await requireTarget(trx, { kind: 'source', key: wanted.key })
    await requireQuota(trx, userId, quotas.mutes, { same: sameAs(wanted) })
    await trx
      .insertInto('mutes')
      .values({ user_id: userId, ...wanted, created_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute()
  })
}

export async function unmute({ db }: Database, userId: number, { kind, key }: Mute): Promise<void> {
  await db.deleteFrom('mutes').where('user_id', '=', userId).where('kind', '=', kind).where('key', '=', key).execute()
}

/** In the order in which it was followed and muted; empty for who has no account. */
export async function getProfile(database: Pick<Database, 'db'>, userId: number): Promise<Profile> {
  return (await profilesOf(database, [userId])).get(userId) ?? { follows: [], mutes: [] }
}

/** A profile for each account that has one. */
export async function profilesOf({ db }: Pick<Database, 'db'>, userIds: number[]): Promise<Map<number, Profile>> {
  const { rows } = await sql<{ id: number; muted: boolean; kind: string; key: string }>`
    select user_id as id, false as muted, kind, key, created_at from follows where user_id = any(${userIds}::bigint[])
    union all
    select user_id, true, kind, key, created_at from mutes where user_id = any(${userIds}::bigint[])
    order by created_at, kind, key`.execute(db)
  const profiles = new Map<number, Profile>()
  for (const { id, muted, kind, key } of rows) {
    const profile = profiles.get(id) ?? { follows: [], mutes: [] }
    profiles.set(id, profile)
    if (muted) profile.mutes.push({ kind: kind as MuteKind, key })
    else profile.follows.push({ kind: kind as FollowKind, key })
  }
  return profiles
}

/** Of those who mute anything. */
export async function mutesOf(db: Db, userIds: number[]): Promise<Map<number, Mute[]>> {
  const { rows } = await sql<{ id: number } & Mute>`
    select user_id as id, kind, key from mutes where user_id = any(${userIds}::bigint[])`.execute(db)
  const mutes = new Map<number, Mute[]>()
  for (const { id, kind, key } of rows) mutes.set(id, [...(mutes.get(id) ?? []), { kind, key }])
  return mutes
}

export async function followedFeeds({ db }: Database, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('follows')
    .select('key')
    .where('user_id', '=', userId)
    .where('kind', '=', 'source')
    .execute()
  return rows.map(({ key }) => Number(key))
}

const MISSING: Record<Exclude<FollowKind, 'search'>, string> = {
  source: 'There is no such feed.',
  tag: 'There is no such tag.',
  story: 'There is no such story.',
  event: 'There is no such event.',
}

export async function requireTarget(db: Db, follow: Follow): Promise<void> {
  if (follow.kind !== 'search' && !(await isThere(db, follow))) throw new AppError('not_found', MISSING[follow.kind])
}

async function isThere(db: Db, { kind, key }: Follow): Promise<boolean> {
  if (kind === 'search') return true
  const id = Number(key)
  const found = {
    source: () => sql`select from feeds where id = ${id} and status = 'active'`,
    tag: () => sql`select from tags where id = ${id}`,
    story: () => sql`select from shown_stories where id = ${id}`,
    event: () => sql`select from shown_events where id = ${id}`,
  }[kind]()
  return (await found.execute(db)).rows.length > 0
}
