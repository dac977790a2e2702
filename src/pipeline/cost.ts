/** What model calls will cost, before they are made. */
import type { Summariser } from '../domain/ports.ts'
import { meanTokens } from '../store/ai-calls.ts'
import type { Db } from '../store/database.ts'
import { listReenrichable } from '../store/enrichment.ts'

export const MAX_OUTPUT_TOKENS = 1500
// Swedish and English give about 3.5 characters a token; instructions and vocabulary take some 6,000 characters.
const CHARACTERS_PER_TOKEN = 3.5
const INSTRUCTION_CHARACTERS = 6000
const TYPICAL_OUTPUT_TOKENS = 350
const LONGEST_TEXT = 12_000

/** Tokens that a call of so many characters takes at most, roughly. */
export function callTokens(characters: number): { input: number; output: number } {
  return { input: Math.ceil(characters / CHARACTERS_PER_TOKEN), output: TYPICAL_OUTPUT_TOKENS }
}

export interface CostEstimate {
  articles: number
  inputTokens: number
  outputTokens: number
  /** In the provider's currency; 0 where no prices are set. */
  cost: number
  /** From the record of earlier calls, or from the length of the texts. */
  basis: 'earlier calls' | 'text lengths'
}

/** What enriching everything since a date again would take. Spends nothing. */
export async function estimateCost(
  ctx: { db: Db; summariser: Pick<Summariser, 'costOf'> },
  since: Date | null,
): Promise<CostEstimate> {
  const articles = await listReenrichable(ctx.db, since)
  const mean = await meanTokens(ctx.db, 'summary')
  const tokens = articles.map(({ characters }) =>
    mean ? mean : callTokens(INSTRUCTION_CHARACTERS + Math.min(characters, LONGEST_TEXT)),
  )
  const inputTokens = Math.round(tokens.reduce((sum, { input }) => sum + input, 0))
  const outputTokens = Math.round(tokens.reduce((sum, { output }) => sum + output, 0))
  return {
    articles: articles.length,
    inputTokens,
    outputTokens,
    cost: ctx.summariser.costOf(inputTokens, outputTokens),
    basis: mean ? 'earlier calls' : 'text lengths',
  }
}
