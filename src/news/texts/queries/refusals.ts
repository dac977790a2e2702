/** Refusals of gates and judge, by kind: complete answers, and single sentences of published texts. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { type RefusalKind, refusalKindOf } from '../rules/refusals.ts'

export interface RefusalCount {
  kind: RefusalKind
  answers: number
  sentences: number
}

/** Since an instant, the most frequent first. */
export async function countRefusals(db: ReadDb, since: Date): Promise<RefusalCount[]> {
  const { rows } = await sql<{ said: string | null; answers: number; sentences: number }>`
    select split_part(reason, ':', 1) as said, count(*) as answers, 0 as sentences from ai_calls
    where at >= ${since} and verdict = 'refused' and purpose in ('summary', 'event', 'story', 'podcast') group by 1
    union all
    select dropped_by, 0, count(*) from claims where at >= ${since} and verdict = 'dropped' group by 1`.execute(db)
  const counts = new Map<RefusalKind, RefusalCount>()
  for (const { said: statement, answers, sentences } of rows) {
    const kind = refusalKindOf(statement)
    const one = counts.get(kind) ?? { kind, answers: 0, sentences: 0 }
    counts.set(kind, { kind, answers: one.answers + answers, sentences: one.sentences + sentences })
  }
  return [...counts.values()].sort((a, b) => b.answers + b.sentences - a.answers - a.sentences)
}

export const LOST_WEEKS = 4
const WEEK_MS = 7 * 86_400_000

export interface LostByWeek {
  kind: RefusalKind
  /** Sentences of the last seven days, of the seven before, and so on. */
  weeks: number[]
}

/** Sentences of published texts that a check or the judge dropped, and no operator ruled on; the most frequent kind first. */
export async function countLostByWeek(db: ReadDb, now: Date): Promise<LostByWeek[]> {
  const since = new Date(now.getTime() - LOST_WEEKS * WEEK_MS)
  const { rows } = await sql<{ by: string | null; week: number; sentences: number }>`
    select dropped_by as by, floor(extract(epoch from ${now}::timestamptz - at) / ${WEEK_MS / 1000})::int as week,
      count(*) as sentences
    from claims where verdict = 'dropped' and ruling is null and at > ${since} and at <= ${now} group by 1, 2`.execute(
    db,
  )
  const counts = new Map<RefusalKind, number[]>()
  for (const { by, week, sentences } of rows) {
    const kind = refusalKindOf(by)
    const weeks = counts.get(kind) ?? Array.from({ length: LOST_WEEKS }, () => 0)
    counts.set(
      kind,
      weeks.map((before, at) => before + (at === week ? sentences : 0)),
    )
  }
  const sum = ({ weeks }: LostByWeek) => weeks.reduce((all, one) => all + one, 0)
  return [...counts].map(([kind, weeks]) => ({ kind, weeks })).sort((a, b) => sum(b) - sum(a))
}

export interface LostSentence {
  sentence: string
  kind: RefusalKind
  reason: string | null
  at: Date
  owner: 'article' | 'event' | 'story'
  id: number
}

/** Those of texts in which it can be accepted, newest first. */
export async function listLost(db: ReadDb, limit = 20): Promise<LostSentence[]> {
  const { rows } = await sql<Omit<LostSentence, 'kind'> & { by: string | null }>`
    select sentence, dropped_by as by, reason, at, coalesce(article_id, event_id, story_id) as id,
      case when article_id is not null then 'article' when event_id is not null then 'event' else 'story' end as owner
    from claims where verdict = 'dropped' and ruling is null and episode_id is null
    order by at desc, claims.id desc limit ${limit}`.execute(db)
  return rows.map(({ by, ...row }) => ({ ...row, kind: refusalKindOf(by) }))
}
