/** Sentences that publishing software appends to a summary and that are no part of it. Pure. */
import type { Language } from './language.ts'

/** Finds it at the end of a text, with what may follow it: "Read more »". */
export function appendedPattern(languages: readonly Pick<Language, 'appended'>[]): RegExp {
  const phrases = languages.flatMap(({ appended }) => appended).map(phraseSource)
  return new RegExp(`\\s*(?<!\\p{L})(?:${phrases.join('|')})\\s*(?:…|\\.\\.\\.|→|»)?\\s*$`, 'iu')
}

/** A title may hold any letters and marks. */
const phraseSource = (phrase: string): string =>
  phrase
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s*…\s*/g, '\\s.{1,300}?\\s')
    .replace(/\\s$/, '')
    .replace(/ +/g, '\\s+')

/** One may stand before another. */
export const withoutAppended = (text: string, pattern: RegExp): string => text.replace(pattern, '').replace(pattern, '')
