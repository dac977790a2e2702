/** Check: words in quotation marks, after a dialogue dash or after "X hävdar:" occur word for word in the source. Pure. */

import { sentences } from '../../../platform/text/sentences.ts'
import type { Reading } from './language-rules.ts'

const PAIRED =
  /[“”„"«»][^“”„"«»]*[“”"«»]|(?<![\p{L}\p{N}])['‘’‚][^'‘’‚]*(?:(?<=\p{L})['’]\p{L}[^'‘’‚]*)*['‘’](?![\p{L}\p{N}])/gu
const LOOSE = /[“”„«»"]/u
const DIALOGUE = /^\s*[–—-]\s+(.+)$/su

/** The first quotation that the source does not hold word for word, as a reason, or null. */
export function checkQuotes(text: string, reading: Reading, source: string): string | null {
  const sent = normalised(source)
  for (const quote of quotations(text, reading)) {
    if (quote === null) return 'a quotation mark has no partner'
    const wanted = normalised(quote)
    if (wanted && !occurs(wanted, sent)) return `the quotation "${quote.slice(0, 60)}" is not literally in the source`
  }
  return null
}

/** Texts that are given as quotations; null for a quotation mark without a partner. */
function quotations(text: string, { ends, speech }: Reading): (string | null)[] {
  const verbs = `(?:${speech.join('|')})`
  const announced = new RegExp(`(?<!\\p{L})${verbs}(?:\\s+[^\\s:]+){0,6}\\s*:\\s+(?=\\p{Lu})(.+)$`, 'su')
  const attribution = new RegExp(`,\\s+${verbs}(?!\\p{L}).*$`, 'su')
  const inches = withoutInches(text)
  const quotes: (string | null)[] = [...inches.matchAll(PAIRED)].map((match) => match[0].slice(1, -1))
  if (LOOSE.test(inches.replace(PAIRED, ''))) quotes.push(null)
  for (const sentence of sentences(text, ends)) {
    const quoted = DIALOGUE.exec(sentence)?.[1]?.replace(attribution, '') ?? announced.exec(sentence)?.[1]
    if (quoted && !/^["”“«»]/.test(quoted)) quotes.push(quoted)
  }
  return quotes
}

/** A mark directly behind a number stands for inches, unless a quotation is open there. */
function withoutInches(text: string): string {
  let open = false
  return text.replace(/(\d)["″”](?=[\s,.:;)-]|$)|[“”„"«»]/g, (found, digit: string | undefined) => {
    if (digit !== undefined && !open) return `${digit} `
    open = !open
    return found
  })
}

/** Words in lower case with single blanks; punctuation and the shape of marks do not count. */
function normalised(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu) ?? []).join(' ').replace(/’/g, "'")} `
}

/** A single word may carry a Swedish ending or a genitive; more words must stand as they are. */
function occurs(wanted: string, source: string): boolean {
  if (source.includes(wanted)) return true
  if (/[.…]{3}|…/.test(wanted)) return false
  return !wanted.trim().includes(' ') && source.includes(` ${wanted.trim().replace(/s$/, '')} `)
}
