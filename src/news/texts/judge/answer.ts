/** A judge's answer: for each sentence whether the evidence supports it, where it fails, and the words that decide. Pure. */
import { z } from 'zod'
import { shownIn } from '../verify/match-evidence.ts'
import { passageFinder } from '../verify/passages.ts'
import type { JudgedItem } from './judged-item.ts'

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

/** A number in words of its evidence, digits or not; or as many things in a row as the number `counted`. */
export type HoldsNumber = (words: string, item: JudgedItem, counted?: string) => boolean

/**
 * One for each item; of several answers the worst counts. Null for those without an answer, and for `supported` without
 * words of the evidence, which anyone can write who has not read it.
 */
export function verdictsOf(
  { verdicts }: JudgeAnswer,
  items: readonly JudgedItem[],
  holdsNumber: HoldsNumber,
): (Verdict | null)[] {
  return items.map((item, at) => {
    const ofSentence = verdicts.filter(({ sentence }) => sentence === at + 1)
    const found = ofSentence.find(({ verdict }) => verdict !== 'supported') ?? ofSentence[0]
    if (!found) return null
    const shown = shownIn(item.evidence)
    const words = shownWords(found.words ?? '', shown)
    if (found.verdict === 'supported' && !(words && isProof(words, shown, item, holdsNumber))) return null
    return {
      verdict: found.verdict,
      aspect: found.verdict === 'supported' ? null : (ASPECTS.find((aspect) => aspect === found.aspect) ?? 'what'),
      words: words?.slice(0, MAX_WORDS) ?? null,
    }
  })
}

const MAX_WORDS = 200
/** Characters that are read, and letters at least where there is no digit. */
const MAX_READ = 2000
const MIN_LETTERS = 3
/** Signs that models put around words that they copy. */
const AROUND = /^[\s"“”„«»‹›<>'’]+|[\s"“”„«»‹›<>'’.,;:]+$/gu

/** Words as they were copied, where each part between ellipses is in the evidence; else null. */
function shownWords(words: string, shown: string): string | null {
  const copied = words.slice(0, MAX_READ).replace(AROUND, '')
  const find = passageFinder(shown.toLowerCase(), 1)
  const parts = copied.split(/\s*(?:…|\.{3})\s*/).filter(Boolean)
  const isShown = parts.length > 0 && parts.every((part) => find(part.toLowerCase()) !== null)
  const isAny = /\d/.test(copied) || (copied.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS
  return isShown && isAny ? copied : null
}

/**
 * Words that hold a number or a name where code asks about one. The day of an event can be "yesterday", and the first word of
 * a sentence may be no name.
 */
const isProof = (words: string, shown: string, item: JudgedItem, holdsNumber: HoldsNumber): boolean =>
  item.findings.every(({ kind, text }) => {
    if (kind === 'numbers') return holdsNumber(words, item, text) || !holdsNumber(shown, item)
    return kind === 'dates' || item.text.startsWith(text) || /\p{Lu}|\p{Lo}|\d/u.test(words)
  })
