/** Rules of one language: the parsed content/languages/CODE.yaml. */
import { z } from 'zod'
import { parseContent } from '../site/content-file.ts'
import { NumberWords, UnitWords } from './number-words.ts'
import { VerifyWords } from './verify-words.ts'
import { phrases, words } from './words.ts'

/** Phrases as patterns.ts reads them, about the part that a name plays in a headline. */
const RoleWords = z
  .strictObject({
    /** Words between the names of a list. */
    and: phrases.default([]),
    /** Before a name that is only what something else is measured by: "than". */
    measure: phrases.default([]),
    /** After such a name, or the rest of its compound: "iPhone rival". */
    measured: phrases.default([]),
    /** Before two names that are both the subject. */
    between: phrases.default([]),
    /** Before a company that a person has left. */
    former: phrases.default([]),
  })
  .prefault({})

const LanguageFile = z.strictObject({
  name: z.string().trim().min(1),
  /** Other codes whose texts are read with this file. */
  also: z.array(z.string().regex(/^[a-z]{2,3}$/, 'must be a language code')).default([]),
  /** Name of a Snowball stemmer, as @orama/stemmers has them; without one, words are compared as they are written. */
  stemmer: z
    .string()
    .regex(/^[a-z]+$/, 'must be the name of a stemmer')
    .optional(),
  /** Words that carry no information about an event. */
  stop: words,
  /** Words that every newspaper uses every day. */
  common: words,
  /** Sentences that publishing software appends to a summary, `…` for any words: "The post … appeared first on …". */
  appended: phrases,
  /** Names of newsletters and round-ups: "Morning briefing". */
  roundups: phrases.default([]),
  /** Labels that publishers put on articles and sections, which no tag is proposed for: "Video", "Opinion". */
  labels: words.default([]),
  /** Endings that tags and other words of the content may carry in a text; `replaced` by the last letter they take. */
  inflection: z.strictObject({ endings: words, replaced: z.record(z.string().length(1), words).default({}) }),
  roles: RoleWords,
  numbers: NumberWords,
  units: UnitWords,
  ...VerifyWords,
})

export interface Language extends z.infer<typeof LanguageFile> {
  code: string
}

/** Throws `bad_request` naming file and line of each violation. */
export function parseLanguage(text: string, code: string): Language {
  return { code, ...parseContent(text, `languages/${code}.yaml`, LanguageFile) }
}
