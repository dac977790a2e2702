/** The record of models' calls: question, answer and cost. */
import { sql } from 'kysely'
import type { Database, Db, Trx } from '../../../platform/database/database.ts'

export interface AiCall {
  purpose: 'summary' | 'same-event' | 'event' | 'story' | 'podcast' | 'embedding' | 'check' | 'judge' | 'exam'
  articleId: number | null
  storyId?: number | null
  eventId?: number | null
  at: Date
  ms: number
  provider: string
  model: string
  promptVersion: string
  contentHash: string | null
  /** Request without the original text: that is retained for 30 days only, in its own table. */
  request: Record<string, unknown>
  response: string | null
  inputTokens: number
  outputTokens: number
  cost: number
  /**
   * `asked`: no answer yet, or none ever, where the process died; tokens and cost are then an estimate. `answered`: the
   * answer is stored and not judged yet.
   */
  verdict: 'asked' | 'answered' | 'accepted' | 'refused' | 'failed'
  reason: string | null
}

/** Returns the row's id. */
export async function insertAiCall(db: Db | Trx, call: AiCall): Promise<number> {
  const row = await db
    .insertInto('ai_calls')
    .values({
      purpose: call.purpose,
      article_id: call.articleId,
      story_id: call.storyId ?? null,
      event_id: call.eventId ?? null,
      at: call.at,
      ms: call.ms,
      provider: call.provider,
      model: call.model,
      prompt_version: call.promptVersion,
      content_hash: call.contentHash,
      request: JSON.stringify(call.request),
      response: call.response,
      input_tokens: call.inputTokens,
      output_tokens: call.outputTokens,
      cost: call.cost,
      verdict: call.verdict,
      reason: call.reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type Settlement = Pick<
  AiCall,
  'ms' | 'response' | 'inputTokens' | 'outputTokens' | 'cost' | 'verdict' | 'reason'
> & {
  /** False where the answer reported no usage: the estimate remains. */
  usageReported?: boolean
  /** The answer could not be read or stored. */
  unreadable?: boolean
}

/** Outcome of a call; a second record changes nothing. */
export async function recordResponse(db: Db | Trx, id: number, settlement: Settlement): Promise<void> {
  const { ms, inputTokens, outputTokens, cost, verdict, reason, usageReported = true, unreadable = false } = settlement
  const use = usageReported ? { input_tokens: inputTokens, output_tokens: outputTokens, cost } : {}
  await db
    .updateTable('ai_calls')
    .set({ ms, ...use, verdict, reason: storable(reason), unreadable, response: storable(settlement.response) })
    .where('id', '=', id)
    .where('verdict', '=', 'asked')
    .execute()
}

/** PostgreSQL has no NUL in texts. */
const storable = (text: string | null) => text?.replaceAll('\0', '\ufffd') ?? null

/** The verdict on an answer that was stored before it was judged. */
export async function recordVerdict(
  db: Db | Trx,
  id: number,
  verdict: 'accepted' | 'refused',
  reason: string | null,
): Promise<void> {
  await db
    .updateTable('ai_calls')
    .set({ verdict, reason: storable(reason) })
    .where('id', '=', id)
    .where('verdict', '=', 'answered')
    .execute()
}

/** One state of what a text is about, as one prompt asks one model about it. */
export interface RequestedState {
  purpose: AiCall['purpose']
  articleId?: number | null
  eventId?: number | null
  storyId?: number | null
  contentHash: string
  model: string
  promptVersion: string
}

/** Number of paid attempts at a state: every call but those without an answer, and how many of them were unreadable. */
export async function paidSoFar(
  db: Db | Trx,
  state: RequestedState,
): Promise<{ paidAttempts: number; unreadable: number }> {
  const row = await callsFor(db, state)
    .select(({ fn }) => [
      fn.countAll<number>().as('bought'),
      fn.countAll<number>().filterWhere('unreadable', '=', true).as('unreadable'),
    ])
    .where('verdict', '<>', 'failed')
    .where('superseded', '=', false)
    .executeTakeFirstOrThrow()
  return { paidAttempts: Number(row.bought), unreadable: Number(row.unreadable) }
}

/** Their summaries may be paid for again: earlier answers stay on record, and count no more. */
export async function supersedeSummaries(db: Db | Trx, articleIds: number[]): Promise<void> {
  await db
    .updateTable('ai_calls')
    .set({ superseded: true })
    .where('article_id', '=', sql<number>`any(${articleIds}::bigint[])`)
    .where('purpose', '=', 'summary')
    .where('verdict', '<>', 'answered')
    .where('superseded', '=', false)
    .execute()
}

/** Answers quote the originals: they go as these do, after 30 days. */
export async function purgeOldResponses({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  await db
    .updateTable('ai_calls')
    .set({ response: null })
    .where('response', 'is not', null)
    .where('at', '<', new Date(now.getTime() - 30 * 86_400_000))
    .execute()
}

/** An answer that a process stored and did not live to judge. */
export async function findAnswered(
  db: Db | Trx,
  state: RequestedState,
): Promise<{ id: number; response: string } | undefined> {
  const row = await callsFor(db, state)
    .select(['id', 'response'])
    .where('verdict', '=', 'answered')
    .where('response', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && { id: row.id, response: row.response ?? '' }
}

function callsFor(db: Db | Trx, { purpose, contentHash, model, promptVersion, ...about }: RequestedState) {
  const { articleId = null, eventId = null, storyId = null } = about
  return db
    .selectFrom('ai_calls')
    .where('purpose', '=', purpose)
    .$if(articleId !== null, (calls) => calls.where('article_id', '=', articleId))
    .$if(eventId !== null, (calls) => calls.where('event_id', '=', eventId))
    .$if(storyId !== null, (calls) => calls.where('story_id', '=', storyId))
    .where('content_hash', '=', contentHash)
    .where('model', '=', model)
    .where('prompt_version', '=', promptVersion)
}

/** A call unanswered for this long is abandoned: its process died. */
const ABANDONED_AFTER_MS = 3_600_000

/** Spending since an instant, lost calls with their estimate, and the possible cost of calls under way. */
export async function spentForBudget(
  db: Db | Trx,
  since: Date,
  now: Date,
): Promise<{ spent: number; pending: number }> {
  const abandonedBefore = new Date(now.getTime() - ABANDONED_AFTER_MS)
  const { rows } = await sql<{ all: number; open: number }>`
    select coalesce(sum(cost), 0) as all, coalesce(sum(cost) filter (where verdict = 'asked' and at > ${abandonedBefore}), 0) as open
    from ai_calls where at >= ${since}`.execute(db)
  const [row] = rows
  return row ? { spent: row.all - row.open, pending: row.open } : { spent: 0, pending: 0 }
}

export interface Spend {
  calls: number
  inputTokens: number
  outputTokens: number
  cost: number
}

/** Everything that was spent on models since an instant. */
export async function spentSince(db: Db | Trx, since: Date): Promise<Spend> {
  const row = await db
    .selectFrom('ai_calls')
    .select(({ fn }) => [
      fn.countAll<number>().as('calls'),
      fn.sum<number | null>('input_tokens').as('inputTokens'),
      fn.sum<number | null>('output_tokens').as('outputTokens'),
      fn.sum<number | null>('cost').as('cost'),
    ])
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return {
    calls: Number(row.calls),
    inputTokens: Number(row.inputTokens),
    outputTokens: Number(row.outputTokens),
    cost: Number(row.cost),
  }
}

/** Mean tokens of a call for a purpose about single articles, over the newest thousand, or null when there was none. */
export async function meanTokens(
  db: Db | Trx,
  purpose: AiCall['purpose'],
): Promise<{ input: number; output: number } | null> {
  const row = await db
    .selectFrom(
      db
        .selectFrom('ai_calls')
        .select(['input_tokens', 'output_tokens'])
        .where('purpose', '=', purpose)
        .where('story_id', 'is', null)
        .where('event_id', 'is', null)
        .where('verdict', 'in', ['answered', 'accepted', 'refused'])
        .where('input_tokens', '>', 0)
        .orderBy('id', 'desc')
        .limit(1000)
        .as('newest'),
    )
    .select(({ fn }) => [fn.avg<number>('input_tokens').as('input'), fn.avg<number>('output_tokens').as('output')])
    .executeTakeFirst()
  return row?.input ? { input: Number(row.input), output: Number(row.output) } : null
}

/** Spending for some purposes after a call. */
export async function spentAfter(db: Db | Trx, call: number, purposes: AiCall['purpose'][]): Promise<number> {
  const row = await db
    .selectFrom('ai_calls')
    .select(({ fn }) => fn.sum<number | null>('cost').as('cost'))
    .where('id', '>', call)
    .where('purpose', 'in', purposes)
    .executeTakeFirstOrThrow()
  return Number(row.cost)
}

/** Number of articles that were given a summary after a call, and of those for which every answer was refused. */
export async function summariesAfter(db: Db | Trx, call: number): Promise<{ accepted: number; refused: number }> {
  const { rows } = await sql<{ accepted: number; refused: number }>`
    select count(*) filter (where accepted) as accepted, count(*) filter (where refused and not accepted) as refused
    from (
      select bool_or(verdict = 'accepted') as accepted, bool_or(verdict = 'refused') as refused
      from ai_calls where id > ${call} and purpose = 'summary' and article_id is not null group by article_id
    ) a`.execute(db)
  return rows[0] ?? { accepted: 0, refused: 0 }
}
