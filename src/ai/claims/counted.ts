/** Gate: a number counts what it counts in the evidence, not what another number there does. */
import { quantities } from '../gates/quantities.ts'
import { isAge } from '../gates/quantity.ts'
import type { Reading } from '../gates/reading.ts'
import type { Ground } from './ground.ts'
import type { Sentence, Word } from './reading.ts'

interface Count {
  text: string
  values: number[]
  /** Keys of the words behind it that say what it counts. */
  of: Set<string>
}

const REACH = 3
/** Of a word that says nothing itself ("who", "will"): what it counts stands before it. */
const LONG = 3

export function countedGate(claim: Sentence, ground: Ground, own: Reading): string | null {
  const mine = countsIn(claim, own)
  const theirs = ground.sentences.flatMap((sentence) => countsIn(sentence, ground.reading))
  for (const count of mine) {
    const isSame = ({ values }: Count) => values.some((value) => count.values.includes(value))
    if (count.of.size === 0 || theirs.some((other) => isSame(other) && meets(other.of, count.of))) continue
    if (!theirs.some((other) => isSame(other) && other.of.size > 0)) continue
    // Both count it: "238 million shares, down from 280 million".
    const alsoMine = (other: Count) =>
      mine.some(({ values, of }) => values.some((value) => other.values.includes(value)) && meets(of, count.of))
    const rival = theirs.find((other) => !isSame(other) && meets(other.of, count.of) && !alsoMine(other))
    if (rival) return `"${count.text}" counts what "${rival.text}" counts in the source`
  }
  return null
}

const meets = (a: Set<string>, b: Set<string>) => [...a].some((key) => b.has(key))

function countsIn(sentence: Sentence, reading: Reading): Count[] {
  return sentence.words.flatMap((word, index) => {
    const before = sentence.words[index - 1]
    // "Tern 2" is a name.
    const named = before?.isName && sentence.text.slice(before.at + before.text.length, word.at) === ' '
    if (!isCount(word, reading) || named) return []
    const [quantity] = quantities(sentence.text.slice(word.at, word.at + 45), reading)
    const values = quantity?.values.map((value) => value * quantity.scale) ?? []
    if (!quantity || values.length === 0 || isAge(quantity)) return []
    const of = new Set<string>()
    const behind = sentence.words.slice(index + 1)
    for (const next of behind.slice(wholeAt(behind, reading)).slice(0, REACH)) {
      const ends = /[,;:.()–]/.test(sentence.text.slice(word.at + word.text.length, next.at))
      if (ends || isCount(next, reading) || (next.keys.length === 0 && next.text.length >= LONG)) break
      if (reading.units.of(next.lower)) continue
      for (const key of next.keys) if (key.startsWith('=') || key.startsWith('c:')) of.add(key)
    }
    return [{ text: quantity.text, values, of }]
  })
}

/** Where what is counted begins: in "four of the 60 votes" behind the 60. */
function wholeAt(behind: readonly Word[], reading: Reading): number {
  const { of, definite } = reading.numbers
  if (!of.has(behind[0]?.lower ?? '')) return 0
  const at = definite.has(behind[1]?.lower ?? '') ? 2 : 1
  return behind[at] && isCount(behind[at], reading) ? at + 1 : 0
}

const isCount = (word: Word, { numbers }: Reading) =>
  word.isNumber || (!word.isName && !numbers.isOrdinal(word.lower) && numbers.valueOf(word.lower) !== undefined)
