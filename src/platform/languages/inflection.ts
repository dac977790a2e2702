/** The endings that a word of the content may carry in a text of some languages. Pure. */
import type { Language } from './language.ts'

export interface Inflection {
  endings: ReadonlySet<string>
  /** By the last letter of a word, endings that take its place: "kamera", "kameror". */
  replaced: ReadonlyMap<string, ReadonlySet<string>>
}

/** Words are found as they are written. */
export const UNINFLECTED: Inflection = { endings: new Set(), replaced: new Map() }

export function inflectionOf(languages: readonly Pick<Language, 'inflection'>[]): Inflection {
  const replaced = new Map<string, Set<string>>()
  for (const { inflection } of languages)
    for (const [letter, endings] of Object.entries(inflection.replaced))
      replaced.set(letter, new Set([...(replaced.get(letter) ?? []), ...endings]))
  return { endings: new Set(languages.flatMap(({ inflection }) => inflection.endings)), replaced }
}
