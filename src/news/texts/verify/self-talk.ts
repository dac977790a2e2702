/** Check: the text reports news, and never speaks of itself, its source or its writer. Pure. */

import { sentences } from '../../../platform/text/sentences.ts'
import type { LanguageRules } from './language-rules.ts'

/** Reason when a sentence outside quotation marks is about the text itself, or null. */
export function checkSelfTalk(text: string, languages: LanguageRules): string | null {
  const unquoted = text.replace(/[“”"«»][^“”"«»]*[“”"«»]/gu, ' ')
  const found = languages.selfTalk?.exec(unquoted)?.[0] ?? creditIn(unquoted, languages)
  return found ? `the text speaks of itself: "${found.trim()}"` : null
}

const MIN_WORDS = 4
const MIN_SMALL = 2

/** "Source: Reuters and AP"; but a headline may say of a source what it tells: "Source: the merger is off". */
function creditIn(text: string, { credit, siteReading }: LanguageRules): string | null {
  for (const sentence of credit ? sentences(text, siteReading.ends) : [])
    for (const match of sentence.matchAll(credit as RegExp)) {
      const words = match.groups?.rest?.match(/[\p{L}\p{N}][^\s,]*/gu) ?? []
      const small = words.filter((word) => /^\p{Ll}/u.test(word) && !/[./]\p{L}/u.test(word))
      if (words.length < MIN_WORDS || small.length < MIN_SMALL) return match[0]
    }
  return null
}
