/** Phrases of the language files → regular expressions. Whole words, any case. Pure. */
import { AppError, messageOf } from '../errors.ts'
import { normalForm } from '../text/normal-form.ts'

const LETTERS = '\\p{L}*'
const OF_WORDS = '[\\p{L}\\p{N}]'
const AT_WORD = `(?<!${OF_WORDS})`
const WORD_ENDS = `(?!${OF_WORDS})`
const AT_SENTENCE = '(?<=^\\s*|[.!?…]["”»)]?\\s+)'
const opensSentence = (phrase: string) => phrase.trim().startsWith('^')

/**
 * Regular expression of a phrase, without the place before it. In a phrase `word*` may go on, `*word` may begin
 * otherwise, `(a|b)` is one of several, and `(a)?` may be missing. `…` is some words of the same sentence, a leading
 * `^` the beginning of a sentence. `end` is the part that phrases of a kind share.
 */
function partsOf(phrase: string): { body: string; end: string } {
  const core = normalForm(phrase)
    .trim()
    .replace(/^\^\s*/, '')
  const body = core
    .replace(/\*$/, '')
    .replace(/[.+\\[\]{}$^]/g, '\\$&')
    .replace(/\*/g, LETTERS)
    .replace(/\s*…\s*/g, `${WORD_ENDS}[^.!?\\n]{0,60}?${AT_WORD}`)
    .replace(/\s+/g, '\\s+')
  if (core.endsWith('*')) return { body, end: LETTERS + WORD_ENDS }
  return { body, end: /[\p{L}\p{N})?]$/u.test(core) ? WORD_ENDS : '' }
}

/** In their order. Neighbours share their end: it takes longer to compile than the phrases. */
function alternatives(phrases: readonly string[]): string {
  const runs: { bodies: string[]; end: string }[] = []
  for (const { body, end } of phrases.map(partsOf)) {
    const last = runs.at(-1)
    if (last?.end === end) last.bodies.push(body)
    else runs.push({ bodies: [body], end })
  }
  return runs.map(({ bodies, end }) => `(?:${bodies.join('|')})${end}`).join('|')
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
  const sources = anchored.flatMap(([anchor, some]) => (some.length > 0 ? `${anchor}(?:${alternatives(some)})` : []))
  return new RegExp(sources.join('|'), flags)
}

// Classes of letters take long to compile, and no phrase is faulty for them.
function checkPhrase(phrase: string): void {
  try {
    new RegExp(alternatives([phrase]).replace(/\\p\{[LN]\}/g, 'x'), 'u')
  } catch (cause) {
    throw new AppError('bad_request', `"${phrase}" is no phrase: ${messageOf(cause)}`, { cause })
  }
}
