/** Which of a text's sentences stand after the judge, and whether the rest stands without those that do not. */
import type { StandingClaim } from '../../ai/claims/examine.ts'
import type { NewClaim } from '../../store/articles/claims.ts'
import type { AiCall } from '../../store/models/ai-calls.ts'
import { type JudgeCtx, type Judged, judgeClaims } from './judge.ts'

export type Judging = JudgeCtx

export type Standing = { ok: true; text: string; claims: NewClaim[] } | { ok: false; reason: string }

const FEWEST_STANDING = 2

/** Asks the judge, if there is one. A judge that cannot be read supports nothing. */
export async function standing(
  judging: Judging | null,
  claims: readonly StandingClaim[],
  subject: Pick<AiCall, 'articleId' | 'contentHash'>,
): Promise<Standing | 'paused'> {
  const judged = judging ? await judgeClaims(judging, claims, subject) : claims.map(() => null)
  if (judged === 'paused') return 'paused'
  if (judged === 'unreadable') return { ok: false, reason: 'judge: its answer could not be read' }
  const all = claims.map((claim, index) => claimOf(claim, judged[index] ?? null))
  const standing = all.filter(({ verdict }) => verdict === 'stands')
  const dropped = all.find(({ verdict }) => verdict === 'dropped')
  if (dropped && standing.length < FEWEST_STANDING)
    return { ok: false, reason: `judge: ${dropped.reason}: "${dropped.sentence.slice(0, 120)}"` }
  return { ok: true, text: standing.map(({ sentence }) => sentence).join(' '), claims: all }
}

function claimOf({ text, evidence }: StandingClaim, judged: Judged | null): NewClaim {
  const stands = judged === null || judged.judgement === 'supported'
  return {
    sentence: text,
    evidence,
    verdict: stands ? 'stands' : 'dropped',
    droppedBy: stands ? null : 'judge',
    reason: stands ? null : `${judged.judgement.replaceAll('_', ' ')} (${judged.where})`,
    judged: judged?.judgement ?? null,
  }
}
