/** Quality of the texts by month: numbers written, refused, dropped, corrected, reported and split. */
import { sql } from 'kysely'
import { type RefusalKind, refusalKindOf } from '../../news/texts/rules/refusals.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import { monthIn } from '../../platform/time/days.ts'
import type { ControlFigures, KindCount, QualityMonth } from './views.ts'

/** Months that are shown, the one under way among them. */
const MONTHS = 12

/** Calls that write texts for readers. */
const WRITTEN = ['summary', 'event', 'story', 'podcast']

interface Scope {
  now: Date
  timeZone: string
  /** Older data may have been pruned; null where everything is retained. */
  retainedSince: Date | null
}

type What = Counted | keyof ControlFigures | 'exams'
type Counted = 'asked' | 'summarised' | 'refused' | 'dropped' | 'corrections' | 'reports' | 'falseJoins' | 'eventsSplit'

interface Row {
  month: string
  what: What
  said: string | null
  n: number
}

/** Newest first, since the service has had sources. What is not known of a month is null. */
export async function listQualityMonths(db: ReadDb, scope: Scope): Promise<QualityMonth[]> {
  const { now, timeZone, retainedSince } = scope
  const names = monthsBefore(monthIn(now, timeZone), MONTHS)
  const { rows: began } = await sql<{ at: Date | null }>`select min(created_at) as at from feeds`.execute(db)
  const first = began[0]?.at
  if (!first) return []
  const rows = await countAll(db, names.at(-1) ?? '', timeZone)
  const retainedMonth = retainedSince === null ? '' : monthIn(retainedSince, timeZone)
  return names
    .filter((month) => month >= monthIn(first, timeZone))
    .map((month) => assemble(month, Map.groupBy(rows, (row) => row.month).get(month) ?? [], month > retainedMonth))
}

async function countAll(db: ReadDb, first: string, timeZone: string): Promise<Row[]> {
  const month = (at: string) => sql`to_char(${sql.ref(at)} at time zone ${timeZone}, 'YYYY-MM')`
  // Articles that were pruned leave their calls behind, without their number.
  const { rows } = await sql<Row>`
    select * from (
      select ${month('at')} as month, 'asked' as what, null as said, count(*) as n from ai_calls
      where purpose = any(${WRITTEN}) and verdict in ('accepted', 'refused') group by 1
      union all
      select ${month('at')}, 'summarised', null, count(distinct coalesce(article_id, -id)) from ai_calls
      where purpose = 'summary' and verdict = 'accepted' group by 1
      union all
      select ${month('at')}, 'refused', split_part(reason, ':', 1), count(*) from ai_calls
      where purpose = any(${WRITTEN}) and verdict = 'refused' group by 1, 3
      union all
      select ${month('at')}, 'dropped', dropped_by, count(*) from claims where verdict = 'dropped' group by 1, 3
      union all
      select ${month('at')}, case action when 'event_split' then 'falseJoins' else 'corrections' end, null, count(*)
      from operator_actions
      where action in ('article_corrected', 'event_corrected', 'story_edited', 'event_split') and undone_at is null group by 1, 2
      union all
      select ${month('at')}, 'reports', null, count(*) from fault_reports group by 1
      union all
      select ${month('created_at')}, 'eventsSplit', null, count(*) from events where split_from is not null group by 1
      union all
      select ${month('at')}, case expected when 'refused' then 'planted' else 'pairs' end, null, count(*)
      from judge_controls where counts group by 1, 2
      union all
      select ${month('at')}, case expected when 'refused' then 'caught' else 'wronglyRefused' end, null, count(*)
      from judge_controls where counts and answered in ('contradicted', 'not_in_evidence') group by 1, 2
      union all
      select ${month('ended_at')}, 'exams', null, count(*) from exams where ended_at is not null and error is null group by 1
    ) counted where month >= ${first}`.execute(db)
  return rows
}

function assemble(month: string, rows: Row[], isRetained: boolean): QualityMonth {
  const sum = (what: What) => rows.reduce((total, row) => (row.what === what ? total + row.n : total), 0)
  // A month without calls to a model has no figures of models.
  const requested = sum('asked') > 0
  return {
    month,
    summarised: requested ? sum('summarised') : null,
    refused: requested ? byKind(rows, 'refused') : null,
    dropped: requested && isRetained ? byKind(rows, 'dropped') : null,
    corrections: sum('corrections'),
    reports: isRetained ? sum('reports') : null,
    falseJoins: sum('falseJoins'),
    eventsSplit: sum('eventsSplit'),
    controls: sum('planted') + sum('pairs') > 0 ? controlsOf(sum) : null,
    exams: sum('exams') || null,
  }
}

const controlsOf = (sum: (what: What) => number): ControlFigures => ({
  planted: sum('planted'),
  caught: sum('caught'),
  pairs: sum('pairs'),
  wronglyRefused: sum('wronglyRefused'),
})

function byKind(rows: Row[], what: What): KindCount[] {
  const counts = new Map<RefusalKind, number>()
  for (const row of rows)
    if (row.what === what) counts.set(refusalKindOf(row.said), (counts.get(refusalKindOf(row.said)) ?? 0) + row.n)
  return [...counts].map(([kind, n]) => ({ kind, n })).sort((a, b) => b.n - a.n || a.kind.localeCompare(b.kind))
}

/** YYYY-MM, the given one first. */
function monthsBefore(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  )
}
