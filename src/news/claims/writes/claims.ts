/** The sentences of a published text, each with its evidence and what was found of it; what was dropped is kept too. */

import { type Selectable, sql } from 'kysely'
import type { Database, Db, Trx } from '../../../platform/database/database.ts'
import type { Schema, StoredPassage } from '../../../platform/database/schema.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { SentenceOverride } from '../../actions/rules/actions.ts'
import type { ActionRecord } from '../../actions/writes/log.ts'
import { type ClaimPart, isStored } from '../rules/claim-parts.ts'

export interface NewClaim {
  part: ClaimPart
  /** The segment, paragraph or point that it belongs to, from 1. */
  section: number
  sentence: string
  evidence: StoredPassage[]
  verdict: 'stands' | 'dropped'
  droppedBy: string | null
  reason: string | null
  judged: 'supported' | 'contradicted' | 'not_in_evidence' | null
  /** Words of the evidence that decided, as the judge named them. */
  decidingWords: string | null
}

/** Owner of the text: an article, an event in one of its revisions, a story or an episode. */
export type ClaimedText =
  | { article_id: number }
  | { event_id: number; revision: number }
  | { story_id: number }
  | { episode_id: string }

/** In the place of what an earlier text claimed; that of an event's earlier revision stays with it. */
export async function replaceClaims(trx: Trx, text: ClaimedText, claims: readonly NewClaim[], at: Date): Promise<void> {
  let earlier = trx.deleteFrom('claims')
  for (const [column, value] of Object.entries(text) as [keyof Schema['claims'], never][])
    earlier = earlier.where(column, '=', value)
  await earlier.execute()
  const stored = claims.flatMap(({ part, ...claim }) => (isStored(part) ? { part, ...claim } : []))
  if (stored.length === 0) return
  await trx
    .insertInto('claims')
    .values(
      stored.map((claim, position) => ({
        ...text,
        part: claim.part,
        section: claim.section,
        position,
        sentence: claim.sentence,
        evidence: JSON.stringify(claim.evidence),
        verdict: claim.verdict,
        dropped_by: claim.droppedBy,
        reason: claim.reason,
        judged: claim.judged,
        deciding_words: claim.decidingWords,
        at,
      })),
    )
    .execute()
}

/** Those of a text that were accepted, in its order. */
export function listAccepted(db: Db | Trx, text: ClaimedText): Promise<NewClaim[]> {
  return db
    .selectFrom('claims')
    .select(['part', 'section', 'sentence', 'evidence', 'verdict', 'dropped_by as droppedBy', 'reason', 'judged'])
    .select('deciding_words as decidingWords')
    .where((row) => row.and({ ...text, verdict: 'stands' }))
    .orderBy('position')
    .execute()
}

/** More than any text has. */
const CARRIED_FROM = 1000

/** Moves the claims that an event's earlier text dropped behind those of its newest. */
export async function carryDropped(
  trx: Trx,
  earlier: Extract<ClaimedText, { revision: number }>,
  revision: number,
): Promise<void> {
  await trx
    .updateTable('claims')
    .set(({ eb }) => ({ revision, position: eb('position', '+', CARRIED_FROM) }))
    .where((row) => row.and({ ...earlier, verdict: 'dropped' }))
    .execute()
}

/** Fields of a claim that a manual override changes. */
export type OverridableFields = Pick<
  Selectable<Schema['claims']>,
  'id' | 'sentence' | 'verdict' | 'dropped_by' | 'reason' | 'ruling'
>

export async function saveOverride(
  trx: Trx,
  { id, sentence, verdict, dropped_by, reason, ruling: manualOverride }: OverridableFields,
): Promise<void> {
  await trx
    .updateTable('claims')
    .set({ sentence, verdict, dropped_by, reason, ruling: manualOverride })
    .where('id', '=', id)
    .execute()
}

/** Fields of a claim for a manual override. */
export type OverridableClaim = OverridableFields & Pick<Selectable<Schema['claims']>, 'part' | 'section' | 'evidence'>

/** A text that is made of sentences. */
export interface OverridableText {
  /** "article 7" */
  name: string
  /** Those whose sentences can be ruled on. */
  parts: readonly ClaimPart[]
  claims: OverridableClaim[]
  /** False where the text is not made of its sentences any more. */
  isMade: boolean
  /**
   * Writes the accepted claims of `overridden`; null where nothing would be left. `claim`: the one overridden, as it was.
   */
  rewrite(overridden: OverridableClaim[], claim: OverridableClaim, now: Date): Promise<ActionRecord | null>
}

/** In the order of the text. */
export function listOverridable(trx: Trx, text: ClaimedText): Promise<OverridableClaim[]> {
  return trx
    .selectFrom('claims')
    .select(['id', 'part', 'section', 'sentence', 'evidence', 'verdict', 'dropped_by', 'reason', 'ruling'])
    .where((row) => row.and(text))
    .orderBy('position')
    .execute()
}

/** Accepted claims of a part, as one paragraph. */
export const acceptedText = (claims: readonly OverridableClaim[], part: ClaimPart): string =>
  foldSpace(claims.flatMap((one) => (one.part === part && one.verdict === 'stands' ? one.sentence : [])).join(' '))

export function applyOverride<Claim extends OverridableFields>(claim: Claim, manualOverride: SentenceOverride): Claim {
  if (manualOverride.ruling === 'dropped')
    return { ...claim, verdict: 'dropped', dropped_by: 'operator', reason: null, ruling: 'dropped' }
  const sentence = manualOverride.ruling === 'corrected' ? foldSpace(manualOverride.sentence) : claim.sentence
  return { ...claim, sentence, verdict: 'stands', dropped_by: null, reason: null, ruling: manualOverride.ruling }
}

export const isChangedBy = (claim: OverridableFields, overridden: OverridableFields): boolean =>
  overridden.verdict !== claim.verdict || overridden.sentence !== claim.sentence

/** The source's own words go with the original, after 30 days; that they were found, and where, stays. */
export async function purgeOldEvidence(database: Database, now: Date): Promise<void> {
  await sql`
    update claims set deciding_words = null, evidence = (
      select coalesce(jsonb_agg(passage - 'text'), '[]') from jsonb_array_elements(evidence) passage)
    where at < ${new Date(now.getTime() - 30 * 86_400_000)} and evidence @> '[{}]'
      and evidence::text like '%"text"%'`.execute(database.db)
}
