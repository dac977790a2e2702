/** The operator's acts on sources, recorded, with their ways back. */

import { type Insertable, sql, type Updateable } from 'kysely'
import type { ActorDatabase, Trx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { AppError } from '../../../platform/errors.ts'
import { type ActionRecord, auditedAction, type UndoHandlers } from '../../actions/writes/log.ts'
import { type Feed, type NewFeed, toFeedInsert } from './feeds.ts'

interface Switched {
  feedId: number
  to: Feed['status']
  from: Feed['status']
  reason: string | null
}

interface Removed {
  feedId: number
  from: Feed['status']
  reason: string | null
  /** Its articles have stayed. */
  kept?: boolean
  /** Articles that had been removed one by one before. */
  removedBefore: number[]
}

/** Throws `not_found`, for a source that was removed too. */
export async function lockFeed(trx: Trx, id: number): Promise<Feed> {
  const feed = await trx.selectFrom('feeds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!feed || feed.status === 'removed')
    throw new AppError('not_found', `There is no source with id ${id}. "karnhuset feeds list" shows them.`)
  return feed
}

export const change = (trx: Trx, id: number, values: Updateable<Schema['feeds']>) =>
  trx.updateTable('feeds').set(values).where('id', '=', id).execute()

/** Due at once, whatever stopped it. */
export const fresh = (now: Date): Updateable<Schema['feeds']> => ({
  status: 'active',
  status_reason: null,
  errors_in_row: 0,
  hold_until: null,
  next_fetch_at: now,
})

export const recordOn = (
  feed: Feed,
  record: Pick<ActionRecord, 'action' | 'before' | 'after' | 'undo'>,
): ActionRecord => ({
  target: `source:${feed.id}`,
  subject: feed.title,
  ...record,
})

const switched = (feed: Feed, to: Feed['status']): Switched => ({
  feedId: feed.id,
  to,
  from: feed.status,
  reason: feed.status_reason,
})

/** Pauses a source; its articles stay. */
export const pauseSource = (database: ActorDatabase, id: number, now: Date, reason = 'Paused by the operator.') =>
  auditedAction(database, now, async (trx) => {
    const feed = await lockFeed(trx, id)
    if (feed.status === 'paused') return null
    await change(trx, id, { status: 'paused', status_reason: reason })
    return recordOn(feed, {
      action: 'source_paused',
      before: { status: feed.status },
      after: { status: 'paused', reason },
      undo: switched(feed, 'paused'),
    })
  })

/** Makes a source active and due at once, whatever stopped it. */
export const resumeSource = (database: ActorDatabase, id: number, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const feed = await lockFeed(trx, id)
    if (feed.status === 'active' && feed.errors_in_row === 0) return null
    await change(trx, id, fresh(now))
    return recordOn(feed, {
      action: 'source_resumed',
      before: { status: feed.status, reason: feed.status_reason, errors: feed.errors_in_row },
      after: { status: 'active', errors: 0 },
      undo: feed.status === 'active' ? null : switched(feed, 'active'),
    })
  })

/** Ends a source. Its articles stay, unless they are to go too. Its row stays, so that the list of sources does not add it again. */
export const removeSource = (database: ActorDatabase, id: number, withArticles: boolean, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const feed = await lockFeed(trx, id)
    return recordOn(feed, {
      action: 'source_removed',
      before: { status: feed.status },
      after: { status: 'removed', articles_too: withArticles },
      undo: await (withArticles ? withdraw : stop)(trx, feed),
    })
  })

async function stop(trx: Trx, feed: Feed): Promise<Removed> {
  await change(trx, feed.id, { status: 'removed' })
  return { feedId: feed.id, from: feed.status, reason: feed.status_reason, kept: true, removedBefore: [] }
}

async function withdraw(trx: Trx, feed: Feed): Promise<Removed> {
  const removed = await trx
    .selectFrom('articles')
    .select('id')
    .where('feed_id', '=', feed.id)
    .where('status', '=', 'removed')
    .execute()
  await trx
    .updateTable('articles')
    .set({ status: 'removed', cluster_state: 'pending' })
    .where('feed_id', '=', feed.id)
    .where('status', '<>', 'removed')
    .execute()
  await change(trx, feed.id, { status: 'removed' })
  return { feedId: feed.id, from: feed.status, reason: feed.status_reason, removedBefore: removed.map(({ id }) => id) }
}

