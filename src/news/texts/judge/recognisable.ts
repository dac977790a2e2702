/** Detector of planted errors that differ from the real sentences of a call, without a look at their evidence. Pure. */
import { plainWords } from '../../../platform/text/sentences.ts'
import { shownIn } from '../verify/match-evidence.ts'
import type { JudgedItem } from './judged-item.ts'

/** Code asks about it, it is almost another sentence, or it is of another matter. In a call of its own nothing is. */
export const isRecognisable = (error: JudgedItem, real: readonly JudgedItem[]): boolean =>
  real.length > 0 &&
  (error.findings.length > 0 || real.some(({ text }) => isNearCopy(error.text, text)) || isForeign(error, real))

/** Share of the words of the longer sentence that two near copies have in common. */
const COPIED = 0.6

function isNearCopy(one: string, other: string): boolean {
  const [a, b] = [new Set(plainWords(one)), new Set(plainWords(other))]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared >= COPIED * Math.max(a.size, b.size)
}

/** Share of its words that its call has elsewhere: 58 % is the median of errors made of the text, 33 % the most of pairs. */
const MIN_SHARED = 0.3
const STEM = 5

function isForeign(error: JudgedItem, real: readonly JudgedItem[]): boolean {
  const [stems, others] = [stemsOf(error), new Set(real.flatMap(stemsOf))]
  return stems.filter((stem) => others.has(stem)).length < MIN_SHARED * stems.length
}

const stemsOf = ({ text, evidence }: JudgedItem): string[] => [
  ...new Set(
    [text, shownIn(evidence)].flatMap(plainWords).flatMap((word) => (word.length < STEM ? [] : word.slice(0, STEM))),
  ),
]
