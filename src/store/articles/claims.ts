/** The sentences of a published text, each with its evidence and what was found of it; what was dropped is kept too. */
import { type Selectable, sql } from 'kysely'
import type { ClaimPart } from '../../domain/quality/claim-parts.ts'
import type { Database, Trx } from '../database/database.ts'
import type { ClaimTable, StoredPassage } from '../database/tables/models.ts'

export interface NewClaim {
  part: ClaimPart
  sentence: string
  evidence: StoredPassage[]
  verdict: 'stands' | 'dropped'
  droppedBy: string | null
  reason: string | null
  judged: 'supported' | 'contradicted' | 'not_in_evidence' | null
}

/** In the place of what an earlier text of the article claimed. */
export async function replaceClaims(trx: Trx, articleId: number, claims: readonly NewClaim[], at: Date): Promise<void> {
  await trx.deleteFrom('claims').where('article_id', '=', articleId).execute()
  if (claims.length === 0) return
  await trx
    .insertInto('claims')
    .values(
      claims.map((claim, position) => ({
        article_id: articleId,
        part: claim.part,
        position,
        sentence: claim.sentence,
        evidence: JSON.stringify(claim.evidence),
        verdict: claim.verdict,
        dropped_by: claim.droppedBy,
        reason: claim.reason,
        judged: claim.judged,
        at,
      })),
    )
    .execute()
}

/** What a ruling changes of a claim. */
export type Ruled = Pick<Selectable<ClaimTable>, 'id' | 'sentence' | 'verdict' | 'dropped_by' | 'reason' | 'ruling'>

export async function saveRuling(trx: Trx, { id, ...values }: Ruled): Promise<void> {
  await trx.updateTable('claims').set(values).where('id', '=', id).execute()
}

/** The source's own words go with the original, after 30 days; that they were found, and where, stays. */
export async function forgetOldEvidence(database: Database, now: Date): Promise<void> {
  await sql`
    update claims set evidence = (
      select coalesce(jsonb_agg(passage - 'text'), '[]') from jsonb_array_elements(evidence) passage)
    where at < ${new Date(now.getTime() - 30 * 86_400_000)} and evidence @> '[{}]'
      and evidence::text like '%"text"%'`.execute(database.db)
}
