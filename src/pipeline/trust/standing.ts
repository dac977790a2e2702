/** Which of a text's sentences stand after the judge, and whether the rest stands without those that do not. */
import { FEWEST_STANDING, type StandingClaim } from '../../ai/claims/examine.ts'
import type { NewClaim } from '../../store/articles/claims.ts'
import type { AiCall } from '../../store/models/ai-calls.ts'
import { type JudgeCtx, type Judged, judgeClaims } from './judge.ts'

export type Judging = JudgeCtx

export type Standing = { ok: true; text: string; claims: NewClaim[] } | { ok: false; reason: string }

/** Asks the judge, if there is one. A judge that cannot be read supports nothing. */
export async function standing(
  judging: Judging | null,
  claims: readonly StandingClaim[],
  subject: Pick<AiCall, 'articleId' | 'contentHash'>,
): Promise<Standing | 'paused'> {
  const passed = claims.filter(({ fault }) => fault === null)
  const judged = judging ? await judgeClaims(judging, passed, subject) : passed.map(() => null)
  if (judged === 'paused') return 'paused'
  if (judged === 'unreadable') return { ok: false, reason: 'judge: its answer could not be read' }
  const all = claims.map((claim) => claimOf(claim, judged[passed.indexOf(claim)] ?? null))
  const standing = all.filter(({ verdict }) => verdict === 'stands')
  const dropped = all.find(({ verdict }) => verdict === 'dropped')
  if (dropped && standing.length < FEWEST_STANDING)
    return { ok: false, reason: `${dropped.droppedBy}: ${dropped.reason}: "${dropped.sentence.slice(0, 120)}"` }
  return { ok: true, text: standing.map(({ sentence }) => sentence).join(' '), claims: all }
}

function claimOf({ text, evidence, fault }: StandingClaim, judged: Judged | null): NewClaim {
  const refused = judged !== null && judged.judgement !== 'supported'
  const verdictOf = refused ? `${judged.judgement.replaceAll('_', ' ')} (${judged.where})` : null
  return {
    sentence: text,
    evidence,
    verdict: fault || refused ? 'dropped' : 'stands',
    droppedBy: fault?.gate ?? (refused ? 'judge' : null),
    reason: fault?.reason ?? verdictOf,
    judged: judged?.judgement ?? null,
  }
}
