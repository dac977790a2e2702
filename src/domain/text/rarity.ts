/** How telling a word is: the fewer reports have it, the more two say by sharing it. Pure. */
import type { Lexicon } from './lexicon.ts'

/** What has been read: for long, by days, and lately, by articles. */
export interface Background {
  /** Days since 1970, each once. */
  days: readonly number[]
  seen(term: string): readonly number[]
  /** Articles by the hour, of the RECENT_HOURS that end with the day; of those with this term, or of all. */
  lately(term: number | null, day: number): Iterable<number>
}

/** From 0, in every report, to about 1, never seen before; by the term's number. */
export type Rarity = (term: number) => number

const DAY = 86_400_000
export const dayOf = (at: number): number => Math.floor(at / DAY)

export const RECENT_HOURS = 96
/** Weight of what is believed before anything has been read, in days and in articles. */
const PRIOR = 8
/** Days after which the memory of a day is half as strong. */
const HALF_LIFE_DAYS = 30
/** Share of days, and of articles, in which a word of each class is expected. */
/** What a group of letters begins with, where it stands among terms: only the last hours' memory knows it. */
export const GRAM = '~'
const SHARE = { common: 0.7, concept: 0.25, known: 0.3, shortNumber: 0.5, other: 0.05, gram: 0.05 }
const RAREST = -Math.log(SHARE.other)

/**
 * As it was known at the end of `day`: what comes later changes nothing about two reports of that day. Half of it is how
 * rare the term was on the days before, half how rare it has been lately: so a burst's subject loses weight at once.
 */
export function rarityOn(lexicon: Lexicon, background: Background, names: readonly string[], day: number): Rarity {
  const [daysRead, articlesRead] = [remembered(background.days, day), damped(background.lately(null, day))]
  const kept: number[] = []
  const rarityOf = (term: number) => {
    const name = names[term] ?? ''
    const prior = PRIOR * shareOf(lexicon, name)
    const recent = (damped(background.lately(term, day)) + prior) / (articlesRead + PRIOR)
    const long = name.startsWith(GRAM) ? recent : (remembered(background.seen(name), day) + prior) / (daysRead + PRIOR)
    return Math.max(0, -Math.log(long * recent) / (2 * RAREST))
  }
  return (term) => {
    kept[term] ??= rarityOf(term)
    return kept[term]
  }
}

function remembered(days: readonly number[], last: number): number {
  let sum = 0
  for (const day of days) if (day <= last) sum += 0.5 ** ((last - day) / HALF_LIFE_DAYS)
  return sum
}

/** Of an hour's articles the root counts, so that many reports of one event do not make its own words usual. */
function damped(hours: Iterable<number>): number {
  let sum = 0
  for (const articles of hours) sum += Math.sqrt(articles)
  return sum
}

function shareOf(lexicon: Lexicon, term: string): number {
  if (term.startsWith(GRAM)) return SHARE.gram
  if (lexicon.common.has(term)) return SHARE.common
  if (term.startsWith('=')) return SHARE.concept
  if (/^(\d{1,2}|(19|20)\d\d)$/.test(term)) return SHARE.shortNumber
  return lexicon.known.has(term) ? SHARE.known : SHARE.other
}
