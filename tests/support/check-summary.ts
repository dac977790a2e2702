/** Every check and finding on one summary, as of an answer whose sentences cite nothing: reasons by what refuses or asks. */
import { examineSummary } from '../../src/generation/summary.ts'
import { claimsAs, titled } from '../../src/generation/verify/cited.ts'
import type { VerifyRules } from '../../src/generation/verify/running-text.ts'
import { sentences } from '../../src/generation/verify/sentences.ts'
import type { SourceText } from '../../src/generation/verify/source.ts'

/** `quotes: …` where a check refuses, `numbers: …` where a finding asks; the first of them, or null. */
export function checkSummary(
  { title, summary }: { title: string; summary: string },
  source: SourceText,
  rules: VerifyRules,
): string | null {
  const told = sentences(summary, rules.languages.own.ends).map((text) => ({ text, evidence: [] }))
  const claims = [titled(title), ...claimsAs('sentence', told)]
  const examined = examineSummary(claims, source, rules, { needsEvidence: false, isComplete: () => true })
  if (!examined.ok) return `${examined.check}: ${examined.reason}`
  const found = examined.claims.flatMap(({ violation, findings }) => [
    ...(violation ? [`${violation.check}: ${violation.reason}`] : []),
    ...findings.map(({ kind, text }) => `${kind}: ${text}`),
  ])
  return found[0] ?? null
}
