/** Health checks of models: the budget, refusals, silence, and the judge. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { budgetUse } from '../../platform/time/budget-use.ts'
import { monthStart } from '../../platform/time/days.ts'
import { findSilentModels } from '../operator/queries/model-silence.ts'
import type { OperatorIssue } from '../operator/rules/notices.ts'
import { type Report, warning } from './health-check.ts'

const DAY_MS = 86_400_000

export async function budgetIssues(
  db: Db,
  { now, timeZone, budget }: { now: Date; timeZone: string; budget: number | null },
): Promise<OperatorIssue[]> {
  if (budget === null) return []
  const month = monthStart(now, timeZone)
  const { rows } = await sql<{ spent: number; each: number }>`
    select coalesce(sum(cost), 0) as spent, coalesce(avg(cost) filter (where cost > 0), 0) as each
    from ai_calls where at >= ${month}`.execute(db)
  const { spent, each } = rows[0] ?? { spent: 0, each: 0 }
  const use = budgetUse(spent, each, budget)
  if (use === 'fine') return []
  const kind = `budget_${use}` as const
  const facts = { percent: Math.round((100 * spent) / Math.max(budget, Number.EPSILON)) }
  return [{ key: `${kind}:${month.toISOString().slice(0, 10)}`, kind, urgent: use === 'used', facts, since: now }]
}

interface Verdicts {
  refused: number
  accepted: number
  failed: number
  refusedBefore: number
  acceptedBefore: number
}

/** Refusals of a day that are noticed, and how many times the average share. */
const REFUSED = 10
const TIMES_AVERAGE = 2
const REFUSED_SHARE = 0.2

export async function modelIssues(db: Db, now: Date): Promise<OperatorIssue[]> {
  const [day, before] = [DAY_MS, 15 * DAY_MS].map((ms) => new Date(now.getTime() - ms))
  const { rows } = await sql<Verdicts>`
    select count(*) filter (where at >= ${day} and verdict = 'refused')::integer as refused,
      count(*) filter (where at >= ${day} and verdict = 'accepted')::integer as accepted,
      count(*) filter (where at < ${day} and verdict = 'refused')::integer as "refusedBefore",
      count(*) filter (where at < ${day} and verdict = 'accepted')::integer as "acceptedBefore"
    from ai_calls where at >= ${before} and purpose = 'summary'`.execute(db)
  return [...(rows[0] ? refusals(rows[0], now) : []), ...(await silence(db, now))]
}

function refusals(row: Verdicts, now: Date): OperatorIssue[] {
  const share = (refused: number, accepted: number) => (refused + accepted === 0 ? 0 : refused / (refused + accepted))
  const [today, average] = [share(row.refused, row.accepted), share(row.refusedBefore, row.acceptedBefore)]
  if (row.refused < REFUSED || today < REFUSED_SHARE || today < TIMES_AVERAGE * average) return []
  const facts = { n: row.refused, percent: Math.round(100 * today), usual: Math.round(100 * average) }
  return [{ key: 'gates', kind: 'gates', urgent: false, facts, since: now }]
}

/** For `doctor`: as the console and `/status` have it. */
export async function checkSilence(db: Db, now: Date): Promise<Report> {
  const silent = await findSilentModels(db, now)
  if (silent.length === 0) return 'no model has left the last calls unanswered'
  return silent.map(({ provider, n, since }) =>
    warning(`${provider}: the last ${n} calls had no answer, since ${since.toISOString().slice(0, 16)}`),
  )
}

const silence = async (db: Db, now: Date): Promise<OperatorIssue[]> =>
  (await findSilentModels(db, now)).map(({ provider, n, since }) => ({
    key: `model_away:${provider}`,
    kind: 'model_away',
    urgent: true,
    facts: { n },
    since,
  }))

/** Of the judge that was asked last: another model or prompt has a standing of its own. */
export async function judgeIssues(db: Db): Promise<OperatorIssue[]> {
  const { rows } = await sql<{ id: number; since: Date; model: string } & Record<string, number>>`
    select s.id, s.suspended_at as since, s.model, s.planted, s.refused, s.pairs, s.supported from judge_suspensions s
    join (select model, prompt_version from judge_controls order by id desc limit 1) last using (model, prompt_version)
    where s.lifted_at is null`.execute(db)
  return rows.map(({ id, since, ...facts }) => ({
    key: `judge_suspended:${id}`,
    kind: 'judge_suspended',
    urgent: true,
    facts,
    since,
  }))
}
