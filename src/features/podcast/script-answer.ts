/** A script as a model answers it, and what is left of it once its sentences were judged. Pure. */
import { z } from 'zod'
import type { NewClaim } from '../../news/claims/writes/claims.ts'
import { textOf } from '../../news/texts/accept-claims.ts'
import { headline } from '../../news/texts/summaries/summary-question.ts'
import { type CitedClaim, CitedSentence, claimsAs, titled } from '../../news/texts/verify/cited.ts'
import type { ScriptMaterial } from '../../platform/models/ports.ts'
import type { EpisodeScript } from './script.ts'

export const Script = z.strictObject({
  title: z.string(),
  description: z.array(CitedSentence),
  segments: z.array(z.strictObject({ title: z.string(), sentences: z.array(CitedSentence) })),
})
export type Script = z.infer<typeof Script>

const MIN_SENTENCES = 2

/** Segments are sections, counted from 1. */
export const scriptClaims = ({ title, description, segments }: Script): CitedClaim[] => [
  titled(title),
  ...claimsAs('description', description),
  ...segments.flatMap((segment, at) => [
    titled(segment.title, at + 1),
    ...claimsAs('sentence', segment.sentences, at + 1),
  ]),
]

type AcceptedClaim = Pick<NewClaim, 'part' | 'section'>

/** A headline, a sentence of what the episode is about, and a segment. */
export const isCompleteScript = (accepted: readonly AcceptedClaim[]): boolean =>
  accepted.some(({ part, section }) => part === 'title' && section === 0) &&
  accepted.some(({ part }) => part === 'description') &&
  accepted.some(({ section }) => section > 0 && isSegment(accepted, section))

/** A segment is accepted with its headline and two of its sentences. */
function isSegment(accepted: readonly AcceptedClaim[], section: number): boolean {
  const of = accepted.filter((one) => one.section === section)
  return of.some(({ part }) => part === 'title') && of.filter(({ part }) => part === 'sentence').length >= MIN_SENTENCES
}

/** Part of the script that may be spoken. */
export function acceptedScript(script: Script, claims: readonly NewClaim[], material: ScriptMaterial[]): EpisodeScript {
  const accepted = claims.filter(({ verdict }) => verdict === 'stands')
  const sections = script.segments.map((_, at) => at + 1).filter((section) => isSegment(accepted, section))
  return {
    title: headline(textOf(claims, 'title', 0)),
    description: textOf(claims, 'description'),
    segments: sections.map((section) => ({
      title: headline(textOf(claims, 'title', section)),
      text: textOf(claims, 'sentence', section),
      entryIds: entriesOf(
        accepted.filter((one) => one.part === 'sentence' && one.section === section),
        material,
      ),
    })),
  }
}

/** Accepted sentences of a segment that is not accepted are not published either. */
export function withoutFallen(claims: NewClaim[]): NewClaim[] {
  const accepted = claims.filter(({ verdict }) => verdict === 'stands')
  return claims.map((claim) =>
    claim.verdict === 'dropped' || claim.section === 0 || isSegment(accepted, claim.section)
      ? claim
      : { ...claim, verdict: 'dropped', droppedBy: 'rest', reason: 'too little of its segment stands' },
  )
}

function entriesOf(claims: readonly NewClaim[], material: ScriptMaterial[]): number[] {
  const reported = new Set(claims.flatMap(({ evidence }) => evidence.map(({ articleId }) => articleId)))
  return material.flatMap(({ reported: { articleId }, entryIds }) => (reported.has(articleId) ? entryIds : []))
}