async function bringBack(trx: Trx, { feedId, from, reason, kept: retained, removedBefore }: Removed): Promise<boolean> {
  const feed = await trx.selectFrom('feeds').select('status').where('id', '=', feedId).forUpdate().executeTakeFirst()
  if (feed?.status !== 'removed') return false
  await change(trx, feedId, { status: from, status_reason: reason })
  if (retained) return true
  await sql`
    update articles set status = case when enrich_state = 'pending' then 'pending' else 'published' end,
      cluster_state = 'pending'
    where feed_id = ${feedId} and status = 'removed' and id <> all(${removedBefore}::bigint[])`.execute(trx)
  return true
}

export interface Added {
  feed: Feed
  /** False for a source that was there already, and was left as it is. */
  added: boolean
}

/** Adds a source, or brings back one that was removed, with its articles. */
export async function addSource(database: ActorDatabase, source: NewFeed, now: Date): Promise<Added> {
  let feed: Feed | undefined
  const outcome = await auditedAction(database, now, async (trx) => {
    const existing = await trx
      .selectFrom('feeds')
      .selectAll()
      .where('url', '=', source.url)
      .forUpdate()
      .executeTakeFirst()
    feed = existing ?? (await insertFeeds(trx, [source]))[0]
    if (existing && existing.status !== 'removed') return null
    if (!feed) throw new AppError('internal', 'a source was added and is not there')
    if (existing) await bringBack(trx, await findRemoved(trx, existing))
    if (existing) await change(trx, existing.id, fresh(now))
    return recordOn(feed, {
      action: 'source_added',
      before: {},
      after: { url: feed.url },
      undo: { feedIds: [feed.id] },
    })
  })
  if (!feed) throw new AppError('internal', 'a source was added and is not there')
  return { feed, added: outcome === 'done' }
}

const insertFeeds = (trx: Trx, sources: NewFeed[]): Promise<Feed[]> =>
  trx
    .insertInto('feeds')
    .values(sources.map((source): Insertable<Schema['feeds']> => toFeedInsert(source)))
    .onConflict((oc) => oc.column('url').doNothing())
    .returningAll()
    .execute()

async function findRemoved(trx: Trx, feed: Feed): Promise<Removed> {
  const row = await trx
    .selectFrom('operator_actions')
    .select('undo')
    .where('target', '=', `source:${feed.id}`)
    .where('action', '=', 'source_removed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const retained = row?.undo as Removed | undefined
  return {
    feedId: feed.id,
    from: 'active',
    reason: null,
    kept: retained?.kept ?? false,
    removedBefore: retained?.removedBefore ?? [],
  }
}

/** Adds those of a list that are new; known ones, removed ones too, stay as they are. */
export async function importSources(database: ActorDatabase, sources: NewFeed[], now: Date): Promise<Feed[]> {
  let added: Feed[] = []
  await auditedAction(database, now, async (trx) => {
    added = sources.length > 0 ? await insertFeeds(trx, sources) : []
    if (added.length === 0) return null
    return {
      action: 'sources_imported',
      target: 'sources:0',
      subject: added
        .map((feed) => feed.title)
        .join(', ')
        .slice(0, 300),
      before: {},
      after: { added: added.length },
      undo: { feedIds: added.map((feed) => feed.id) },
    }
  })
  return added
}

/** Records a visit that an operator requested, and its result. */
export const recordProbe = (
  database: ActorDatabase,
  feed: Pick<Feed, 'id' | 'title'>,
  after: ActionRecord['after'],
  now: Date,
) =>
  auditedAction(database, now, async () => ({
    action: 'source_probed',
    target: `source:${feed.id}`,
    subject: feed.title,
    before: {},
    after,
    undo: null,
  }))

async function switchBack(trx: Trx, undo: Switched, now: Date): Promise<boolean> {
  const feed = await trx
    .selectFrom('feeds')
    .select('status')
    .where('id', '=', undo.feedId)
    .forUpdate()
    .executeTakeFirst()
  if (feed?.status !== undo.to) return false
  await change(
    trx,
    undo.feedId,
    undo.from === 'active' ? fresh(now) : { status: undo.from, status_reason: undo.reason },
  )
  return true
}

async function withdrawAgain(trx: Trx, { feedIds }: { feedIds: number[] }): Promise<boolean> {
  const feeds = await trx.selectFrom('feeds').selectAll().where('id', 'in', feedIds).forUpdate().execute()
  for (const feed of feeds) if (feed.status !== 'removed') await withdraw(trx, feed)
  return true
}

export const sourceUndoHandlers: UndoHandlers = {
  source_paused: switchBack,
  source_resumed: switchBack,
  source_removed: bringBack,
  source_added: withdrawAgain,
  sources_imported: withdrawAgain,
}
