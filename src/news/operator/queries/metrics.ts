/** Numbers for /metrics: rows of the database by state. Cheap enough for frequent scrapes. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { listSourceStates } from './source-health.ts'
import type { SourceState } from './views.ts'

export interface DatabaseNumbers {
  sources: SourceState[]
  articles: { relevant: boolean; n: number }[]
  /** Articles that are not published yet. */
  waiting: number
  /** Reports of readers that are still open. */
  reports: number
  /** Calls that are remembered for limits of rate. */
  rateHits: number
  /** Publication of the newest article of each source. */
  newest: { id: number; at: Date }[]
  /** From publication to publication here, of the last day's articles, in seconds; null where there was none. */
  lag: { median: number | null; p95: number | null }
}

const DAY_MS = 86_400_000

export async function readNumbers(db: ReadDb, now: Date): Promise<DatabaseNumbers> {
  const sources = await listSourceStates(db, now)
  const articles = await sql<{ relevant: boolean; n: number }>`
    select relevant, sum(articles)::bigint as n from article_counts where scope = 'all' and sort = 'total'
    group by relevant order by relevant`.execute(db)
  const { rows } = await sql<{ waiting: number; reports: number; hits: number }>`
    select (select count(*) from articles where status = 'pending') as waiting,
      (select count(*) from fault_reports where handled_at is null) as reports,
      (select count(*) from rate_hits) as hits`.execute(db)
  const newest = await sql<{ id: number; at: Date }>`
    select f.id, a.sort_at as at from feeds f, lateral (
      select sort_at from articles where feed_id = f.id and status = 'published' order by sort_at desc, id desc limit 1) a
    where f.status <> 'removed'`.execute(db)
  // Articles of a first pass are old by nature.
  const lag = await sql<DatabaseNumbers['lag']>`
    select percentile_cont(0.5) within group (order by lag) as median, percentile_cont(0.95) within group (order by lag) as p95
    from (select extract(epoch from a.discovered_at - a.published_at)::float8 as lag from articles a join feeds f on f.id = a.feed_id
      where a.status = 'published' and a.discovered_at >= ${new Date(now.getTime() - DAY_MS)}
        and a.published_at between f.created_at and a.discovered_at) l`.execute(db)
  return {
    sources,
    articles: articles.rows,
    newest: newest.rows,
    lag: lag.rows[0] ?? { median: null, p95: null },
    waiting: rows[0]?.waiting ?? 0,
    reports: rows[0]?.reports ?? 0,
    rateHits: rows[0]?.hits ?? 0,
  }
}

export interface CallNumbers {
  purpose: string
  model: string
  verdict: string
  calls: number
  input: number
  output: number
  cost: number
}

/** Calls this young are counted again each time: they may still be unanswered. */
const RECENT_MS = 30 * 60_000

/** Sums over every call to a model ever made. What is old enough is added up once. */
export function createCallCounter(db: ReadDb): (now: Date) => Promise<CallNumbers[]> {
  const older = new Map<string, CallNumbers>()
  let until = new Date(0)
  return async (now) => {
    const next = new Date(now.getTime() - RECENT_MS)
    if (next > until) {
      const from = until
      until = next
      for (const row of await sumCalls(db, from, next)) add(older, row)
    }
    const all = new Map([...older].map(([key, row]) => [key, { ...row }]))
    for (const row of await sumCalls(db, until, null)) add(all, row)
    return [...all.values()]
  }
}

async function sumCalls(db: ReadDb, from: Date, to: Date | null): Promise<CallNumbers[]> {
  const { rows } = await sql<CallNumbers>`
    select purpose, model, verdict, count(*) as calls, coalesce(sum(input_tokens), 0)::bigint as input,
      coalesce(sum(output_tokens), 0)::bigint as output, coalesce(sum(cost), 0) as cost
    from ai_calls where at >= ${from} and at < ${to ?? sql`'infinity'`} group by purpose, model, verdict`.execute(db)
  return rows
}

function add(sums: Map<string, CallNumbers>, row: CallNumbers): void {
  const key = JSON.stringify([row.purpose, row.model, row.verdict])
  const existing = sums.get(key)
  if (!existing) {
    sums.set(key, { ...row })
    return
  }
  for (const name of ['calls', 'input', 'output', 'cost'] as const) existing[name] += row[name]
}
