/** Follows the log of changes: an event that has enough sources becomes a post, which follows its event from then on. */

import type { Database, Trx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { insertActivity } from './activities.ts'
import { actorUri, CONTEXT, PUBLIC, postUri, SITE_ACTOR } from './actors.ts'
import { findCursor, findStoredPost, moveCursor, type StoredPost, savePost } from './posts.ts'

/** A post of an event as it would be now. */
export interface EventPost {
  /** It is to be posted, where it is not yet. */
  isDue: boolean
  /** Identifiers of the site's actors that it concerns, the site first. */
  audience: string[]
  /** Another hash makes an edit, of which servers notify readers. */
  hash: string
  note(times: { published: Date; updated: Date | null }, audience: string[]): object
}

export interface PublishDeps {
  database: Database
  clock: Clock
  baseUrl: string
  /** Events that changed after a cursor, and the cursor behind them. */
  changes(cursor: string): Promise<{ eventIds: number[]; next: string }>
  /** Null for an event that is withdrawn, merged into another or not relevant. */
  postOf(eventId: number): Promise<EventPost | null>
}

/** All that has changed since the last time. Events are read before the transaction, which waits for no other connection. */
export async function publishChanges(deps: PublishDeps): Promise<void> {
  for (let more = true; more; ) {
    const from = await findCursor(deps.database)
    if (from === null) return
    const { eventIds, next } = await deps.changes(from)
    const posts = new Map<number, EventPost | null>()
    for (const id of eventIds) posts.set(id, await deps.postOf(id))
    const publishAll = async (trx: Trx) => {
      for (const [id, post] of posts) await publishEvent(deps, trx, id, post)
    }
    more = next !== from && (await moveCursor(deps.database, { from, to: next }, publishAll))
  }
}

async function publishEvent(deps: PublishDeps, trx: Trx, eventId: number, post: EventPost | null): Promise<void> {
  const stored = await findStoredPost(trx, eventId)
  // A deleted post stays deleted: other servers refuse its address from then on.
  if (stored?.note === null) return
  if (stored && !post) await remove(deps, trx, eventId, stored)
  if (post && (stored || post.isDue)) await write(deps, trx, eventId, post, stored)
}

/** Actors that come later, as that of a story, share what is posted already; that is no edit. */
async function write(deps: PublishDeps, trx: Trx, eventId: number, post: EventPost, stored?: StoredPost) {
  const now = deps.clock.now()
  const before = stored?.audience ?? []
  const audience = [...new Set([...before, ...post.audience])]
  const isEdit = stored && stored.hash !== post.hash
  if (stored && !isEdit && audience.length === before.length) return
  const at = stored?.at ?? now
  const note = stored && !isEdit ? stored.note : post.note({ published: at, updated: isEdit ? now : null }, audience)
  await savePost(trx, eventId, { audience, hash: post.hash, note, at })
  const object = note ?? {}
  if (!stored) await send(deps, trx, eventId, { type: 'Create', suffix: 'create', audience: [SITE_ACTOR], object })
  if (isEdit)
    await send(deps, trx, eventId, { type: 'Update', suffix: `update-${now.getTime()}`, audience: before, object })
  for (const actor of audience.filter((one) => one !== SITE_ACTOR && !before.includes(one))) {
    const share = { actor, audience: [actor], object: postUri(deps.baseUrl, eventId) }
    await send(deps, trx, eventId, { type: 'Announce', suffix: `announce-${actor}`, ...share })
  }
}

async function remove(deps: PublishDeps, trx: Trx, eventId: number, stored: StoredPost): Promise<void> {
  await savePost(trx, eventId, { ...stored, note: null })
  const object = { id: postUri(deps.baseUrl, eventId), type: 'Tombstone' }
  await send(deps, trx, eventId, { type: 'Delete', suffix: 'delete', audience: stored.audience, object })
}

interface Sent {
  type: 'Create' | 'Update' | 'Delete' | 'Announce'
  /** Behind the post's address: ids of activities are parts of it. */
  suffix: string
  actor?: string
  audience: string[]
  object: object | string
}

async function send(deps: PublishDeps, trx: Trx, eventId: number, sent: Sent): Promise<void> {
  const { baseUrl, clock } = deps
  const { type, suffix, actor = SITE_ACTOR, audience, object } = sent
  const followers = audience.map((one) => `${actorUri(baseUrl, one)}/followers`)
  const content = {
    '@context': CONTEXT,
    id: `${postUri(baseUrl, eventId)}#${suffix}`,
    type,
    actor: actorUri(baseUrl, actor),
    published: clock.now().toISOString(),
    to: [PUBLIC],
    cc: followers,
    object,
  }
  await insertActivity(trx, { actor, audience, content }, clock.now())
}
