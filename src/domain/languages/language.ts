/** What the service knows of one language: the parsed content/languages/CODE.yaml. */
import { z } from 'zod'
import { parseContent } from '../site/content-file.ts'
import { ClaimLists } from './claim-lists.ts'
import { GateWords } from './gate-words.ts'
import { MultipleWords, NumberWords, UnitWords } from './number-words.ts'
import { phrases, words } from './words.ts'

const Side = z.strictObject({
  /** The subject does it: "sues", "has sued". */
  active: phrases,
  /** The subject has it done to it: "was sued". */
  passive: phrases,
})

const LanguageFile = z.strictObject({
  name: z.string().trim().min(1),
  /** Other codes whose texts are read with this file. */
  also: z.array(z.string().regex(/^[a-z]{2,3}$/, 'must be a language code')).default([]),
  /** Name of a Snowball stemmer, as @orama/stemmers has them; without one, words are compared as they are written. */
  stemmer: z
    .string()
    .regex(/^[a-z]+$/, 'must be the name of a stemmer')
    .optional(),
  /** Words that say nothing about a happening. */
  stop: words,
  /** Words that every newspaper uses every day. */
  common: words,
  /** What publishing software appends to a summary, `…` for any words: "The post … appeared first on …". */
  appended: phrases,
  /** Without them the gates on claims say nothing of texts in the language. */
  claims: ClaimLists.optional(),
  /** Verbs with two sides, under names that all languages share; `agent` leads to who did it in the passive. */
  relations: z.strictObject({ agent: words, verbs: z.record(z.string(), Side) }),
  /** Endings that tags and other words of the content may carry in a text; `replaced` by the last letter they take. */
  inflection: z.strictObject({ endings: words, replaced: z.record(z.string().length(1), words).default({}) }),
  numbers: NumberWords,
  units: UnitWords,
  multiples: MultipleWords,
  ...GateWords,
})

export interface Language extends z.infer<typeof LanguageFile> {
  code: string
}

/** Throws `bad_request` naming file and line of each fault. */
export function parseLanguage(text: string, code: string): Language {
  return { code, ...parseContent(text, `languages/${code}.yaml`, LanguageFile) }
}
