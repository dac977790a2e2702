/**
 * Gate: a "not" of the claim has one in its evidence, and one of the evidence is not lost. It asks for few words that
 * both share, so that it holds the claim against its evidence alone.
 */
import type { Bound } from './bind.ts'
import type { ClaimWords, WordList } from './claim-words.ts'
import type { Ground } from './ground.ts'
import type { Clause, Sentence, Word } from './reading.ts'

/** A claim with so large a share of the telling words says all of its evidence; a shorter one may leave a "not" out. */
const SAYS_ALL = 0.68
/** Words around a "not", and how many of the telling ones the claim must tell. */
const AROUND = [1, 5] as const
const MOST_BESIDE = 0.5
/** Share of the words of found evidence that the claim must say for it to be the right one. */
const LEAST_SAID = 0.5

export function denialGate(claim: Sentence, bound: Bound, lists: ClaimWords | null): string | null {
  const theirs = bound.ground.lists
  const evidence = bound.ground.sentences
  if (!lists || !theirs || (!bound.given && !isSure(claim, bound))) return null
  if (bound.given && deniesWhatIsTold(claim, evidence, lists, theirs)) return UNDENIED
  if (turns(claim.words, lists)) return null
  const denied = evidence.flatMap(({ clauses }) => clauses).filter(({ words }) => has(words, theirs.denials))
  if (denied.length === 0) return null
  const all = evidence.reduce((sum, { words }) => sum + telling(words).length, 0)
  const saysAll =
    bound.given &&
    telling(claim.words).length >= SAYS_ALL * all &&
    denied.some(({ words }) => tellsWhatIsDenied(words, claim, theirs))
  return saysAll || denied.some((clause) => isTold(clause, claim) && tellsWhatIsDenied(clause.words, claim, theirs))
    ? 'the evidence denies this'
    : null
}

export const UNDENIED = 'the evidence does not deny this'

/** "Recalls no headphones": the word beside the claim's "not" is one of the evidence, which says no to nothing. */
function deniesWhatIsTold(claim: Sentence, evidence: Sentence[], lists: ClaimWords, theirs: ClaimWords): boolean {
  const lower = claim.words.map((word) => word.lower)
  const told = new Set(evidence.flatMap(({ words }) => words.flatMap(({ keys }) => keys)))
  const isTold = (word: Word | undefined) => word && !word.isName && word.keys.some((key) => told.has(key))
  const denied = lower.some(
    (_, at) => lists.denials.match(lower, at) > 0 && (isTold(claim.words[at - 1]) || isTold(claim.words[at + 1])),
  )
  return denied && !evidence.some(({ words }) => turns(words, theirs) || has(words, theirs.doubts))
}

const telling = (words: readonly Word[]) => words.filter(({ keys }) => keys.length > 0)

/** Evidence that was found is one sentence, and the claim says most of it. */
function isSure(claim: Sentence, { ground }: { ground: Ground }): boolean {
  const [only, ...more] = ground.sentences
  if (!only || more.length > 0) return false
  return shareTold(only.words, claim) >= LEAST_SAID
}

function shareTold(words: readonly Word[], claim: Sentence): number {
  const mine = new Set(claim.words.flatMap(({ keys }) => keys))
  const all = telling(words)
  return all.filter(({ keys }) => keys.some((key) => mine.has(key))).length / Math.max(1, all.length)
}

function tellsWhatIsDenied(words: readonly Word[], claim: Sentence, { denials }: ClaimWords): boolean {
  const mine = new Set(claim.words.flatMap(({ keys }) => keys))
  const lower = words.map((word) => word.lower)
  return words.some((_, at) => {
    if (denials.match(lower, at) === 0) return false
    const beside = telling(words.slice(Math.max(0, at - AROUND[0]), at + AROUND[1])).filter(({ isName }) => !isName)
    const told = beside.filter(({ keys }) => keys.some((key) => mine.has(key)))
    return told.length > 0 && told.length >= MOST_BESIDE * beside.length
  })
}

/** The claim says what the clause says, its "not" apart. */
function isTold({ words }: Clause, claim: Sentence): boolean {
  const mine = new Set(claim.words.flatMap(({ keys }) => keys))
  const told = telling(words).filter(({ keys }) => keys.some((key) => mine.has(key)))
  return told.length >= 2 && shareTold(words, claim) >= LEAST_SAID && told.some(({ isName }) => !isName)
}

function has(words: readonly Word[], list: WordList): boolean {
  const lower = words.map((word) => word.lower)
  return lower.some((_, at) => list.match(lower, at) > 0)
}

/** Anything in the words that says no, or in which a "no" may be hidden. */
function turns(words: readonly Word[], lists: ClaimWords): boolean {
  return (
    [lists.negation, lists.denials, lists.lacking, lists.softened].some((list) => has(words, list)) ||
    lists.sides.some(({ down }) => has(words, down)) ||
    words.some(({ lower, isName }) => !isName && lists.negatingPrefixes.some((start) => isNegated(lower, start)))
  )
}

const SHORTEST_NEGATED = 7

const isNegated = (word: string, start: string) => word.startsWith(start) && word.length >= SHORTEST_NEGATED
