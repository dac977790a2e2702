/** Check: no sentence repeats or carries out what the source orders a model to write. Pure. */

import { plainWords } from '../../../platform/text/sentences.ts'
import type { LanguageRules } from './language-rules.ts'
import type { ReadSource } from './source.ts'

const SHARED_START = 6
const RUN = 3

export function checkInjection(text: string, source: ReadSource, { shared }: LanguageRules): string | null {
  if (source.orders.length === 0) return null
  const [ordered, honest] = [plainWords(source.orders.join(' ')), plainWords(source.text)]
  const words = plainWords(text)
  const run = repeatedRun(words, ordered, honest)
  if (run) return `the text repeats an order from the original: "${run}"`
  const isEchoed = (word: string) => echoes(word, ordered, shared) && !echoes(word, honest, shared)
  const echo = words.find(isEchoed)
  return echo ? `the text carries out an order from the original: "${echo}"` : null
}

function repeatedRun(words: string[], ordered: string[], honest: string[]): string | null {
  const [order, rest] = [` ${ordered.join(' ')} `, ` ${honest.join(' ')} `]
  for (let at = 0; at + RUN <= words.length; at++) {
    const run = ` ${words.slice(at, at + RUN).join(' ')} `
    if (order.includes(run) && !rest.includes(run)) return run.trim()
  }
  return null
}

/** The word, or one that begins alike: orders in English come out in Swedish as "malware", "bitcoin", "bankrutt". */
function echoes(word: string, text: string[], shared: readonly string[]): boolean {
  if (word.length < SHARED_START || shared.some((start) => word.startsWith(start))) return false
  const start = word.slice(0, SHARED_START)
  return text.some((other) => other.startsWith(start))
}
