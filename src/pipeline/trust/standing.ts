/** Which of a text's sentences stand after the judge, its headline among them, and whether the rest stands alone. */
import { FEWEST_STANDING, type StandingClaim } from '../../ai/claims/examine.ts'
import type { NewClaim } from '../../store/articles/claims.ts'
import type { AiCall } from '../../store/models/ai-calls.ts'
import { type JudgeCtx, type Judged, judgeClaims } from './judge.ts'

export type Judging = JudgeCtx

/** `title` is null where the headline does not stand. */
export type Standing =
  | { ok: true; title: string | null; text: string; claims: NewClaim[] }
  | { ok: false; reason: string }

interface Subject extends Pick<AiCall, 'articleId' | 'contentHash'> {
  /** Another headline can take the place of one that does not stand. */
  hasOtherTitle: boolean
}

/** Asks the judge, if there is one. A judge that cannot be read supports nothing. */
export async function standing(
  judging: Judging | null,
  claims: readonly StandingClaim[],
  { hasOtherTitle, ...subject }: Subject,
): Promise<Standing | 'paused'> {
  const untrue = claims.find(({ part, fault }) => part === 'title' && fault)
  // The judge need not be asked about what is refused in any case.
  if (untrue?.fault && !hasOtherTitle) return refused(untrue.fault.gate, untrue.fault.reason, untrue.text)
  const passed = claims.filter(({ fault }) => fault === null)
  const judged = judging ? await judgeClaims(judging, passed, subject) : passed.map(() => null)
  if (judged === 'paused') return 'paused'
  if (judged === 'unreadable') return { ok: false, reason: 'judge: its answer could not be read' }
  const all = claims.map((claim) => claimOf(claim, judged[passed.indexOf(claim)] ?? null))
  const standing = all.filter(({ part, verdict }) => part === 'sentence' && verdict === 'stands')
  const dropped = all.filter(({ verdict }) => verdict === 'dropped')
  const grave = dropped.find(({ part }) => (part === 'title' ? !hasOtherTitle : standing.length < FEWEST_STANDING))
  if (grave) return refused(grave.droppedBy, grave.reason, grave.sentence)
  const title = all.find(({ part, verdict }) => part === 'title' && verdict === 'stands')?.sentence ?? null
  return { ok: true, title, text: standing.map(({ sentence }) => sentence).join(' '), claims: all }
}

const refused = (by: string | null, reason: string | null, sentence: string) => ({
  ok: false as const,
  reason: `${by}: ${reason}: "${sentence.slice(0, 120)}"`,
})

function claimOf({ part, text, evidence, fault }: StandingClaim, judged: Judged | null): NewClaim {
  const refused = judged !== null && judged.judgement !== 'supported'
  const verdictOf = refused ? `${judged.judgement.replaceAll('_', ' ')} (${judged.where})` : null
  return {
    part,
    sentence: text,
    evidence,
    verdict: fault || refused ? 'dropped' : 'stands',
    droppedBy: fault?.gate ?? (refused ? 'judge' : null),
    reason: fault?.reason ?? verdictOf,
    judged: judged?.judgement ?? null,
  }
}
