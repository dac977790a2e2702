/** Refusals of gates and judge, by kind: complete answers, and single sentences of published texts. */
import { sql } from 'kysely'
import { type RefusalKind, refusalKindOf } from '../../domain/quality/refusals.ts'
import type { ReadDb } from '../articles/articles.ts'

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
