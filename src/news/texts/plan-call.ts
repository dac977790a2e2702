/** A call to a language model before it is made: its subject, its limits and its cost. */

import type { Question, Summariser } from '../../platform/models/ports.ts'
import type { Prompt } from '../../platform/models/prompts.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { PlannedCall } from './budget.ts'

// Swedish and English give about 3.5 characters a token.
const CHARACTERS_PER_TOKEN = 3.5
export const TYPICAL_OUTPUT_TOKENS = 350
export const MAX_OUTPUT_TOKENS = 1500
/** Characters of an original that a model reads for its summary. */
export const MAX_SUMMARISED_LENGTH = 12_000
/** Characters that are embedded. The summary decides; more of a long one adds cost and no meaning. */
export const MAX_EMBEDDED_LENGTH = 2000

export const textTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

interface Asking {
  clock: Clock
  summariser: Pick<Summariser, 'provider' | 'model' | 'costOf'>
  prompt: Pick<Prompt, 'version'>
}

export type Subject = Pick<PlannedCall, 'purpose' | 'request'> &
  Partial<Pick<PlannedCall, 'articleId' | 'storyId' | 'eventId' | 'contentHash'>>

/** `outputTokens`: what the answer takes at most, roughly. */
export function planCall(
  { clock, summariser, prompt }: Asking,
  question: Pick<Question<unknown>, 'system' | 'prompt'>,
  subject: Subject,
  outputTokens = TYPICAL_OUTPUT_TOKENS,
): PlannedCall {
  const inputTokens = textTokens(question.system.length + question.prompt.length)
  return {
    articleId: null,
    contentHash: null,
    ...subject,
    at: clock.now(),
    provider: summariser.provider,
    model: summariser.model,
    promptVersion: prompt.version,
    inputTokens,
    outputTokens,
    cost: summariser.costOf(inputTokens, outputTokens),
  }
}
