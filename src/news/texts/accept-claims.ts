/** The sentences and headlines of a text that remain after the judge, where they are enough of one. */

import { isAside } from '../claims/rules/claim-parts.ts'
import type { NewClaim } from '../claims/writes/claims.ts'
import type { Verdict } from './judge/answer.ts'
import { type JudgeCtx, judgeClaims, type Subject } from './judge/judge.ts'
import { type ExaminedClaim, isPassed, passedWithHeadline } from './verify/examine.ts'
import { reasonOf } from './verify/findings.ts'
import { acceptedWithHeadline } from './verify/headline.ts'
import type { VerifyRules, Violation } from './verify/running-text.ts'
import type { SourceText } from './verify/source.ts'

export type Accepted = { ok: true; claims: NewClaim[] } | { ok: false; reason: string; sentence: string }

export interface Demands {
  subject: Subject
  /** In the order of their numbers. */
  sources: readonly SourceText[]
  rules: Pick<VerifyRules, 'languages'>
  /** The remaining sentences are enough of a text. */
  isComplete: (accepted: readonly Pick<NewClaim, 'part' | 'section'>[]) => boolean
  /** Of texts that rest on several articles: the one that has this number. */
  articleIdOf?: (source: number) => number | undefined
}

/** Asks the judge; without one, what it would have been asked about is refused. */
export async function acceptClaims(
  judge: JudgeCtx | null,
  examined: readonly ExaminedClaim[],
  { subject, sources, rules, isComplete, articleIdOf }: Demands,
): Promise<Accepted | 'paused'> {
  const claims = judge ? examined : examined.map(withoutQuestions)
  const passed = claims.filter(isPassed)
  const failed = claims.find(({ violation }) => violation)
  // The judge need not be asked about what is refused in any case.
  if (failed?.violation && !isComplete(passedWithHeadline(claims, rules.languages)))
    return refused(failed.violation.check, failed.violation.reason, failed.text)
  const verdicts = judge && passed.length > 0 ? await judgeClaims(judge, passed, sources, subject) : []
  if (verdicts === 'paused') return 'paused'
  const decided = claims.map((claim) => claimOf(claim, verdicts[passed.indexOf(claim)] ?? null, articleIdOf))
  const all = withoutRemnants(decided, rules.languages.continuing)
  const dropped = all.find((claim) => claim.verdict === 'dropped' && !isAside(claim))
  const isAccepted = ({ verdict }: NewClaim) => verdict === 'stands'
  const accepted = all.filter(isAccepted)
  if (!dropped || isComplete(accepted)) return { ok: true, claims: all }
  const textOf = ({ sentence }: NewClaim) => sentence
  const headed = acceptedWithHeadline(all, { isAccepted, textOf, continuing: rules.languages.continuing })
  if (!isComplete(headed)) return refused(dropped.droppedBy, dropped.reason, dropped.sentence)
  return { ok: true, claims: [...headed.slice(0, headed.length - accepted.length), ...all] }
}

/** "She" is no one where the sentence directly before was dropped: a sentence that goes on with it is dropped too. */
export function withoutRemnants(claims: readonly NewClaim[], continuing: RegExp | null): NewClaim[] {
  const left: NewClaim[] = []
  for (const claim of claims) {
    const before = left.findLast(({ part, section }) => part === claim.part && section === claim.section)
    const isRemnant =
      before?.verdict === 'dropped' && IN_RUNNING_TEXT.has(claim.part) && continuing?.test(claim.sentence)
    const isDropped = isRemnant && claim.verdict === 'stands'
    left.push(isDropped ? { ...claim, verdict: 'dropped', droppedBy: before.droppedBy, reason: REMNANT } : claim)
  }
  return left
}

const REMNANT = 'it goes on with a sentence that is left out'
/** Headlines and points stand alone. */
const IN_RUNNING_TEXT: ReadonlySet<NewClaim['part']> = new Set(['sentence', 'lead', 'body', 'description'])

function withoutQuestions(claim: ExaminedClaim): ExaminedClaim {
  const [finding] = claim.findings
  const violation: Violation | null = finding ? { check: finding.kind, reason: reasonOf(finding) } : null
  return { ...claim, violation: claim.violation ?? violation }
}

/** The running text of a part, or of one section of it, from the sentences that remain. */
export const textOf = (claims: readonly NewClaim[], part: NewClaim['part'], section?: number): string =>
  claims
    .filter((claim) => claim.part === part && claim.verdict === 'stands')
    .filter((claim) => section === undefined || claim.section === section)
    .map(({ sentence }) => sentence)
    .join(' ')

const refused = (by: string | null, reason: string | null, sentence: string) => ({
  ok: false as const,
  reason: `${by}: ${reason}: "${sentence.slice(0, 120)}"`,
  sentence,
})

function claimOf(
  { part, section, text, evidence, violation }: ExaminedClaim,
  verdict: Verdict | null,
  articleIdOf: Demands['articleIdOf'],
): NewClaim {
  const isRefused = verdict !== null && verdict.verdict !== 'supported'
  return {
    part,
    section,
    sentence: text,
    evidence: evidence.map(({ source, lines: _, ...passage }) => {
      const articleId = articleIdOf?.(source)
      return articleId === undefined ? passage : { ...passage, articleId }
    }),
    verdict: violation || isRefused ? 'dropped' : 'stands',
    droppedBy: violation?.check ?? (isRefused ? 'judge' : null),
    reason: violation?.reason ?? (isRefused ? `${verdict.verdict.replaceAll('_', ' ')} (${verdict.aspect})` : null),
    judged: verdict?.verdict ?? null,
    decidingWords: verdict?.words ?? null,
  }
}
