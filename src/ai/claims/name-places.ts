/** Gate: a name is told of what the source tells of it. For claims without evidence: what is said of somebody else is found by the other words. */
import type { Ground } from './ground.ts'
import { matchOf } from './ground.ts'
import { namesIn } from './places.ts'
import type { Clause, Sentence, Word } from './reading.ts'

const FEWEST_WORDS = 3
/** What the source's sentence must say of the clause, in weight and in share, to be the one that it tells. */
const SAME = { shared: 1.8, covered: 0.5 }
const ALIKE = 0.75
/** A sentence that names it and says so much of the clause, beside the best, may be what is told. */
const OWN = 0.35

/** `given` are the names of the answer: other words with a capital are none. */
export function strangeNameGate(claim: Sentence, whole: Ground, given: Set<string>): string | null {
  for (const clause of claim.clauses) {
    const stranger = strangerOf(clause, claim, whole, given)
    if (stranger) return `"${stranger.text}" stands where the source names another`
  }
  return null
}

function strangerOf(clause: Clause, claim: Sentence, whole: Ground, given: Set<string>): Word | null {
  const names = clause.words.filter((word) => namesIn([word], given).size > 0)
  if (names.length === 0 || clause.words.length < FEWEST_WORDS) return null
  const told = clause.words.map((word) => ({ ...word, keys: word.keys.filter((key) => !key.startsWith('n:')) }))
  const text = whole.sentences.slice(whole.title.length)
  const found = text.map((sentence, at) => ({ sentence, at, ...matchOf(told, sentence.words, whole) }))
  const best = Math.max(...found.map(({ shared }) => shared))
  const same = found.filter(({ shared, covered }) => shared >= best * ALIKE && covered >= SAME.covered)
  if (best < SAME.shared || same.length === 0) return null
  const mine = [...namesIn(claim.words)]
  // Where nouns have capitals, only what the answer takes for names is one.
  const theirs = (words: readonly Word[]) => namesIn(words, whole.lists?.capitalNouns ? given : undefined)
  const isLeftOut = (name: string) => !mine.some((one) => startOf(one) === startOf(name))
  const namesOther = same.every(({ sentence }) => [...theirs(sentence.words.slice(1))].some(isLeftOut))
  if (!namesOther) return null
  const around = same.flatMap(({ sentence, at }) => [sentence, ...(text[at - 1] ? [text[at - 1] as Sentence] : [])])
  const known = namesIn([...whole.title, ...around].flatMap(({ words }) => words))
  const knows = (known: Set<string>) => (word: Word) => [...namesIn([word], given)].some((name) => known.has(name))
  const own = found.filter(({ shared }) => shared >= best * OWN).flatMap(({ sentence }) => [...namesIn(sentence.words)])
  const isKnown = knows(new Set([...known, ...own]))
  // "Peter Rask" is known where "Rask" is.
  return runsOf(clause.words, names).find((run) => !run.some(isKnown))?.[0] ?? null
}

/** "Europe" is "Europa". */
const startOf = (name: string) => name.slice(0, LIKE)
const LIKE = 'n:'.length + 4

/** Names that stand side by side, together. */
function runsOf(words: readonly Word[], names: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  let last = -2
  for (const name of names) {
    const at = words.indexOf(name)
    if (at === last + 1) runs.at(-1)?.push(name)
    else runs.push([name])
    last = at
  }
  return runs
}
