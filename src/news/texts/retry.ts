/** A question again: with the answer that was refused and the reason, in the prompt's language. Pure. */

import type { Question } from '../../platform/models/ports.ts'
import { delimit, fillPrompt, type Prompt } from '../../platform/models/prompts.ts'
import { foldSpace } from '../../platform/text/text.ts'
import { refusalKindOf } from './rules/refusals.ts'

export interface Refused {
  /** As it is recorded: "length: the text has 3 words". */
  reason: string | null
  /** The one that a check or the judge was against. */
  sentence?: string | undefined
  /** Null where it could not be read. */
  answer: string | null
}

const MAX_SENTENCE = 200
const MAX_ANSWER = 8000

export function withRetry<Answer>(
  prompt: Prompt,
  question: Question<Answer>,
  refused: Refused | null,
): Question<Answer> {
  if (!refused) return question
  const { reason, sentence, answer } = refused
  const kind = prompt.reasons[refusalKindOf(reason)] ?? prompt.reasons.rest ?? ''
  const quoted = sentence ? `${kind} ("${foldSpace(sentence).slice(0, MAX_SENTENCE)}")` : kind
  const values = { reason: quoted, answer: answer === null ? '–' : delimit('answer', answer.slice(0, MAX_ANSWER)) }
  return { ...question, prompt: `${question.prompt}\n\n${fillPrompt(prompt.retry, values)}` }
}
