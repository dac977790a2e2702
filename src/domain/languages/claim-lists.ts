/** The lists of a language by which a claim is compared with its source. `word*` allows any ending. */
import { z } from 'zod'
import { phrases, words } from './words.ts'

export const ClaimLists = z.strictObject({
  stop: words,
  /** Words between two clauses. */
  joints: words,
  /** Begin a clause on who or what stands before them: "who", "which". */
  relatives: words.default([]),
  negation: words,
  /** The plainest of them: "not", "never". */
  denials: words.default([]),
  /** Words and beginnings of words in which a "not" may be hidden: "unable", "instead", "still". */
  softened: words.default([]),
  negating_prefixes: words.default([]),
  /** Words that carry a "not" in themselves: "lacks", "declined". */
  lacking: words,
  /** Two sides of one happening, under a name that all languages share. */
  sides: z.record(z.string(), z.strictObject({ up: words, down: words })).default({}),
  /** Anything that keeps a statement from being plain fact. */
  hedges: words,
  /** What makes a source's statement doubtful: a claim of it must hedge too. */
  doubts: words,
  /** What makes it a wish or a plan: a claim may tell it in the present, not as done. */
  intents: words.default([]),
  /** How a claim tells what is done. */
  done: phrases.default([]),
  superlatives: words,
  /** Accusations, crime, scandal: never a model's own addition. */
  grave: words,
  causes: words,
  before: words,
  to: words,
  instead: words,
  concepts: z.record(z.string(), words).default({}),
})
