/** The record of what models were asked and answered, and what it cost. */
import { sql } from 'kysely'
import type { Db, Trx } from './database.ts'

export interface AiCall {
  purpose: 'summary' | 'same-event' | 'story' | 'podcast' | 'embedding'
  articleId: number | null
  storyId?: number | null
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
  verdict: 'accepted' | 'refused' | 'failed'
  reason: string | null
}

export async function insertAiCall(db: Db | Trx, call: AiCall): Promise<void> {
  await db
    .insertInto('ai_calls')
    .values({
      purpose: call.purpose,
      article_id: call.articleId,
      story_id: call.storyId ?? null,
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
    .execute()
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
