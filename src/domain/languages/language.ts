/** What the service knows of one language: the parsed content/languages/CODE.yaml. */
import { z } from 'zod'
import { parseContent } from '../site/content-file.ts'
import { GateWords } from './gate-words.ts'
import { MultipleWords, NumberWords, UnitWords } from './number-words.ts'
import { phrases, words } from './words.ts'

/** The algorithms of the package snowball-stemmers. */
const STEMMERS = [
  ...['arabic', 'armenian', 'basque', 'catalan', 'czech', 'danish', 'dutch', 'english', 'finnish', 'french', 'german'],
  ...['hungarian', 'irish', 'italian', 'norwegian', 'portuguese', 'romanian', 'russian', 'slovene', 'spanish'],
  ...['swedish', 'tamil', 'turkish'],
] as const

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
  /** Null where Snowball has none: words are then compared as they stand. */
  stemmer: z.enum(STEMMERS).nullable(),
  /** Words that say nothing about a happening. */
  stop: words,
  /** Words that every newspaper uses every day. */
  common: words,
  polarity: z.strictObject({
    negations: words,
    /** Verbs that say that something is not so: "denies", "rejects". */
    denials: words,
    /** Two sides of one happening, under a name that all languages share: "rise" is never told as "fall". */
    opposites: z.record(z.string(), z.tuple([words, words])),
  }),
  certainty: z.strictObject({
    /** May be so: "may", "might". */
    possible: phrases,
    /** Told by nobody named: "reportedly", "is said to". */
    reported: phrases,
    /** Told by somebody who is named next to it: "according to". */
    attributed: phrases,
    /** Beyond doubt: "confirms", "has announced". */
    confirmed: phrases,
  }),
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
