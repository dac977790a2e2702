/** Gate: what went from one value to another went in that direction in the source too. */
import { quantities } from '../gates/quantities.ts'
import type { Reading } from '../gates/reading.ts'
import type { ClaimWords } from './claim-words.ts'
import type { Ground } from './ground.ts'
import type { Sentence } from './reading.ts'

interface Change {
  from: number
  to: number
  text: string
}

export function changesGate(claim: Sentence, ground: Ground, own: Reading, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  const theirs = ground.sentences.flatMap((sentence) => changesOf(sentence, ground.reading, ground.lists as ClaimWords))
  for (const change of changesOf(claim, own, lists)) {
    const same = theirs.some(({ from, to }) => from === change.from && to === change.to)
    const reversed = theirs.some(({ from, to }) => from === change.to && to === change.from)
    if (reversed && !same) return `"${change.text}" is the other way round in the source`
  }
  return null
}

/** "from A to B", "B instead of A", "B, against A the year before". */
function changesOf(sentence: Sentence, reading: Reading, lists: ClaimWords): Change[] {
  const numbers = sentence.words.flatMap((word, index) => {
    if (!word.isNumber) return []
    const quantity = quantities(sentence.text.slice(word.at, word.at + 45), reading)[0]
    const value = quantity?.values[0]
    return quantity && value !== undefined ? [{ index, value: value * quantity.scale }] : []
  })
  const lower = sentence.words.map((word) => word.lower)
  const changes: Change[] = []
  for (const [at, second] of numbers.entries()) {
    const first = numbers[at - 1]
    if (!first || second.index - first.index > 9 || first.value === second.value) continue
    const between = lower.slice(first.index + 1, second.index)
    const before = lower.slice(Math.max(0, first.index - 4), first.index)
    const text = sentence.text.slice(sentence.words[first.index]?.at, (sentence.words[second.index]?.at ?? 0) + 6)
    if (between.some((_, index) => lists.instead.match(between, index) > 0 || lists.before.has(between[index] ?? '')))
      changes.push({ from: second.value, to: first.value, text })
    else if (between.some((word) => lists.to.has(word)) && before.some((word) => lists.before.has(word)))
      changes.push({ from: first.value, to: second.value, text })
  }
  return changes
}
