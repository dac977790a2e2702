/** The headline of a text whose own was refused: the first of its sentences that is short enough for one. Pure. */
import type { ClaimPart } from '../../claims/rules/claim-parts.ts'
import type { LanguageRules } from './language-rules.ts'

/** Characters that prompts ask for. */
const MAX_HEADLINE = 90
const LENDING: ReadonlySet<ClaimPart> = new Set(['sentence', 'lead'])

interface Reading<Claim> extends Pick<LanguageRules, 'continuing'> {
  isAccepted: (claim: Claim) => boolean
  textOf: (claim: Claim) => string
}

/** The accepted claims; where the headline of them all is not among these, one of their sentences comes first in its place. */
export function acceptedWithHeadline<Claim extends { part: ClaimPart; section: number }>(
  claims: readonly Claim[],
  { isAccepted, textOf, continuing }: Reading<Claim>,
): Claim[] {
  const accepted = claims.filter(isAccepted)
  const headline = claims.find(({ part, section }) => part === 'title' && section === 0)
  if (!headline || isAccepted(headline)) return accepted
  const lent = accepted.find((claim) => {
    const text = textOf(claim)
    return LENDING.has(claim.part) && claim.section === 0 && text.length <= MAX_HEADLINE && !continuing?.test(text)
  })
  return lent ? [{ ...lent, part: 'title' }, ...accepted] : accepted
}
