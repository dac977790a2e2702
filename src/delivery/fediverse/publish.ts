/** Follows the log of changes: an event that has enough sources becomes a post, which follows its event from then on. */
import { actorUri, PUBLIC, postUri, SITE_ACTOR } from '../../domain/fediverse/actors.ts'
import type { Clock } from '../../domain/time/clock.ts'
import type { Database, Trx } from '../../store/database/database.ts'
import { insertActivity } from '../../store/fediverse/activities.ts'
import { findStoredPost, followLog, type StoredPost, savePost } from '../../store/fediverse/posts.ts'

/** What a post of an event would be now. */
export interface EventPost {
  /** It is to be posted, where it is not yet. */
  isDue: boolean
  /** Identifiers of the site's actors that it concerns, the site first. */
  audience: string[]
  /** Another hash is an edit that readers are told of. */
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

/** All that has changed since the last time; one process at a time. */
export async function publishChanges(deps: PublishDeps): Promise<void> {
  const step = async (trx: Trx, cursor: string) => {
    const { eventIds, next } = await deps.changes(cursor)
    for (const id of eventIds) await publishEvent(deps, trx, id)
    return next
  }
  while (await followLog(deps.database, step));
}

async function publishEvent(deps: PublishDeps, trx: Trx, eventId: number): Promise<void> {
  const stored = await findStoredPost(trx, eventId)
  // What was deleted stays deleted: other servers refuse its address from then on.
  if (stored?.note === null) return
  const post = await deps.postOf(eventId)
  if (stored && !post) await remove(deps, trx, eventId, stored)
  if (post && (stored ? stored.hash !== post.hash : post.isDue)) await write(deps, trx, eventId, post, stored)
}

async function write(deps: PublishDeps, trx: Trx, eventId: number, post: EventPost, stored?: StoredPost) {
  const now = deps.clock.now()
  const audience = [...new Set([...(stored?.audience ?? []), ...post.audience])]
  const published = stored?.at ?? now
  const note = post.note({ published, updated: stored ? now : null }, audience)
  await savePost(trx, eventId, { audience, hash: post.hash, note, at: published })
  if (stored)
    await send(deps, trx, eventId, {
      type: 'Update',
      suffix: `update-${now.getTime()}`,
      audience: stored.audience,
      object: note,
    })
  else await send(deps, trx, eventId, { type: 'Create', suffix: 'create', audience: [SITE_ACTOR], object: note })
  for (const actor of audience.filter((one) => one !== SITE_ACTOR && !stored?.audience.includes(one)))
    await send(deps, trx, eventId, {
      type: 'Announce',
      suffix: `announce-${actor}`,
      actor,
      audience: [actor],
      object: postUri(deps.baseUrl, eventId),
    })
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
    ...{ id: `${postUri(baseUrl, eventId)}#${suffix}`, type, actor: actorUri(baseUrl, actor) },
    ...{ published: clock.now().toISOString(), to: [PUBLIC], cc: followers, object },
  }
  await insertActivity(trx, { actor, audience, content }, clock.now())
}

/** JSON-LD context of posts and activities. */
export const CONTEXT = ['https://www.w3.org/ns/activitystreams', { Hashtag: 'as:Hashtag', sensitive: 'as:sensitive' }]
