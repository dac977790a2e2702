/** Words by which an editor's checks read guides: the content folder's guides/wording.yaml. Pure; knows no topic. */
import { z } from 'zod'
import { anyOf } from '../../../platform/languages/patterns.ts'
import { parseContent } from '../../../platform/site/content-file.ts'

const phrases = z.array(z.string().min(1).max(200)).default([])

const File = z.strictObject({
  sourced: phrases,
  current: phrases,
  renewed: phrases,
  ended: phrases,
  replaced: phrases,
  coming: phrases,
  attributed: phrases,
  missed: phrases,
  again: phrases,
  reach: phrases,
  released: phrases,
  instead: z.record(z.string().min(1), z.string().min(1)).default({}),
  statements: z
    .array(z.strictObject({ words: z.string().min(1), unless: z.string().optional(), why: z.string().min(3) }))
    .default([]),
})

/** Each is null where the file has no such words. */
export interface Wording {
  /** Superlatives and comparisons, which need a source. */
  sourced: RegExp | null
  /** A product is the newest of its line. */
  current: RegExp | null
  /** The year of the newest release follows. */
  renewed: RegExp | null
  /** A product is no longer sold. */
  ended: RegExp | null
  /** A product has a successor. */
  replaced: RegExp | null
  /** Something is to come. */
  coming: RegExp | null
  /** A claim has an author. */
  attributed: RegExp | null
  /** Rumors were wrong. */
  missed: RegExp | null
  /** The same is true as in the sentence before. */
  again: RegExp | null
  /** Facts end on a day. */
  reach: RegExp | null
  /** A headline reports a release. */
  released: RegExp | null
  /** Words that the guides do not use, each with the one that they use. */
  instead: { word: RegExp; use: string }[]
  /** Statements that an editor found wrong. */
  statements: { words: RegExp; unless: RegExp | null; why: string }[]
}

/** Throws `bad_request` with a line for each violation. */
export function parseWording(text: string): Wording {
  const { instead, statements, ...lists } = parseContent(text, 'guides/wording.yaml', File)
  return {
    ...(Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, anyOf(list)])) as Omit<
      Wording,
      'instead' | 'statements'
    >),
    instead: Object.entries(instead).map(([word, use]) => ({ word: found(word), use })),
    statements: statements.map(({ words, unless, why }) => ({
      words: found(words),
      unless: unless === undefined ? null : found(unless),
      why,
    })),
  }
}

const found = (phrase: string) => anyOf([phrase]) as RegExp
