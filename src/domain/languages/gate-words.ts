/** What the gates on models' texts need to know of a language. */
import { z } from 'zod'
import { phrases, words, writtenWords } from './words.ts'

const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const
const Season = z.strictObject({ said: phrases, seen: phrases })

const TimeWords = z.strictObject({
  /** January to December, the whole name first. */
  months: z.array(words).length(12),
  /** Of those, the ones that are other words where they are written small: "may". */
  months_with_capital: words.default([]),
  /** Monday to Sunday, the whole name first; abbreviations count with a capital. */
  weekdays: z.array(words).length(7),
  seasons: z.record(z.enum(SEASONS), Season),
  quarters: z.strictObject({
    /** The first to the fourth. */
    ordinals: z.array(words).length(4),
    between: words.default([]),
    said: phrases,
  }),
  /** The days next to that on which a text is published. */
  nearby: z.strictObject({ yesterday: phrases, today: phrases, tomorrow: phrases }).optional(),
  /** The years next to that in which a text is published. */
  nearby_years: z.strictObject({ last: phrases, this: phrases, next: phrases }).optional(),
  /** May stand between a day and its month: "of", "the". */
  around_days: words,
  /** Between two days of one month. */
  between_days: words,
})

const NameWords = z.strictObject({
  /** What a name may carry; after a colon or an apostrophe too. */
  endings: words,
  /** What a country's name loses before those of its people and its adjective: "ien" of "Slovakien". */
  country_endings: words.default([]),
  /** The one country whose papers write in this language, and need not name it. */
  home: z.string().optional(),
  /** Countries and places by ISO 3166 code or English name, as they are written and as what stands for them: Tyskland, tysk*. */
  places: z.record(z.string(), writtenWords).default({}),
  /** Other names that the language writes in its own way, each with the forms that support it. */
  translated: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  /** Abbreviations and titles that need no support. */
  generic: writtenWords.default([]),
  /** Names that are ordinary words too: they count as names where they begin a sentence. */
  ambiguous: writtenWords.default([]),
  /** Ordinary words that the dictionary lacks. */
  ordinary: words.default([]),
  /** Words that are part of a product's name behind it: "Pro". */
  models: words.default([]),
  /** Between a name and the version or model that belongs to it. */
  joins: words.default([]),
})

export const DictionaryRules = z.strictObject({
  /** Packages `dictionary-…`, where they are installed. */
  packages: z.array(z.string().regex(/^[a-z-]+$/)).min(1),
  endings: words,
  /** What a word may have lost before an ending: "ökade" comes from "öka". */
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

export const GateWords = {
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
  /** Orders to a model in a source, the words that carry them on, and what they most often want said. */
  injection: z.strictObject({
    orders: phrases,
    goes_on: phrases,
    claims: z.record(z.string(), phrases),
    /** Beginnings of words that any order and any summary share. */
    shared: words.default([]),
  }),
}
export type DictionaryRules = z.infer<typeof DictionaryRules>
