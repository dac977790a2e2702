/** Followers of the site's actors on other servers, and reactions of remote accounts to posts. */
import { sql } from 'kysely'
import { type Database, type Db, transaction } from '../../platform/database/database.ts'
import { openStream } from '../../platform/outbox/rows.ts'
import { registrableDomain } from '../../platform/text/url.ts'
import { insertActivity, lockActivities } from './activities.ts'

/** Behind `lockActivities`. */
const LAST = sql<number>`(select coalesce(max(id), 0) from fediverse_activities)`

/** Of one host: a server has a shared inbox, or few accounts. */
const MAX_INBOXES = 100
const MAX_FOLLOWERS = 200_000

export interface NewFollower {
  /** Identifier of the actor of this site. */
  actor: string
  follower: string
  inbox: string
  /** The activity that answers it. */
  accept: object
}

/** It gets what is posted from now on, behind the answer. False where its host has as much as one may have. */
export function saveFollower(database: Database, { actor, follower, inbox, accept }: NewFollower, now: Date) {
  const host = registrableDomain(inbox)
  return transaction(database, async (trx) => {
    await lockActivities(trx)
    const existing = await trx.selectFrom('fediverse_inboxes').select('id').where('url', '=', inbox).executeTakeFirst()
    if (!(await isBelowLimit(trx, host, existing?.id))) return false
    const inboxId = existing?.id ?? (await insertInbox(trx, inbox, host))
    if (!existing) await openStream(trx, { fediverse_inbox_id: inboxId }, now)
    await trx
      .insertInto('fediverse_followers')
      .values({ actor, follower, inbox_id: inboxId, since: LAST })
      .onConflict((oc) => oc.columns(['actor', 'follower']).doUpdateSet({ inbox_id: inboxId }))
      .execute()
    await insertActivity(trx, { actor, audience: [], inboxId, content: accept }, now)
    return true
  })
}

async function isBelowLimit(db: Db, host: string, inboxId: number | undefined): Promise<boolean> {
  const { rows } = await sql<{ inboxes: number; followers: number }>`
    select (select count(*) from fediverse_inboxes where host = ${host}) as inboxes,
      (select count(*) from fediverse_followers where inbox_id = ${inboxId ?? null}::bigint) as followers`.execute(db)
  const { inboxes = 0, followers = 0 } = rows[0] ?? {}
  return inboxId === undefined ? inboxes < MAX_INBOXES : followers < MAX_FOLLOWERS
}

async function insertInbox(db: Db, url: string, host: string): Promise<number> {
  const { id } = await db
    .insertInto('fediverse_inboxes')
    .values({ url, host, taken: LAST, due: LAST })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function removeFollower({ db }: Database, actor: string, follower: string): Promise<void> {
  await db.deleteFrom('fediverse_followers').where('actor', '=', actor).where('follower', '=', follower).execute()
}

/** All of a remote account that was deleted. */
export async function removeAccount({ db }: Database, account: string): Promise<void> {
  await db.deleteFrom('fediverse_followers').where('follower', '=', account).execute()
  await db.deleteFrom('fediverse_reactions').where('account', '=', account).execute()
}

export interface Reaction {
  eventId: number
  kind: 'like' | 'share' | 'reply'
  /** Address of the reply, else of the account. */
  source: string
  account: string
}

/** Of one post: more are not counted. */
const MAX_REACTIONS = 10_000

/** Of a post that there is, once. */
export async function saveReaction({ db }: Database, reaction: Reaction, now: Date): Promise<void> {
  const { eventId, kind, source, account } = reaction
  await sql`
    insert into fediverse_reactions (event_id, kind, source, account, at)
    select event_id, ${kind}, ${source}, ${account}, ${now} from fediverse_posts
    where event_id = ${eventId} and note is not null
      and (select count(*) from fediverse_reactions where event_id = ${eventId}) < ${MAX_REACTIONS}
    on conflict do nothing`.execute(db)
}

export async function removeReaction(
  { db }: Database,
  reaction: Partial<Reaction> & Pick<Reaction, 'kind' | 'source' | 'account'>,
) {
  const { eventId, kind, source, account } = reaction
  await sql`
    delete from fediverse_reactions where kind = ${kind} and source = ${source} and account = ${account}
      and (${eventId ?? null}::bigint is null or event_id = ${eventId ?? null}::bigint)`.execute(db)
}
