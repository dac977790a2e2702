/** How far a number in words or behind a hedge may be from what it rounds: told as a number, or as a part or multiple. Pure. */
import type { Rounding } from './number-words.ts'
import type { Quantity } from './quantity.ts'

/** "Ten" for 9.8: words alone round less than "about". */
const IN_WORDS = 0.05
const HEDGED = 0.12
/** "Just over a hundred", "nearly half a kilometre". */
const COARSE = 0.26
/** Ages told by their ten. */
const TENS = [-5, 10] as const
/** A part or multiple: bare, of those that are no halves and doubles, behind a hedge, and behind "more than". */
const PARTS = { bare: 0.07, small: 0.12, hedged: 0.2, more: 0.25 }

export const isEqual = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

/** "drygt 102" for 102.47, "tio" for 9.7: fewer digits, in the direction that the hedge says, and close. `mine` as it is told. */
export function isRounding(quantity: Quantity, mine: number, theirs: number, widest = IN_WORDS): boolean {
  const { hedge, text } = quantity
  if (isEqual(mine, theirs)) return true
  if (hedge === null && /\d/.test(text)) return false
  if (hedge === 'tens' && mine < 100 && theirs - mine >= TENS[0] && theirs - mine < TENS[1]) return true
  if (digitsOf(mine) >= digitsOf(theirs) || !isToward(hedge, mine, theirs)) return false
  const isCoarse = quantity.values.some((value) => value < 1 || (digitsOf(value) === 1 && /^10*$/.test(String(value))))
  const share = hedge === null ? widest : isCoarse && hedge !== 'near' ? COARSE : HEDGED
  return Math.abs(mine - theirs) <= share * theirs
}

/** "Almost twice" for 1.74, "a third" for 30 percent. */
export function isRoundPart(wanted: number, size: number, hedge: Rounding | null): boolean {
  if (!isToward(hedge, wanted, size) && Math.abs(size - wanted) > 0.02 * wanted) return false
  if (hedge === 'down' && wanted > 1) return size < wanted + 1
  const isHalves = wanted === 0.5 || wanted > 1
  const bare = isHalves ? PARTS.bare : PARTS.small
  return Math.abs(size - wanted) <= (hedge === null ? bare : hedge === 'down' ? PARTS.more : PARTS.hedged) * wanted
}

function isToward(hedge: Rounding | null, mine: number, theirs: number): boolean {
  if (hedge === 'down') return mine <= theirs
  return hedge === 'up' ? mine >= theirs : true
}

/** A five at the end is rounder than other digits. */
export function digitsOf(value: number): number {
  const digits = value
    .toPrecision(12)
    .replace(/e.*$|\./g, '')
    .replace(/^0+|0+$/g, '')
  return digits.length - (digits.endsWith('5') ? 0.5 : 0)
}
