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
  const kind = refusalKindOf(reason)
  const named = [prompt.reasons[kind] ?? prompt.reasons.rest ?? '', kind === 'length' ? limitsOf(prompt, question) : '']
  const why = named.filter(Boolean).join('; ')
  const quoted = sentence ? `${why} ("${foldSpace(sentence).slice(0, MAX_SENTENCE)}")` : why
  const values = { reason: quoted, answer: answer === null ? '–' : delimit('answer', answer.slice(0, MAX_ANSWER)) }
  return { ...question, prompt: `${question.prompt}\n\n${fillPrompt(prompt.retry, values)}` }
}

/** Limits that the prompt asks for: an answer that meets those of the code alone has less room. */
function limitsOf({ reasons }: Prompt, { words }: Pick<Question<unknown>, 'words'>): string {
  if (!words) return ''
  return fillPrompt(reasons.words ?? '', { min_words: String(words[0]), max_words: String(words[1]) })
}
