/** The gates that hold letter by letter, on a whole answer: the first that refuses it, or a sentence of it. */
import { checkFacts, checkWhole, type GateOptions, type GateVerdict } from '../../src/ai/gates/check-summary.ts'
import { type GateSource, gatherEvidence } from '../../src/ai/gates/evidence.ts'
import { sentences } from '../../src/ai/gates/sentences.ts'

export function checkSummary(
  { title, summary }: { title: string; summary: string },
  source: GateSource,
  options: GateOptions,
): GateVerdict {
  const { languages, known } = options
  const evidence = gatherEvidence(source, known, languages)
  const whole = checkWhole(title, summary, evidence, options)
  const facts = [title, ...sentences(summary, languages.own.ends)].map((text) => checkFacts(text, evidence, options))
  return [whole, ...facts].find(({ ok }) => !ok) ?? whole
}
