/** How telling a word is: the fewer days it has been seen on, the more two reports say by sharing it. Pure. */
import type { Lexicon } from './lexicon.ts'

/**
 * On which days each term was seen. Days and not articles are counted, so that the burst of reports that makes an
 * event does not make its own words usual.
 */
export interface Background {
  /** Days since 1970, each once. */
  days: readonly number[]
  seen(term: string): readonly number[]
}

/** From 0, seen every day, to about 1, never seen before. */
export type Rarity = (term: string) => number

export const dayOf = (at: number): number => Math.floor(at / 86_400_000)

/** Weight of what is believed before anything has been read, in days. */
const PRIOR_DAYS = 8
/** Share of days on which a word of each class is expected. */
const SHARE = { common: 0.7, concept: 0.25, known: 0.3, shortNumber: 0.5, other: 0.05 }
const RAREST = -Math.log(SHARE.other)

/** As it was known at the end of `day`: what comes later changes nothing about two reports of that day. */
export function rarityOn(lexicon: Lexicon, background: Background, day: number): Rarity {
  const memo = new Map<string, number>()
  const daysRead = until(background.days, day)
  return (term) => {
    const kept = memo.get(term)
    if (kept !== undefined) return kept
    const expected = until(background.seen(term), day) + PRIOR_DAYS * shareOf(lexicon, term)
    const rarity = Math.max(0, -Math.log(expected / (daysRead + PRIOR_DAYS)) / RAREST)
    memo.set(term, rarity)
    return rarity
  }
}

function until(days: readonly number[], last: number): number {
  let count = 0
  for (const day of days) if (day <= last) count++
  return count
}

function shareOf(lexicon: Lexicon, term: string): number {
  if (lexicon.common.has(term)) return SHARE.common
  if (term.startsWith('=')) return SHARE.concept
  if (/^(\d{1,2}|(19|20)\d\d)$/.test(term)) return SHARE.shortNumber
  return lexicon.known.has(term) ? SHARE.known : SHARE.other
}
