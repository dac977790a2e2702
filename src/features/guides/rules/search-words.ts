/** Terms of a reader's query in guides. */

import { normalForm } from '../../../platform/text/normal-form.ts'

/**
 * Two queries for `to_tsquery`: all words, the last as a beginning; and any of them, long ones without their last two
 * letters, since stemmers miss many endings of compounds. Null where there is no word.
 */
export function searchQueries(text: string): { all: string; any: string } | null {
  const words = (
    normalForm(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 20)
  if (words.length === 0) return null
  const any = words.map((word) => (word.length < 7 ? word : `${word} | ${word.slice(0, -2)}:*`))
  return { all: `${words.join(' & ')}:*`, any: `${any.join(' | ')} | ${words.at(-1)}:*` }
}
