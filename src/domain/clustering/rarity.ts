/** How telling a word is: the fewer days it has been seen on, the more two reports say by sharing it. Pure. */
import type { Lexicon } from './lexicon.ts'

/**
 * On how many days each term was seen. Days and not articles are counted, so that the burst of reports that makes an
 * event does not make its own words usual.
 */
export interface Background {
  days: number
  seen(term: string): number
}

export const emptyBackground: Background = { days: 0, seen: () => 0 }

/** From 0, seen every day, to about 1, never seen before. */
export type Rarity = (term: string) => number

/** Weight of what is believed before anything has been read, in days. */
const PRIOR_DAYS = 10
/** Share of days on which a word of each class is expected. */
const SHARE = { common: 0.7, concept: 0.25, known: 0.4, shortNumber: 0.5, other: 0.05 }
const RAREST = -Math.log(SHARE.other)

export function rarityFrom(lexicon: Lexicon, background: Background): Rarity {
  const memo = new Map<string, number>()
  return (term) => {
    const kept = memo.get(term)
    if (kept !== undefined) return kept
    const expected = background.seen(term) + PRIOR_DAYS * shareOf(lexicon, term)
    const rarity = Math.max(0, -Math.log(expected / (background.days + PRIOR_DAYS)) / RAREST)
    memo.set(term, rarity)
    return rarity
  }
}

function shareOf(lexicon: Lexicon, term: string): number {
  if (lexicon.common.has(term)) return SHARE.common
  if (term.startsWith('=')) return SHARE.concept
  if (/^(\d{1,2}|(19|20)\d\d)$/.test(term)) return SHARE.shortNumber
  return lexicon.known.has(term) ? SHARE.known : SHARE.other
}
