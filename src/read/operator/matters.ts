/** What needs a person, as far as the database knows: for notices and the console. */
import { sql } from 'kysely'
import { needsPerson } from '../../domain/feeds/feed-health.ts'
import type { Matter, NoticeKind } from '../../domain/notices.ts'
import { monthStart } from '../../domain/time/days.ts'
import type { ReadDb } from '../articles/articles.ts'
import { listOpenReports } from './overview.ts'
import { listSourceStates } from './source-health.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Our own network may be away so long before somebody is told. */
const OFFLINE_MS = HOUR_MS / 2

interface Scope {
  now: Date
  timeZone: string
  /** AI_MONTHLY_BUDGET. */
  budget: number | null
}

export async function listMatters(db: ReadDb, scope: Scope): Promise<Matter[]> {
  const found = [sourceMatters(db, scope), reportMatters(db), budgetMatters(db, scope), modelMatters(db, scope)]
  return (await Promise.all(found)).flat()
}

async function sourceMatters(db: ReadDb, { now }: Scope): Promise<Matter[]> {
  const sources = await listSourceStates(db, now)
  const matters = sources
    .filter((source) => needsPerson(source, now))
    .map(({ id, title, state, since }) => ({
      ...{ key: `source_${state}:${id}`, kind: `source_${state}` as NoticeKind, urgent: false },
      ...{ facts: { source: title }, since: since ?? now },
    }))
  const offline = sources.filter(({ state }) => state === 'offline').map(({ since }) => (since ?? now).getTime())
  const began = new Date(Math.min(...offline))
  if (offline.length === 0 || now.getTime() - began.getTime() < OFFLINE_MS) return matters
  return [...matters, { key: 'network_away', kind: 'network_away', urgent: true, facts: {}, since: began }]
}

const reportMatters = async (db: ReadDb): Promise<Matter[]> =>
  (await listOpenReports(db)).map(({ id, title, text, at }) => ({
    ...{ key: `report:${id}`, kind: 'report', urgent: false, facts: { title, text: text.slice(0, 300) }, since: at },
  }))

/** Share of the budget after which somebody is told. */
const NEAR = 0.8

async function budgetMatters(db: ReadDb, { now, timeZone, budget }: Scope): Promise<Matter[]> {
  if (budget === null) return []
  const month = monthStart(now, timeZone)
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(cost), 0) as spent from ai_calls where at >= ${month}`.execute(db)
  const spent = rows[0]?.spent ?? 0
  if (spent < NEAR * budget) return []
  // What is left may be too little for a single call.
  const used = spent >= 0.995 * budget
  const kind = used ? 'budget_used' : 'budget_near'
  const facts = { percent: Math.round((100 * spent) / Math.max(budget, Number.EPSILON)) }
  return [{ key: `${kind}:${month.toISOString().slice(0, 10)}`, kind, urgent: used, facts, since: now }]
}

interface Verdicts {
  refused: number
  accepted: number
  failed: number
  refusedBefore: number
  acceptedBefore: number
  answeredLately: number
  failedLately: number
  firstFailure: Date | null
}

/** Refusals of a day that are noticed, and how many times the usual share. */
const REFUSED = 10
const TIMES_USUAL = 2
const REFUSED_SHARE = 0.2

async function modelMatters(db: ReadDb, { now }: Scope): Promise<Matter[]> {
  const [hour, day, before] = [2 * HOUR_MS, DAY_MS, 15 * DAY_MS].map((ms) => new Date(now.getTime() - ms))
  const { rows } = await sql<Verdicts>`
    select count(*) filter (where at >= ${day} and verdict = 'refused')::integer as refused,
      count(*) filter (where at >= ${day} and verdict = 'accepted')::integer as accepted,
      count(*) filter (where at < ${day} and verdict = 'refused')::integer as "refusedBefore",
      count(*) filter (where at < ${day} and verdict = 'accepted')::integer as "acceptedBefore",
      count(*) filter (where at >= ${hour} and verdict in ('accepted', 'refused'))::integer as "answeredLately",
      count(*) filter (where at >= ${hour} and verdict = 'failed')::integer as "failedLately",
      min(at) filter (where at >= ${hour} and verdict = 'failed') as "firstFailure"
    from ai_calls where at >= ${before} and purpose = 'summary'`.execute(db)
  return rows[0] ? [...refusals(rows[0], now), ...silence(rows[0], now)] : []
}

function refusals(row: Verdicts, now: Date): Matter[] {
  const share = (refused: number, accepted: number) => (refused + accepted === 0 ? 0 : refused / (refused + accepted))
  const [today, usual] = [share(row.refused, row.accepted), share(row.refusedBefore, row.acceptedBefore)]
  if (row.refused < REFUSED || today < REFUSED_SHARE || today < TIMES_USUAL * usual) return []
  const facts = { n: row.refused, percent: Math.round(100 * today), usual: Math.round(100 * usual) }
  return [{ key: 'gates', kind: 'gates', urgent: false, facts, since: now }]
}

const FAILED = 5

function silence({ answeredLately, failedLately, firstFailure }: Verdicts, now: Date): Matter[] {
  if (failedLately < FAILED || answeredLately > 0) return []
  return [
    { key: 'model_away', kind: 'model_away', urgent: true, facts: { n: failedLately }, since: firstFailure ?? now },
  ]
}
