/** What needs a person, as far as the database knows: for notices and the console. */
import { sql } from 'kysely'
import { isTrouble, needsPerson } from '../../domain/feeds/feed-health.ts'
import type { Matter, NoticeKind } from '../../domain/notices.ts'
import { budgetUse } from '../../domain/time/budget-use.ts'
import { monthStart } from '../../domain/time/days.ts'
import type { ReadDb } from '../articles/articles.ts'
import { listOpenReports } from './overview.ts'
import { listSourceStates } from './source-health.ts'
import type { SourceState } from './views.ts'

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

export interface Matters {
  open: Matter[]
  /** Keys of what is not mended, though it would not be told today: such as a silent source whose last visit failed. */
  lasting: string[]
}

export async function listMatters(db: ReadDb, scope: Scope): Promise<Matters> {
  const sources = await listSourceStates(db, scope.now)
  const found = [reportMatters(db), budgetMatters(db, scope), modelMatters(db, scope), judgeMatters(db)]
  const lasting = sources
    .filter(({ state }) => isTrouble(state) || state === 'silent' || state === 'offline')
    .map(keyOf)
  return { open: [...sourceMatters(sources, scope), ...(await Promise.all(found)).flat()], lasting }
}

/** A source in trouble is one matter until it is well, whatever the trouble turns into; that it is gone for good is another. */
const keyOf = ({ id, state }: SourceState) => `${state === 'gone' ? 'source_gone' : 'source'}:${id}`

function sourceMatters(sources: SourceState[], { now }: Scope): Matter[] {
  const matters = sources
    .filter((source) => needsPerson(source, now))
    .map((source) => ({
      ...{ key: keyOf(source), kind: `source_${source.state}` as NoticeKind, urgent: false },
      ...{ facts: { source: source.title, cause: source.cause }, since: source.since ?? now },
    }))
  const began = offlineSince(sources)
  if (began === null || now.getTime() - began.getTime() < OFFLINE_MS) return matters
  return [...matters, { key: 'network_away', kind: 'network_away', urgent: true, facts: {}, since: began }]
}

/** The first failure since anybody answered: a source that was in trouble before says nothing of our own network. */
function offlineSince(sources: SourceState[]): Date | null {
  const answered = Math.max(...sources.map(({ lastSuccessAt }) => lastSuccessAt?.getTime() ?? 0))
  const failures = sources
    .flatMap(({ state, since }) => (state === 'offline' && since ? since.getTime() : []))
    .filter((since) => since > answered)
  return failures.length > 0 ? new Date(Math.min(...failures)) : null
}

const reportMatters = async (db: ReadDb): Promise<Matter[]> =>
  (await listOpenReports(db)).map(({ id, title, text, at }) => ({
    ...{ key: `report:${id}`, kind: 'report', urgent: false, facts: { title, text: text.slice(0, 300) }, since: at },
  }))

async function budgetMatters(db: ReadDb, { now, timeZone, budget }: Scope): Promise<Matter[]> {
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

/** Of the judge that was asked last: another model or prompt has a standing of its own. */
async function judgeMatters(db: ReadDb): Promise<Matter[]> {
  const { rows } = await sql<{ id: number; since: Date; model: string } & Record<string, number>>`
    select s.id, s.suspended_at as since, s.model, s.planted, s.refused, s.pairs, s.supported from judge_suspensions s
    join (select model, prompt_version from judge_controls order by id desc limit 1) last using (model, prompt_version)
    where s.lifted_at is null`.execute(db)
  return rows.map(({ id, since, ...facts }) => ({
    ...{ key: `judge_suspended:${id}`, kind: 'judge_suspended', urgent: true, facts, since },
  }))
}
