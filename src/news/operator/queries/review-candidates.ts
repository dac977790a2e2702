/** Events and stories by what looks wrong: large ones, those of several languages, those that few words or names hold together. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { StoryStatus } from '../../articles/queries/views.ts'

export const reviewOrders = ['latest', 'large', 'languages', 'words'] as const
export type ReviewOrder = (typeof reviewOrders)[number]

export interface EventCandidate {
  id: number
  title: string
  articles: number
  sources: number
  languages: number
  /** Words that its weakest member shares with the one it is most like; null where none was joined by similarity. */
  words: number | null
  lastAt: Date
}

const LATE = sql`"lastAt" desc nulls last, id desc`
const orderBy = {
  latest: LATE,
  large: sql`articles desc, ${LATE}`,
  languages: sql`languages desc, articles desc, ${LATE}`,
  words: sql`words nulls last, articles desc, ${LATE}`,
}

/** Of those with more than one article, the ones that look most wrong first. */
export async function listEventCandidates(db: ReadDb, order: ReviewOrder, limit: number): Promise<EventCandidate[]> {
  const { rows } = await sql<EventCandidate>`
    select e.id, coalesce((array_agg(coalesce(a.translated_title, a.title) order by a.sort_at, a.id))[1], '') as title,
      count(*) as articles, count(distinct a.feed_id) as sources, count(distinct a.language) as languages,
      min(jsonb_array_length(m.reason -> 'nearest' -> 'shared')) filter (where m.decided_by = 'likeness') as words,
      e.last_at as "lastAt"
    from events e join event_members m on m.event_id = e.id join articles a on a.id = m.article_id
    where e.merged_into is null
    group by e.id having count(*) > 1 order by ${orderBy[order]} limit ${limit}`.execute(db)
  return rows
}

export interface StoryCandidate {
  id: number
  title: string
  status: StoryStatus
  articles: number
  events: number
  languages: number
  /** Names by which the event that shares the fewest has come into it; null where an operator put all of them there. */
  words: number | null
  lastAt: Date | null
}

export async function listStoryCandidates(db: ReadDb, order: ReviewOrder, limit: number): Promise<StoryCandidate[]> {
  const { rows } = await sql<StoryCandidate>`
    select s.id, s.title, s.status, count(distinct a.id) as articles, count(distinct l.event_id) as events,
      count(distinct a.language) as languages,
      min(jsonb_array_length(l.reason -> 'joined_by')) as words, s.last_at as "lastAt"
    from stories s left join story_events l on l.story_id = s.id left join event_members m on m.event_id = l.event_id
      left join articles a on a.id = m.article_id and a.status = 'published'
    where s.merged_into is null
    group by s.id order by ${orderBy[order]} limit ${limit}`.execute(db)
  return rows
}
