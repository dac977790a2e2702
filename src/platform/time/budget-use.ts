/** Used share of a month's budget, in the words of the notices. */

/** Share of the budget after which the operator is notified. */
const NEAR = 0.8
/** The most of it that may be left when no usual call fits any more. */
const REST = 0.05
/** From here on it is used up, whatever a call costs. */
const USED_UP = 0.995

/**
 * `used`: the rest is too little for a call of the common size (`each`), so that none is made. A call that is dearer
 * than a twentieth of the budget does not count: smaller ones may fit.
 */
export function budgetUse(spent: number, each: number, budget: number): 'fine' | 'near' | 'used' {
  if (spent >= USED_UP * budget || spent + Math.min(each, REST * budget) > budget) return 'used'
  return spent >= NEAR * budget ? 'near' : 'fine'
}
