/** Checks that need no source: length, plain sentences, no talk of itself, the site's language. Pure. */
import type { RefusalKind } from '../rules/refusals.ts'
import type { LanguageRules } from './language-rules.ts'
import { checkLength, type LengthRule } from './length.ts'
import { checkMarkup } from './markup.ts'
import { checkSelfTalk } from './self-talk.ts'
import { checkLanguage, type LanguageDetector } from './text-language.ts'
import type { NameRules } from './values/find-names.ts'

/** Why a text or a sentence may not be published. */
export interface Violation {
  check: RefusalKind
  reason: string
  /** The one that it is about, where it is about one. */
  sentence?: string
}

export interface VerifyRules {
  /** The site's language, which texts must be in, and those of the sources. */
  languages: LanguageRules
  /** Names that need no support: the site's topic. */
  allowedNames: readonly string[]
  names: NameRules
  detector: LanguageDetector
}

export type Check = [RefusalKind, () => string | null]

/** The first violation of a text as a whole; none of these is a slip of one sentence. */
export function checkRunningText(
  title: string,
  text: string,
  length: LengthRule,
  rules: VerifyRules,
): Violation | null {
  const { languages, detector, names } = rules
  const { dictionary, ordinary } = names
  const isWord = dictionary && ((word: string) => dictionary.has(word) || ordinary.has(word.toLowerCase()))
  return firstViolation([
    ['length', () => checkLength(title, text, length, languages.siteReading.ends)],
    ['markup', () => checkMarkup(title) ?? checkMarkup(text)],
    ['self-talk', () => checkSelfTalk(title, languages) ?? checkSelfTalk(text, languages)],
    ['language', () => checkLanguage(title, text, languages, detector, isWord)],
  ])
}

export function firstViolation(checks: readonly Check[]): Violation | null {
  for (const [check, run] of checks) {
    const reason = run()
    if (reason !== null) return { check, reason }
  }
  return null
}
