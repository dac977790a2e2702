/** A first answer that is not in the form asked for: one sentence on the cause, with its cure. */
import { adviceFor } from '../../platform/models/model-advice.ts'
import type { ModelAnswer } from '../../platform/models/ports.ts'

/** Servers that cut a prompt to their context count only what is left of it. */
const MIN_READ = 0.6

export function unreadableAdvice(
  model: string,
  { inputTokens, usageReported }: Pick<ModelAnswer<unknown>, 'inputTokens' | 'usageReported'>,
  planned: { inputTokens: number },
): string {
  if (usageReported && inputTokens < planned.inputTokens * MIN_READ)
    return `${model} read ${inputTokens} of about ${planned.inputTokens} tokens. ${adviceFor({ status: 413, message: '' })}`
  return `${model} answers, but not in the JSON asked for. ${adviceFor({ prose: true, message: '' })}`
}
