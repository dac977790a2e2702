/** Weight of a word: the fewer reports have it, the more two have in common by sharing it. Pure. */
import type { Lexicon } from './thesaurus.ts'

/** Articles of the RECENT_DAYS that end with the day, damped; of those with this term, or of all. */
export type Recent = (term: number | null, day: number) => number

/** From 0, in every report, to about 1, never seen before; by the term's number. */
export type Rarity = (term: number) => number

const DAY = 86_400_000
export const dayOf = (at: number): number => Math.floor(at / DAY)

/** Weight of what is believed before anything has been read, in articles. */
const PRIOR = 8
/** Prefix of a group of letters among terms. */
export const GRAM = '~'
/** Share of articles in which a word of each class is expected. */
const SHARE = { common: 0.7, concept: 0.15, other: 0.05 }
const RAREST = -Math.log(SHARE.other)

/** As it was known at the end of `day`: what comes later changes nothing about two reports of that day. */
export function rarityOn(lexicon: Lexicon, recent: Recent, names: readonly string[], day: number): Rarity {
  const articlesRead = recent(null, day)
  let cached = new Float64Array(names.length)
  const rarityOf = (term: number) => {
    const prior = PRIOR * shareOf(lexicon, names[term] ?? '')
    return Math.max(0, -Math.log((recent(term, day) + prior) / (articlesRead + PRIOR)) / RAREST)
  }
  return (term) => {
    if (term >= cached.length) cached = longer(cached, names.length)
    // 0 is what is not known yet, too: few words are in every report.
    cached[term] ||= rarityOf(term)
    return cached[term] as number
  }
}

function longer(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const made = new Float64Array(length)
  made.set(values)
  return made
}

function shareOf(lexicon: Lexicon, term: string): number {
  if (lexicon.common.has(term)) return SHARE.common
  return term.startsWith('=') ? SHARE.concept : SHARE.other
}
