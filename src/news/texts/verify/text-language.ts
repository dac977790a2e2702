/** Check: title and text are in the site's language, each sentence of them. Pure. */

import { LINGUA_FRANCA } from '../../../platform/languages/languages.ts'
import { sentences } from '../../../platform/text/sentences.ts'
import type { LanguageRules } from './language-rules.ts'

/** The part of `domain/language.ts` that is needed; handed in, since it is large. */
export interface LanguageDetector {
  detectLanguage(text: string, prior: string | null): string | null
  isDetectable(language: string): boolean
}

export function checkLanguage(
  title: string,
  text: string,
  languages: LanguageRules,
  detector: LanguageDetector,
  isWord: ((word: string) => boolean) | null,
): string | null {
  const language = languages.site
  const found = detector.detectLanguage(text, detector.isDetectable(language) ? null : language)
  const detected = found && languages.codeOf(found)
  if (detected !== null && detected !== language) return `the text is in "${detected}", not in "${language}"`
  const foreign =
    /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Arabic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Hiragana}]{2}/u
  if (foreign.test(`${title} ${text}`)) return 'the text holds words of another script'
  for (const sentence of [title, ...sentences(text, languages.siteReading.ends)]) {
    const plain = withoutQuotes(sentence)
    const other = foreignLanguage(plain, languages) ?? foreignPart(plain, languages)
    if (other) return `a sentence is in "${other}", not in "${language}": "${sentence.slice(0, 60)}"`
  }
  if (isWord && isForeignTitle(title, languages, detector, isWord)) return `the title is not in "${language}"`
  return null
}

const WINDOW = 8

/** Part of a sentence: eight words with three function words of another language and none of ours. */
function foreignPart(sentence: string, { site: language, functionWords }: LanguageRules): string | null {
  const siteWords = functionWords.get(language)
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? []
  if (!siteWords) return null
  for (let at = 0; at + WINDOW <= words.length; at++) {
    const part = words.slice(at, at + WINDOW)
    if (part.some((word) => siteWords.has(word))) continue
    for (const [code, list] of functionWords)
      if (code !== language && part.filter((word) => list.has(word)).length >= 3) return code
  }
  return null
}

/** A title has few function words: most of its lower-case words must be words of the language. */
function isForeignTitle(
  title: string,
  languages: LanguageRules,
  { detectLanguage, isDetectable }: LanguageDetector,
  isWord: (word: string) => boolean,
): boolean {
  const words = withoutQuotes(title).match(/(?<![\p{L}\p{N}-])\p{Ll}{2,}(?![\p{L}\p{N}])/gu) ?? []
  const opening = /^\p{Lu}\p{Ll}+/u.exec(title)?.[0].toLowerCase()
  const all = title.match(/\p{L}{2,}/gu) ?? []
  const recognised = [...words, ...(opening ? [opening] : [])].filter(isWord)
  if (all.length >= 4 && recognised.length === 0) return true
  const unknown = words.filter((word) => !isWord(word))
  if (unknown.length >= 2 && unknown.length > words.length / 2) return true
  // Many words are words of several languages; then the sound of the whole decides.
  const language = languages.site
  const sound =
    unknown.length >= 1 && words.length >= 4 && isDetectable(language) ? detectLanguage(words.join(' '), null) : null
  if (sound === null || sound === language) return false
  return language === LINGUA_FRANCA ? languages.functionWords.has(languages.codeOf(sound)) : sound === LINGUA_FRANCA
}

const withoutQuotes = (text: string) => text.replace(/[“”"«»][^“”"«»]*[“”"«»]/gu, ' ')

/** The language that owns clearly more of the sentence's function words than the wanted one does. */
function foreignLanguage(sentence: string, { site: language, functionWords }: LanguageRules): string | null {
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? []
  const score = (code: string) => words.filter((word) => functionWords.get(code)?.has(word)).length
  if (!functionWords.has(language)) return null
  const siteScore = score(language)
  for (const code of functionWords.keys()) if (code !== language && score(code) >= siteScore + 2) return code
  return null
}
