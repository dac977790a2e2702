/** Words of a language for checks of models' texts. */
import { z } from 'zod'
import { list, phrases, words, writtenWords } from './words.ts'

const TimeWords = z.strictObject({
  /** January to December, the whole name first. */
  months: z.array(words).length(12),
  /** Of those, the ones that are other words where they are written small: "may". */
  months_with_capital: words.default([]),
  /** Monday to Sunday, the whole name first; abbreviations count with a capital. */
  weekdays: z.array(words).length(7),
})

const NameWords = z.strictObject({
  /** Endings that a name may carry; after a colon or an apostrophe too. */
  endings: words,
  /** Abbreviations and titles that need no support. */
  generic: writtenWords.default([]),
  /** Names that are ordinary words too: they count as names where they begin a sentence. */
  ambiguous: writtenWords.default([]),
  /** Ordinary words that the dictionary lacks. */
  ordinary: words.default([]),
})

export const DictionaryRules = z.strictObject({
  /** Packages `dictionary-…`, where they are installed. */
  packages: z.array(z.string().regex(/^[a-z-]+$/)).min(1),
  endings: words,
  /** Letters that a word may have lost before an ending: "ökade" comes from "öka". */
  lost: words,
  /** Vowels that a plural changes, and what they come from: "Züge" from "Zug". */
  vowels: z.record(z.string(), z.string()).default({}),
  /** Words are put together without a hyphen. */
  compounds: z.boolean(),
  /** A last consonant may be doubled and a "y" become "i" before an ending. */
  respelled: z.boolean().default(false),
  /**
   * Nouns have a capital, as names do: those with one of the dictionary's `flags` (for a plural, as names have none) or
   * one of these `endings`. One with the flag `unsure` is a noun unless it is among the `names` (`*burg` for an ending).
   * Entries with a flag of `parts` are no words but parts of compounds.
   */
  capital_nouns: z
    .strictObject({
      flags: z.string(),
      endings: words,
      unsure: z.string().default(''),
      names: words.default([]),
      parts: z.string().default(''),
    })
    .optional(),
})

/** Pairs of words or terms, the one in place of the other: `rises/falls is/is_not not/`. */
const turns = z
  .string()
  .default('')
  .transform((text) => list(text.toLowerCase()).map((pair) => pair.replaceAll('_', ' ').split('/')))
  .refine((all) => all.every(({ length }) => length === 2), 'must hold pairs, written up/down')
  .transform((all) => all as [string, string][])

/** Words that turn the meaning of a sentence, for planted errors. */
const TurnWords = z
  .strictObject({
    negation: turns,
    opposite: turns,
    /** From left to right only. */
    cause: turns,
    certainty: turns,
    /** Between two names that can change places and say the same. */
    mutual: words.default([]),
  })
  .prefault({})

export const VerifyWords = {
  turns: TurnWords,
  /** Beginnings of a sentence that goes on with the one before: "she …", "therefore …". */
  continuing: phrases.default([]),
  /** The most usual small words, by which the language of a sentence is known. */
  function_words: words,
  /** Written with a full stop that ends no sentence. */
  abbreviations: words,
  /** "3. Mai": a full stop behind a number ends a sentence only before a small word that begins one. */
  dotted_ordinals: z.boolean().default(false),
  time: TimeWords,
  names: NameWords,
  dictionary: DictionaryRules.optional(),
  /** Verbs that bring a quotation. */
  speech: words,
  /** The writer on itself or its text. `anywhere`: on a site of whatever language. */
  self_talk: z.strictObject({
    here: phrases,
    anywhere: phrases.default([]),
    /** Before a colon they name where a text comes from, unless a whole clause follows. */
    labels: words.default([]),
  }),
  /** Orders to a model in a source, and the words that carry them on. */
  injection: z.strictObject({
    orders: phrases,
    goes_on: phrases,
    /** Beginnings of words that any order and any summary share. */
    shared: words.default([]),
  }),
}
export type DictionaryRules = z.infer<typeof DictionaryRules>
export type TurnWords = z.infer<typeof TurnWords>
