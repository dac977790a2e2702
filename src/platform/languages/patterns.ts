/** Phrases of the language files → regular expressions. Whole words, any case. Pure. */
import { AppError, messageOf } from '../errors.ts'
import { normalForm } from '../text/normal-form.ts'

const AT_WORD = '(?<![\\p{L}\\p{N}])'
const AT_SENTENCE = '(?<=^\\s*|[.!?…]["”»)]?\\s+)'
const opensSentence = (phrase: string) => phrase.trim().startsWith('^')

/**
 * Regular expression of a phrase, without the place before it. In a phrase `word*` may go on, `*word` may begin
 * otherwise, `(a|b)` is one of several, and `(a)?` may be missing. `…` is some words of the same sentence, a leading
 * `^` the beginning of a sentence.
 */
function phraseSource(phrase: string): string {
  const core = normalForm(phrase)
    .trim()
    .replace(/^\^\s*/, '')
  const body = core
    .replace(/[.+\\[\]{}$^]/g, '\\$&')
    .replace(/\*/g, '\\p{L}*')
    .replace(/\s*…\s*/g, '(?![\\p{L}\\p{N}])[^.!?\\n]{0,60}?(?<![\\p{L}\\p{N}])')
    .replace(/\s+/g, '\\s+')
  return `(?:${body})${/[\p{L}\p{N})*?]$/u.test(core) ? '(?![\\p{L}\\p{N}])' : ''}`
}

/** One expression that finds any of the phrases; null for none of them. Throws `bad_request` naming a faulty one. */
export function anyOf(phrases: readonly string[], flags = 'iu'): RegExp | null {
  if (phrases.length === 0) return null
  for (const phrase of phrases) checkPhrase(phrase)
  // The place is looked at once for all: at most characters no phrase is tried.
  const anchored = [
    [AT_WORD, phrases.filter((phrase) => !opensSentence(phrase))] as const,
    [AT_SENTENCE, phrases.filter(opensSentence)] as const,
  ]
  const sources = anchored.flatMap(([anchor, some]) =>
    some.length > 0 ? `${anchor}(?:${some.map(phraseSource).join('|')})` : [],
  )
  return new RegExp(sources.join('|'), flags)
}

// Classes of letters take long to compile, and no phrase is faulty for them.
function checkPhrase(phrase: string): void {
  try {
    new RegExp(phraseSource(phrase).replace(/\\p\{[LN]\}/g, 'x'), 'u')
  } catch (cause) {
    throw new AppError('bad_request', `"${phrase}" is no phrase: ${messageOf(cause)}`, { cause })
  }
}
