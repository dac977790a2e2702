/** Statements on an article that a judge is asked about beside its text. Pure. */
import type { AsidePart } from '../claims/rules/claim-parts.ts'
import { type ExaminedClaim, findingsOn, isPassed } from './verify/examine.ts'
import { headlineEvidence, marksOrders, withoutDuplicates } from './verify/match-evidence.ts'
import type { VerifyRules } from './verify/running-text.ts'
import { readSource, type SourceText } from './verify/source.ts'

export interface Aside {
  part: AsidePart
  text: string
}

/** On the headline and all passages that the text cites, but orders to machines; none where nothing else is cited. */
export function asideClaims(
  asides: readonly Aside[],
  text: readonly ExaminedClaim[],
  source: SourceText,
  rules: VerifyRules,
): ExaminedClaim[] {
  const found = text.filter((claim) => claim.part !== 'title' && isPassed(claim)).flatMap(({ evidence }) => evidence)
  const { orders } = readSource(source, rules.languages)
  const evidence = withoutDuplicates(headlineEvidence([source], [source], found))
    .map(marksOrders(orders))
    .filter(({ ordered }) => !ordered)
  if (evidence.length === 0) return []
  return asides.map((aside) => ({
    ...aside,
    section: 0,
    evidence,
    violation: null,
    findings: findingsOn(aside.text, evidence, new Map([[1, source]]), rules),
  }))
}
