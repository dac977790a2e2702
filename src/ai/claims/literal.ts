/** Gate: what can be read letter by letter, numbers, dates, quotations and names, stands in the evidence of its sentence. */
import type { GateOptions } from '../gates/check-summary.ts'
import { datesGate } from '../gates/dates.ts'
import { type GateSource, gatherEvidence } from '../gates/evidence.ts'
import { namesGate } from '../gates/names.ts'
import { numbersGate } from '../gates/numbers.ts'
import { quotesGate } from '../gates/quotes.ts'
import type { Bound } from './bind.ts'
import type { Sentence } from './reading.ts'

/** Only where the answer names its evidence: what we find ourselves may be too little. */
export function literalGate(text: string, bound: Bound, source: GateSource, gates: GateOptions): string | null {
  if (!bound.given) return null
  const { languages, known, names } = gates
  const { own } = languages
  const said = joined(bound.ground.sentences)
  const evidence = gatherEvidence({ ...source, text: said }, known, languages)
  const near = [...bound.ground.sentences, ...bound.around]
  const nearby = { ...source, text: joined(near) }
  const reason =
    numbersGate(text, own, evidence) ??
    quotesGate(text, own, evidence) ??
    datesGate(text, own, gatherEvidence({ ...source, text: joined([...near, ...bound.after]) }, known, languages)) ??
    namesGate([text], own, gatherEvidence(nearby, known, languages), names)
  return reason?.replace('in the source', 'in the evidence of the sentence') ?? null
}

const joined = (sentences: readonly Sentence[]) => sentences.map(({ text }) => text).join('\n')
