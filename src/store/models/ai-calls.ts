/** The record of what models were asked and answered, and what it cost. */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'

export interface AiCall {
  purpose: 'summary' | 'same-event' | 'event' | 'story' | 'podcast' | 'embedding' | 'check'
  articleId: number | null
  storyId?: number | null
  eventId?: number | null
  at: Date
  ms: number
  provider: string
  model: string
  promptVersion: string
  contentHash: string | null
  /** What was asked, without the original text: that is kept for 30 days only, in its own table. */
  request: Record<string, unknown>
  response: string | null
  inputTokens: number
  outputTokens: number
  cost: number
  /** `asked`: no answer yet, or none ever, where the process died; tokens and cost are then an estimate. */
  verdict: 'asked' | 'accepted' | 'refused' | 'failed'
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
>

/** What became of a call that was asked; a second settlement changes nothing. */
export async function settleAiCall(db: Db | Trx, id: number, settlement: Settlement): Promise<void> {
  const { ms, response, inputTokens, outputTokens, cost, verdict, reason } = settlement
  await db
    .updateTable('ai_calls')
    .set({ ms, response, input_tokens: inputTokens, output_tokens: outputTokens, cost, verdict, reason })
    .where('id', '=', id)
    .where('verdict', '=', 'asked')
    .execute()
}

/** A call unanswered for this long is abandoned: its process died. */
const ABANDONED_AFTER_MS = 3_600_000

/** What was spent since an instant, lost calls with their estimate, and what calls under way may cost. */
export async function spentForBudget(
  db: Db | Trx,
  since: Date,
  now: Date,
): Promise<{ spent: number; underWay: number }> {
  const abandonedBefore = new Date(now.getTime() - ABANDONED_AFTER_MS)
  const { rows } = await sql<{ all: number; open: number }>`
    select coalesce(sum(cost), 0) as all, coalesce(sum(cost) filter (where verdict = 'asked' and at > ${abandonedBefore}), 0) as open
    from ai_calls where at >= ${since}`.execute(db)
  const [row] = rows
  return row ? { spent: row.all - row.open, underWay: row.open } : { spent: 0, underWay: 0 }
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

/** Mean tokens of a call for a purpose over the newest thousand of them, or null when there was none. */
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
        .where('verdict', 'in', ['accepted', 'refused'])
        .where('input_tokens', '>', 0)
        .orderBy('id', 'desc')
        .limit(1000)
        .as('newest'),
    )
    .select(({ fn }) => [fn.avg<number>('input_tokens').as('input'), fn.avg<number>('output_tokens').as('output')])
    .executeTakeFirst()
  return row?.input ? { input: Number(row.input), output: Number(row.output) } : null
}

/** What was spent for a purpose after a call. */
export async function spentAfter(db: Db | Trx, call: number, purpose: AiCall['purpose']): Promise<number> {
  const row = await db
    .selectFrom('ai_calls')
    .select(({ fn }) => fn.sum<number | null>('cost').as('cost'))
    .where('id', '>', call)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return Number(row.cost)
}

/** How many articles were given a summary after a call, and for how many every answer was refused. */
export async function summariesAfter(db: Db | Trx, call: number): Promise<{ accepted: number; refused: number }> {
  const { rows } = await sql<{ accepted: number; refused: number }>`
    select count(*) filter (where accepted) as accepted, count(*) filter (where refused and not accepted) as refused
    from (
      select bool_or(verdict = 'accepted') as accepted, bool_or(verdict = 'refused') as refused
      from ai_calls where id > ${call} and purpose = 'summary' and article_id is not null group by article_id
    ) a`.execute(db)
  return rows[0] ?? { accepted: 0, refused: 0 }
}
