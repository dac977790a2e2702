/** A judge's answer: for each sentence whether the evidence supports it, where it fails, and the words that decide. Pure. */
import { z } from 'zod'
import type { Evidence } from '../verify/match-evidence.ts'
import { passageFinder } from '../verify/passages.ts'

const ASPECTS = ['who', 'what', 'how_much', 'when', 'negation', 'certainty'] as const
const VERDICTS = ['supported', 'contradicted', 'not_in_evidence'] as const
export type VerdictKind = (typeof VERDICTS)[number]

export const JudgeAnswer = z.object({
  verdicts: z.array(
    z.object({
      sentence: z.number().int(),
      verdict: z.enum(VERDICTS),
      /** One of the aspects where the model keeps to them. */
      aspect: z.string().nullable(),
      words: z.string().nullable(),
    }),
  ),
})
export type JudgeAnswer = z.infer<typeof JudgeAnswer>

/** Tokens of an answer for each sentence, roughly. */
export const TOKENS_A_VERDICT = 45

export interface Verdict {
  verdict: VerdictKind
  /** The aspect that fails; null where none does. */
  aspect: string | null
  /** Words of the evidence that decide; null where what the judge names is not there. */
  words: string | null
}

/** One for each item, null for those without an answer; of several answers the worst counts. */
export function verdictsOf(
  { verdicts }: JudgeAnswer,
  items: readonly { evidence: readonly Evidence[] }[],
): (Verdict | null)[] {
  return items.map(({ evidence }, at) => {
    const ofSentence = verdicts.filter(({ sentence }) => sentence === at + 1)
    const found = ofSentence.find(({ verdict }) => verdict !== 'supported') ?? ofSentence[0]
    if (!found) return null
    const shown = evidence.map(({ before, text, after }) => `${before} ${text} ${after}`).join('\n')
    const words = found.words?.trim() ?? ''
    const isShown = words !== '' && passageFinder(shown, 1)(words) !== null
    return {
      verdict: found.verdict,
      aspect: found.verdict === 'supported' ? null : (ASPECTS.find((aspect) => aspect === found.aspect) ?? 'what'),
      words: isShown ? words.slice(0, MAX_WORDS) : null,
    }
  })
}

const MAX_WORDS = 200
