/** The operator's merges and splits of events: kept as labelled pairs, which win over clustering, and undoable. */
import { sql } from 'kysely'
import type { ActorDatabase, Trx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Outcome } from '../../actions/rules/actions.ts'
import { auditedAction, type UndoHandlers } from '../../actions/writes/log.ts'
import type { Decider, ManualOverride as MembershipOverride, MembershipReason } from '../clustering/reason.ts'
import { absorbEvents, insertEvent, refreshEvents, saveMembers } from './events.ts'

export interface Decided {
  outcome: Outcome
  /** The event that goes on, or the new one. */
  eventId: number
}

interface ManualOverride {
  article_a: number
  article_b: number
  same: boolean
  decided_by: 'model' | 'operator'
  at: string | Date
}

interface Member {
  article_id: number
  decided_by: Decider
  score: number | null
  reason: MembershipReason
}

interface StoryLink {
  story_id: number
  decided_by: 'likeness' | 'model' | 'operator'
  score: number | null
  reason: Record<string, unknown>
}

/** Two sides of which each article of one was ruled on with each of the other, and what had been ruled before. */
interface Overridden {
  left: number[]
  right: number[]
  earlier: ManualOverride[]
}

interface Merged {
  into: number
  from: number
  members: Member[]
  /** Events that led to `from`. */
  led: number[]
  story: StoryLink | null
  ruled: Overridden
}

interface Split {
  article: Member
  from: number
  to: number
  ruled: Overridden
}

/** Merges two events for good, at an operator's request. The event that began first goes on. */
export async function mergeEvents(database: ActorDatabase, one: number, other: number, now: Date): Promise<Decided> {
  if (one === other) throw new AppError('unprocessable', 'Name two different events.')
  let eventId = one
  const outcome = await auditedAction(database, now, async (trx) => {
    const [a, b] = [await currentEvent(trx, one), await currentEvent(trx, other)]
    eventId = a.id
    if (a.id === b.id) return null
    const [into, from] = a.first_at < b.first_at || (+a.first_at === +b.first_at && a.id < b.id) ? [a, b] : [b, a]
    eventId = into.id
    const members = await membersOf(trx, from.id)
    const staying = (await membersOf(trx, into.id)).map((member) => member.article_id)
    const moving = members.map((member) => member.article_id)
    const subject = await titleOf(trx, into.id)
    const before = { kept: subject, merged: await titleOf(trx, from.id) }
    const undo: Merged = {
      into: into.id,
      from: from.id,
      members,
      led: await leadingTo(trx, from.id),
      story: await storyLink(trx, from.id),
      ruled: await rule(trx, staying, moving, true, now),
    }
    await absorbEvents(trx, [{ from: from.id, into: into.id }])
    await recordOverride(trx, moving, { article: staying[0] ?? 0, same: true, by: 'operator' })
    await refreshEvents(trx, [into.id, from.id])
    const after = { articles: staying.length + moving.length }
    return { action: 'events_merged', target: `event:${into.id}`, subject, before, after, undo }
  })
  return { outcome, eventId }
}

/**
 * Splits an article from its event for good, at an operator's request. It gets an event of its own. With `fromEvent` it is
 * unchanged in any other event.
 */
export async function splitFromEvent(
  database: ActorDatabase,
  articleId: number,
  now: Date,
  fromEvent?: number,
): Promise<Decided> {
  let eventId = 0
  const outcome = await auditedAction(database, now, async (trx) => {
    const membership = await trx
      .selectFrom('event_members as m')
      .innerJoin('articles as a', 'a.id', 'm.article_id')
      .select(['m.event_id', 'a.sort_at', 'a.title', 'a.translated_title'])
      .where('m.article_id', '=', articleId)
      .executeTakeFirst()
    if (!membership) throw new AppError('not_found', `Article ${articleId} is in no event.`)
    eventId = membership.event_id
    const members = await membersOf(trx, membership.event_id)
    const article = members.find((member) => member.article_id === articleId)
    const others = members.filter((member) => member !== article).map((member) => member.article_id)
    // It is alone already, or was moved in the meantime.
    if (!article || others.length === 0 || membership.event_id !== (fromEvent ?? membership.event_id)) return null
    const overridden = await rule(trx, [articleId], others, false, now)
    eventId = await insertEvent(trx, membership.sort_at, now, membership.event_id)
    const manualOverride: MembershipOverride = { article: others[0] ?? 0, same: false, by: 'operator' }
    const reason = { members: 0, nearest: null, ruling: manualOverride }
    await saveMembers(trx, [{ articleId, eventId, decidedBy: 'operator', score: null, reason }], now)
    await refreshEvents(trx, [eventId, membership.event_id])
    const undo: Split = { article, from: membership.event_id, to: eventId, ruled: overridden }
    return {
      action: 'event_split',
      target: `event:${membership.event_id}`,
      subject: await titleOf(trx, membership.event_id),
      before: { articles: members.length },
      after: { articles: others.length, split: membership.translated_title ?? membership.title },
      undo,
    }
  })
  return { outcome, eventId }
}

/** Memberships that an operator's decision made say so; the scores stay as they were. */
async function recordOverride(trx: Trx, articleIds: number[], manualOverride: MembershipOverride): Promise<void> {
  if (articleIds.length === 0) return
  await sql`
    update event_members set decided_by = 'operator', reason = reason || ${JSON.stringify({ ruling: manualOverride })}::jsonb
    where article_id = any(${articleIds}::bigint[])`.execute(trx)
}

/** The event, or the one that it was merged into. Throws `not_found`. */
async function currentEvent(trx: Trx, id: number): Promise<{ id: number; first_at: Date }> {
  const { rows } = await sql<{ id: number; first_at: Date }>`
    select e.id, e.first_at from events w join events e on e.id = coalesce(w.merged_into, w.id)
    where w.id = ${id} and e.merged_into is null`.execute(trx)
  if (!rows[0]) throw new AppError('not_found', `There is no event ${id}.`)
  return rows[0]
}

