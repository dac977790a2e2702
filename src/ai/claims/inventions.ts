/** Gate: superlatives, accusations and causes that no word of the source is behind. */
import type { ClaimWords, WordList } from './claim-words.ts'
import { type Ground, keysIn } from './ground.ts'
import type { Sentence, Word } from './reading.ts'

export function inventionsGate(claim: Sentence, ground: Ground, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  const superlative = only(claim, lists.superlatives, ground, ground.lists.superlatives)
  if (superlative) return `"${superlative}" has no superlative of the source behind it`
  const denied = firstOf(claim.words, lists.negation)
  const grave = denied ? null : only(claim, lists.grave, ground, ground.lists.grave)
  if (grave) return `"${grave}" accuses where the source does not`
  return strangeCause(claim, ground, lists)
}

function only(claim: Sentence, mine: WordList, ground: Ground, theirs: WordList): string | null {
  const word = firstOf(claim.words, mine)
  if (!word || ground.sentences.some((sentence) => firstOf(sentence.words, theirs))) return null
  return word.text
}

function firstOf(words: readonly Word[], list: WordList): Word | undefined {
  const lower = words.map((word) => word.lower)
  return words.find((_, at) => list.match(lower, at) > 0)
}

const FEWEST = 3

/** "because …" with nothing in it that the source speaks of. */
function strangeCause(claim: Sentence, ground: Ground, lists: ClaimWords): string | null {
  const lower = claim.words.map((word) => word.lower)
  const at = claim.words.findIndex((_, index) => lists.causes.match(lower, index) > 0)
  if (at < 0) return null
  const after = claim.words.slice(at + lists.causes.match(lower, at), at + 12)
  const told = after.filter((word) => word.keys.length > 0)
  const known = told.filter((word) => word.keys.some((key) => ground.counts.has(key)) || word.isNumber)
  if (told.length < FEWEST || keysIn(told).size === 0 || known.length > 0) return null
  return `the cause "${claim.text.slice(claim.words[at]?.at, (claim.words[at]?.at ?? 0) + 50)}" is not in the source`
}
