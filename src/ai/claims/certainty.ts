/** Gate: what the source calls possible, said, expected or undecided is not told as a fact. */
import type { Bound } from './bind.ts'
import type { ClaimWords, WordList } from './claim-words.ts'
import { type Ground, matchOf } from './ground.ts'
import type { Clause, Sentence, Word } from './reading.ts'

const ALIKE = 0.8
/** What evidence must say of a clause for the clause to be told from it: more where it was found than where it is named. */
const SAME = { given: { covered: 0.5, shared: 1.3 }, found: { covered: 0.65, shared: 1.9 } }
/** A claim with so large a share of the telling words says all of its evidence, its doubts too. */
const SAYS_ALL = 0.5
const SHORT = 15

export function certaintyGate(claim: Sentence, { ground, given }: Bound, lists: ClaimWords | null): string | null {
  if (!lists || !ground.lists) return null
  const theirs = ground.lists
  const same = given ? SAME.given : SAME.found
  for (const clause of claim.clauses) {
    if (isHedged(clause, lists) || isShort(clause.words) || isDenied(clause.words, lists)) continue
    const isDone = given && (lists.done?.test(textOf(clause)) ?? false)
    const doubts = isDone ? [theirs.doubts, theirs.intents] : [theirs.doubts]
    const found = ground.clauses
      .map((other) => ({ other, ...matchOf(clause.words, other.words, ground) }))
      .filter((match) => match.covered >= same.covered && match.shared >= same.shared && isMoreThanNames(match.keys))
    const best = Math.max(0, ...found.map(({ shared }) => shared))
    const near = found.filter(({ shared }) => shared >= best * ALIKE)
    if (near.length > 0 && near.every(({ other }) => doubts.some((list) => isDoubtful(other, list, theirs.negation))))
      return REASON
  }
  if (!given || isDenied(claim.words, lists) || !isUnhedged(claim, lists)) return null
  return saysAll(claim, ground) && isAllDoubtful(ground, theirs) ? REASON : null
}

const textOf = ({ words, sentence }: Clause) =>
  sentence.text.slice(words[0]?.at, (words.at(-1)?.at ?? 0) + (words.at(-1)?.text.length ?? 0))

const REASON = 'the source does not tell this as a fact'

const isUnhedged = (claim: Sentence, lists: ClaimWords) =>
  !has(claim.words, lists.hedges) && !has(claim.words, lists.doubts)

const isAllDoubtful = ({ sentences }: Ground, { doubts, negation }: ClaimWords) =>
  sentences.every((sentence) => sentence.clauses.some((clause) => isDoubtful(clause, doubts, negation)))

function saysAll(claim: Sentence, { sentences }: Ground): boolean {
  const telling = (words: readonly Word[]) => words.filter(({ keys }) => keys.length > 0).length
  return telling(claim.words) >= SAYS_ALL * sentences.reduce((sum, { words }) => sum + telling(words), 0)
}

const has = (words: readonly Word[], list: WordList): boolean => {
  const lower = words.map((word) => word.lower)
  return lower.some((_, at) => list.match(lower, at) > 0)
}

/** "Will not", "has dropped": no doubt that became a fact. */
const isDenied = (words: readonly Word[], { denials, lacking }: ClaimWords) =>
  has(words, denials) || has(words, lacking)

const isMoreThanNames = (keys: readonly string[]) => keys.filter((key) => !key.startsWith('n:')).length >= 2

/** In the clause or one before it ("is said to cost … and have …"), or with plain doubt anywhere in the sentence. */
function isHedged({ words, sentence }: Clause, lists: ClaimWords): boolean {
  const end = words.at(-1)?.at ?? 0
  const soFar = sentence.words.filter(({ at }) => at <= end)
  return has(soFar, lists.hedges) || has(sentence.words, lists.doubts)
}

/** "could not" is no doubt, nor is the month of May. A short sentence is doubtful as a whole. */
function isDoubtful({ words, sentence }: Clause, doubts: WordList, negation: WordList): boolean {
  const read = sentence.words.length <= SHORT ? sentence.words : words
  const lower = read.map((word) => (word.isName ? '' : word.lower))
  return lower.some((_, at) => doubts.match(lower, at) > 0 && negation.match(lower, at + 1) === 0)
}

const isShort = (words: readonly Word[]) => words.length < 3