const membersOf = (trx: Trx, eventId: number): Promise<Member[]> =>
  trx
    .selectFrom('event_members')
    .select(['article_id', 'decided_by', 'score', 'reason'])
    .where('event_id', '=', eventId)
    .orderBy('article_id')
    .execute()

async function titleOf(trx: Trx, eventId: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select coalesce(a.translated_title, a.title) as title from event_members m join articles a on a.id = m.article_id
    where m.event_id = ${eventId} order by a.sort_at, a.id limit 1`.execute(trx)
  return rows[0]?.title ?? ''
}

const leadingTo = async (trx: Trx, eventId: number): Promise<number[]> =>
  (await trx.selectFrom('events').select('id').where('merged_into', '=', eventId).execute()).map(({ id }) => id)

const storyLink = async (trx: Trx, eventId: number): Promise<StoryLink | null> =>
  (await trx
    .selectFrom('story_events')
    .select(['story_id', 'decided_by', 'score', 'reason'])
    .where('event_id', '=', eventId)
    .executeTakeFirst()) ?? null

const between = (left: number[], right: number[]) =>
  sql<boolean>`((article_a = any(${left}::bigint[]) and article_b = any(${right}::bigint[]))
    or (article_a = any(${right}::bigint[]) and article_b = any(${left}::bigint[])))`

async function rule(trx: Trx, left: number[], right: number[], same: boolean, now: Date): Promise<Overridden> {
  const earlier = await trx.selectFrom('event_decisions').selectAll().where(between(left, right)).execute()
  const pairs = left.flatMap((a) =>
    right.map((b) => ({
      article_a: Math.min(a, b),
      article_b: Math.max(a, b),
      same,
      decided_by: 'operator' as const,
      at: now,
    })),
  )
  await saveManualOverrides(trx, pairs)
  return { left, right, earlier }
}

async function saveManualOverrides(trx: Trx, pairs: ManualOverride[]): Promise<void> {
  for (let i = 0; i < pairs.length; i += 1000)
    await trx
      .insertInto('event_decisions')
      .values(pairs.slice(i, i + 1000).map((pair) => ({ ...pair, at: new Date(pair.at) })))
      .onConflict((oc) =>
        oc.columns(['article_a', 'article_b']).doUpdateSet((eb) => ({
          same: eb.ref('excluded.same'),
          decided_by: eb.ref('excluded.decided_by'),
          at: eb.ref('excluded.at'),
        })),
      )
      .execute()
}

async function unrule(trx: Trx, { left, right, earlier }: Overridden): Promise<void> {
  await trx.deleteFrom('event_decisions').where(between(left, right)).execute()
  await saveManualOverrides(trx, earlier)
}

/** Puts members back into an event. */
async function putBack(trx: Trx, eventId: number, members: Member[], now: Date): Promise<void> {
  for (const { article_id, decided_by, score, reason } of members)
    await trx
      .updateTable('event_members')
      .set({ event_id: eventId, decided_by, score, reason: JSON.stringify(reason), at: now })
      .where('article_id', '=', article_id)
      .execute()
}

async function undoMerge(trx: Trx, undo: Merged, now: Date): Promise<boolean> {
  const { into, from, ruled: overridden } = undo
  const events = await trx.selectFrom('events').select(['id', 'merged_into']).where('id', 'in', [into, from]).execute()
  const goal = (id: number) => events.find((event) => event.id === id)?.merged_into
  const here = new Set((await membersOf(trx, into)).map((member) => member.article_id))
  const members = undo.members.filter((member) => here.has(member.article_id))
  if (goal(from) !== into || goal(into) !== null || members.length === 0) return false
  await trx.updateTable('events').set({ merged_into: null }).where('id', '=', from).execute()
  if (undo.led.length > 0)
    await trx.updateTable('events').set({ merged_into: from }).where('id', 'in', undo.led).execute()
  await putBack(trx, from, members, now)
  await unrule(trx, overridden)
  await restoreStory(trx, undo, now)
  await refreshEvents(trx, [into, from])
  return true
}

/** The event's place in its story, which the merge may have handed to the event that went on. */
async function restoreStory(trx: Trx, { into, from, story }: Merged, now: Date): Promise<void> {
  if (!story) return
  const running = await trx
    .selectFrom('stories')
    .select('id')
    .where('id', '=', story.story_id)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  if (!running) return
  const handed = await storyLink(trx, into)
  const moved = handed?.story_id === story.story_id && JSON.stringify(handed.reason) === JSON.stringify(story.reason)
  if (moved) await trx.deleteFrom('story_events').where('event_id', '=', into).execute()
  await trx
    .insertInto('story_events')
    .values({ event_id: from, ...story, reason: JSON.stringify(story.reason), at: now })
    .onConflict((oc) => oc.column('event_id').doNothing())
    .execute()
}

async function undoSplit(trx: Trx, { article, from, to, ruled: overridden }: Split, now: Date): Promise<boolean> {
  const old = await trx.selectFrom('events').select('merged_into').where('id', '=', from).executeTakeFirst()
  const members = await membersOf(trx, to)
  if (old?.merged_into !== null || !members.some((member) => member.article_id === article.article_id)) return false
  if (members.length === 1) await absorbEvents(trx, [{ from: to, into: from }])
  await putBack(trx, from, [article], now)
  await unrule(trx, overridden)
  await refreshEvents(trx, [from, to])
  return true
}

export const eventUndoHandlers: UndoHandlers = { events_merged: undoMerge, event_split: undoSplit }
