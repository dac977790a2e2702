/** Cost of models: by day, by model, by purpose. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { daySpan } from '../../../platform/time/days.ts'

export interface SpendLine {
  calls: number
  refused: number
  failed: number
  inputTokens: number
  outputTokens: number
  cost: number
}

export interface SpendView {
  /** Since the month began in the site's time zone. */
  month: SpendLine
  /** The last 30 calendar days, oldest first. */
  days: (SpendLine & { day: string })[]
  /** Of those days, the dearest first. */
  models: (SpendLine & { model: string; purpose: string })[]
  /** Each stage's cost of those days, day by day, the dearest first. */
  stages: { purpose: string; cost: number; days: number[] }[]
}

const nothing: SpendLine = { calls: 0, refused: 0, failed: 0, inputTokens: 0, outputTokens: 0, cost: 0 }

const sums = sql`count(*) as calls, count(*) filter (where verdict = 'refused') as refused,
  count(*) filter (where verdict = 'failed') as failed, coalesce(sum(input_tokens), 0) as "inputTokens",
  coalesce(sum(output_tokens), 0) as "outputTokens", coalesce(sum(cost), 0) as cost`

/** `days`: calendar days as YYYY-MM-DD, oldest first, the last being today. */
export async function spendOf(db: ReadDb, days: string[], timeZone: string): Promise<SpendView> {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const since = daySpan(first, timeZone).from
  const month = daySpan(`${last.slice(0, 7)}-01`, timeZone).from
  const ofMonth = await sql<SpendLine>`select ${sums} from ai_calls where at >= ${month}`.execute(db)
  const byDay = await sql<SpendLine & { day: string }>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${sums} from ai_calls
    where at >= ${since} group by 1`.execute(db)
  const models = await sql<SpendLine & { model: string; purpose: string }>`
    select model, purpose, ${sums} from ai_calls where at >= ${since}
    group by model, purpose order by coalesce(sum(cost), 0) desc, count(*) desc, model, purpose limit 50`.execute(db)
  const existing = new Map(byDay.rows.map((row) => [row.day, row]))
  const byStage = await sql<{ purpose: string; day: string; cost: number }>`
    select purpose, to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, coalesce(sum(cost), 0) as cost
    from ai_calls where at >= ${since} group by 1, 2`.execute(db)
  return {
    stages: stagesOf(byStage.rows, days),
    month: ofMonth.rows[0] ?? nothing,
    days: days.map((day) => existing.get(day) ?? { day, ...nothing }),
    models: models.rows,
  }
}

function stagesOf(rows: { purpose: string; day: string; cost: number }[], days: string[]): SpendView['stages'] {
  const stages = Map.groupBy(rows, ({ purpose }) => purpose)
  const costOf = (list: typeof rows) => list.reduce((sum, { cost }) => sum + cost, 0)
  return [...stages]
    .map(([purpose, list]) => ({
      purpose,
      cost: costOf(list),
      days: days.map((day) => costOf(list.filter((row) => row.day === day))),
    }))
    .sort((a, b) => b.cost - a.cost || a.purpose.localeCompare(b.purpose))
}
