/** Checks that a model's script has the form that can be spoken. Pure. */
import { type CitedSentence, textOf } from '../../news/texts/verify/cited.ts'
import { checkRunningText, type VerifyRules, type Violation } from '../../news/texts/verify/running-text.ts'
import type { Script } from './script-answer.ts'

const SEGMENT_LENGTH = { words: [8, 220] as [number, number], sentences: [1, 14] as [number, number] }

/** The first violation of running text, in words that a model can act on, or null. */
export function scriptViolation(script: Script, rules: VerifyRules): Violation | null {
  const check = (where: string, title: string, sentences: readonly CitedSentence[]): Violation[] => {
    const violation = checkRunningText(title, textOf(sentences), SEGMENT_LENGTH, rules)
    return violation ? [{ ...violation, reason: `in ${where}: ${violation.reason}` }] : []
  }
  if (script.segments.length === 0) return { check: 'shape', reason: 'there are no segments' }
  const violations = [
    ...script.segments.flatMap(({ title, sentences }) => check(`the segment "${title}"`, title, sentences)),
    ...check('the title or description', script.title, script.description),
  ]
  return violations[0] ?? null
}
