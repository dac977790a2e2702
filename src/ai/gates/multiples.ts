/** Gate: words for parts and multiples ("half", "doubled", "a third of") have their like in the source. */
import type { Language } from '../../domain/languages/language.ts'
import { MULTIPLES, type Multiple } from '../../domain/languages/number-words.ts'
import { anyOf } from '../../domain/languages/patterns.ts'
import type { Evidence } from './evidence.ts'
import { lexemes } from './lexemes.ts'
import { hedgeBefore } from './quantity.ts'
import type { Reading } from './reading.ts'
import { followsAs } from './reckoned.ts'
import { sentences } from './sentences.ts'

/** For each what an answer says, and what in a source supports it. */
export type MultipleWords = Record<Multiple, { said: RegExp | null; seen: RegExp | null }>

export function buildMultiples(all: readonly Language[]): MultipleWords {
  const words = (name: Multiple) => {
    const found = all.flatMap(({ multiples }) => multiples[name] ?? [])
    const said = found.flatMap((word) => word.said)
    return { said: anyOf(said), seen: anyOf([...said, ...found.flatMap((word) => word.seen)]) }
  }
  return Object.fromEntries(MULTIPLES.map((name) => [name, words(name)])) as MultipleWords
}

export function multiplesGate(text: string, reading: Reading, evidence: Evidence): string | null {
  for (const sentence of sentences(text, reading.ends))
    for (const name of MULTIPLES) {
      const found = reading.multiples[name].said?.exec(sentence)
      if (!found || evidence.reading.multiples[name].seen?.test(evidence.text)) continue
      if (isHalfPast(sentence.slice(found.index), reading)) continue
      const before = lexemes(sentence.slice(0, found.index))
      // A source that names another part or multiple itself leaves nothing to round.
      const isRound = !MULTIPLES.some((other) => evidence.reading.multiples[other].said?.test(evidence.text))
      const hedge = isRound ? hedgeBefore(before, before.length, reading) : null
      if (!followsAs(name, hedge, sentence, reading, evidence)) return `"${found[0]}" has no support in the source`
    }
  return null
}

/** "half tien" is a time of day. */
function isHalfPast(text: string, { numbers }: Reading): boolean {
  const [half, hour] = lexemes(text)
  return numbers.halfPast.has(half?.text.toLowerCase() ?? '') && numbers.valueOf(hour?.text ?? '') !== undefined
}
