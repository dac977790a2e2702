/** Is what a model's script says of the shape that can be spoken? Pure: gates are arguments. */
import { type CitedSentence, textOf } from '../../ai/claims/cited.ts'
import { checkRunningText, type Gate, type GateOptions } from '../../ai/gates/check-summary.ts'
import type { Script } from './script-answer.ts'

export interface ScriptFault {
  ok: false
  gate: Gate
  reason: string
}

const SEGMENT_LENGTH = { words: [8, 220] as [number, number], sentences: [1, 14] as [number, number] }

/** The first fault of running text, in words that a model can act on, or null. */
export function scriptFault(script: Script, gates: GateOptions): ScriptFault | null {
  const check = (where: string, title: string, sentences: readonly CitedSentence[]): ScriptFault[] => {
    const verdict = checkRunningText(title, textOf(sentences), { ...gates, length: SEGMENT_LENGTH })
    return verdict.ok ? [] : [{ ...verdict, reason: `in ${where}: ${verdict.reason}` }]
  }
  if (script.segments.length === 0) return { ok: false, gate: 'shape', reason: 'there are no segments' }
  const faults = [
    ...script.segments.flatMap(({ title, sentences }) => check(`the segment "${title}"`, title, sentences)),
    ...check('the title or description', script.title, script.description),
  ]
  return faults[0] ?? null
}
