/** Why articles stand in one event: each membership with its score, its nearest article and the words that decided. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Decider, MembershipReason } from '../../events/clustering/reason.ts'
import { type EventLine, eventsNear, lineColumns, type NearEvent, plainTerms } from './events-near.ts'

export interface MemberReason {
  articleId: number
  title: string
  source: string
  status: 'pending' | 'published' | 'removed'
  sortAt: Date
  decidedBy: Decider
  /** Mean similarity to the others, 0 to 1; null for the first. */
  score: number | null
  nearest: { articleId: number; title: string; similarity: number; hours: number } | null
  /** Words that it shares with the nearest, the most distinctive first, as stems. */
  shared: string[]
  at: Date
}

export interface DecisionView {
  one: { articleId: number; title: string }
  other: { articleId: number; title: string }
  same: boolean
  by: 'model' | 'operator'
  at: Date
}

export interface EventReasons extends EventLine {
  firstAt: Date
  story: { id: number; title: string } | null
  members: MemberReason[]
  /** Manual overrides of these articles. */
  decisions: DecisionView[]
  near: NearEvent[]
}

/** Null for an event that does not exist or was merged into another. */
export async function findEventReasons(db: ReadDb, id: number): Promise<EventReasons | null> {
  const { rows } = await sql<EventLine & { firstAt: Date; story_id: number | null; story_title: string | null }>`
    select ${lineColumns}, e.first_at as "firstAt", s.id as story_id, s.title as story_title
    from events e left join story_events l on l.event_id = e.id left join stories s on s.id = l.story_id
    where e.id = ${id} and e.merged_into is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { story_id, story_title, ...event } = row
  return {
    ...event,
    story: story_id === null ? null : { id: story_id, title: story_title ?? '' },
    members: await membersOf(db, id),
    decisions: await decisionsOn(db, id),
    near: await eventsNear(db, id),
  }
}

interface MemberRow extends Omit<MemberReason, 'nearest' | 'shared'> {
  reason: Partial<MembershipReason>
  nearest_id: number | null
  nearest_title: string | null
}

async function membersOf(db: ReadDb, id: number): Promise<MemberReason[]> {
  const { rows } = await sql<MemberRow>`
    select a.id as "articleId", coalesce(a.translated_title, a.title) as title, f.title as source, a.status,
      a.sort_at as "sortAt", m.decided_by as "decidedBy", m.score, m.reason, m.at,
      n.id as nearest_id, coalesce(n.translated_title, n.title) as nearest_title
    from event_members m join articles a on a.id = m.article_id join feeds f on f.id = a.feed_id
    left join articles n on n.id = (m.reason -> 'nearest' ->> 'article')::bigint
    where m.event_id = ${id} order by a.sort_at, a.id limit 200`.execute(db)
  return rows.map(({ reason, nearest_id, nearest_title, ...member }) => ({
    ...member,
    nearest:
      nearest_id === null || !reason.nearest
        ? null
        : {
            articleId: nearest_id,
            title: nearest_title ?? '',
            similarity: reason.nearest.likeness,
            hours: reason.nearest.hours,
          },
    shared: plainTerms(reason.nearest?.shared ?? []),
  }))
}

async function decisionsOn(db: ReadDb, id: number): Promise<DecisionView[]> {
  const { rows } = await sql<{
    a: number
    a_title: string
    b: number
    b_title: string
    same: boolean
    by: 'model' | 'operator'
    at: Date
  }>`
    select d.article_a as a, coalesce(x.translated_title, x.title) as a_title, d.article_b as b,
      coalesce(y.translated_title, y.title) as b_title, d.same, d.decided_by as by, d.at
    from event_decisions d join articles x on x.id = d.article_a join articles y on y.id = d.article_b
    where exists (select 1 from event_members m where m.event_id = ${id} and m.article_id in (d.article_a, d.article_b))
    order by d.at desc, d.article_a, d.article_b limit 50`.execute(db)
  return rows.map((row) => ({
    one: { articleId: row.a, title: row.a_title },
    other: { articleId: row.b, title: row.b_title },
    same: row.same,
    by: row.by,
    at: row.at,
  }))
}
