/** How telling a word is: the fewer reports have it, the more two say by sharing it. Pure. */
import type { Lexicon } from './lexicon.ts'

/** What has been read: for long, by days, and lately, by articles. */
export interface Background {
  /** Days since 1970, each once. */
  days: readonly number[]
  seen(term: string): readonly number[]
  /** Articles of the RECENT_DAYS that end with the day, damped; of those with this term, or of all. */
  lately(term: number | null, day: number): number
}

/** From 0, in every report, to about 1, never seen before; by the term's number. */
export type Rarity = (term: number) => number

const DAY = 86_400_000
export const dayOf = (at: number): number => Math.floor(at / DAY)

/** Weight of what is believed before anything has been read, in days and in articles. */
const PRIOR = 8
/** Days after which the memory of a day is half as strong. */
const HALF_LIFE_DAYS = 30
/** What a group of letters begins with, where it stands among terms: only the last days' memory knows it. */
export const GRAM = '~'
/** Share of days, and of articles, in which a word of each class is expected. */
const SHARE = { common: 0.7, concept: 0.15, known: 0.3, shortNumber: 0.5, other: 0.05, gram: 0.05 }
const RAREST = -Math.log(SHARE.other)

/**
 * As it was known at the end of `day`: what comes later changes nothing about two reports of that day. Half of it is how
 * rare the term was on the days before, half how rare it has been lately: so a burst's subject loses weight at once.
 */
export function rarityOn(lexicon: Lexicon, background: Background, names: readonly string[], day: number): Rarity {
  const [daysRead, articlesRead] = [remembered(background.days, day), background.lately(null, day)]
  let kept = new Float64Array(names.length)
  const rarityOf = (term: number) => {
    const name = names[term] ?? ''
    const prior = PRIOR * shareOf(lexicon, name)
    const recent = (background.lately(term, day) + prior) / (articlesRead + PRIOR)
    const long = name.startsWith(GRAM) ? recent : (remembered(background.seen(name), day) + prior) / (daysRead + PRIOR)
    return Math.max(0, -Math.log(long * recent) / (2 * RAREST))
  }
  return (term) => {
    if (term >= kept.length) kept = longer(kept, names.length)
    // 0 is what is not known yet, too: few words are in every report.
    kept[term] ||= rarityOf(term)
    return kept[term] as number
  }
}

function longer(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const made = new Float64Array(length)
  made.set(values)
  return made
}

/** What is left of a day after so many; nothing after ten years. */
const LEFT = Float64Array.from({ length: 3650 }, (_, age) => 0.5 ** (age / HALF_LIFE_DAYS))

function remembered(days: readonly number[], last: number): number {
  let sum = 0
  for (const day of days) if (day <= last) sum += LEFT[last - day] ?? 0
  return sum
}

function shareOf(lexicon: Lexicon, term: string): number {
  if (term.startsWith(GRAM)) return SHARE.gram
  if (lexicon.common.has(term)) return SHARE.common
  if (term.startsWith('=')) return SHARE.concept
  if (/^(\d{1,2}|(19|20)\d\d)$/.test(term)) return SHARE.shortNumber
  return lexicon.known.has(term) ? SHARE.known : SHARE.other
}
