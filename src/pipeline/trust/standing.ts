/** Which of a text's sentences stand after the judge, its headlines among them, and whether the rest stands alone. */
import type { StandingClaim } from '../../ai/claims/examine.ts'
import type { NewClaim } from '../../store/articles/claims.ts'
import { type JudgeCtx, type Judged, judgeClaims, type Subject } from './judge.ts'

export type Judging = JudgeCtx

export type Standing = { ok: true; claims: NewClaim[] } | { ok: false; reason: string }

export interface Demands {
  subject: Subject
  /** Whether what stands is enough of a text. */
  isWhole: (standing: readonly Pick<NewClaim, 'part' | 'section'>[]) => boolean
  /** Of texts that rest on several articles: the one that has this number. */
  articleIdOf?: (source: number) => number | undefined
}

/** Asks the judge, if there is one. A judge that cannot be read supports nothing. */
export async function standing(
  judging: Judging | null,
  claims: readonly StandingClaim[],
  { subject, isWhole, articleIdOf }: Demands,
): Promise<Standing | 'paused'> {
  const passed = claims.filter(({ fault }) => fault === null)
  const untrue = claims.find(({ fault }) => fault)
  // The judge need not be asked about what is refused in any case.
  if (untrue?.fault && !isWhole(passed)) return refused(untrue.fault.gate, untrue.fault.reason, untrue.text)
  const judged = judging ? await judgeClaims(judging, passed, subject) : passed.map(() => null)
  if (judged === 'paused') return 'paused'
  if (judged === 'unreadable') return { ok: false, reason: 'judge: its answer could not be read' }
  const all = claims.map((claim) => claimOf(claim, judged[passed.indexOf(claim)] ?? null, articleIdOf))
  const dropped = all.find(({ verdict }) => verdict === 'dropped')
  if (dropped && !isWhole(all.filter(({ verdict }) => verdict === 'stands')))
    return refused(dropped.droppedBy, dropped.reason, dropped.sentence)
  return { ok: true, claims: all }
}

/** The running text of a part, or of one section of it: what stands of it. */
export const textOf = (claims: readonly NewClaim[], part: NewClaim['part'], section?: number): string =>
  claims
    .filter((claim) => claim.part === part && claim.verdict === 'stands')
    .filter((claim) => section === undefined || claim.section === section)
    .map(({ sentence }) => sentence)
    .join(' ')

const refused = (by: string | null, reason: string | null, sentence: string) => ({
  ok: false as const,
  reason: `${by}: ${reason}: "${sentence.slice(0, 120)}"`,
})

function claimOf(
  { part, section, text, evidence, fault }: StandingClaim,
  judged: Judged | null,
  articleIdOf: Demands['articleIdOf'],
): NewClaim {
  const refused = judged !== null && judged.judgement !== 'supported'
  const verdictOf = refused ? `${judged.judgement.replaceAll('_', ' ')} (${judged.where})` : null
  return {
    ...{ part, section, sentence: text },
    evidence: evidence.map(({ source, by: _, ...passage }) => {
      const articleId = articleIdOf?.(source)
      return articleId === undefined ? passage : { ...passage, articleId }
    }),
    verdict: fault || refused ? 'dropped' : 'stands',
    droppedBy: fault?.gate ?? (refused ? 'judge' : null),
    reason: fault?.reason ?? verdictOf,
    judged: judged?.judgement ?? null,
  }
}
