/** The sentences of a model's text as its operator sees them: with their evidence and what was found of them. */

import type { ReadDb } from '../../../platform/database/read-db.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { ClaimPart } from '../rules/claim-parts.ts'

export interface ClaimView {
  id: number
  part: ClaimPart
  sentence: string
  evidence: PassageView[]
  verdict: 'stands' | 'dropped'
  droppedBy: string | null
  reason: string | null
  judged: 'supported' | 'contradicted' | 'not_in_evidence' | null
  /** Words of the evidence that decided, as the judge named them. */
  decidingWords: string | null
  ruling: 'accepted' | 'dropped' | 'corrected' | null
}

export interface PassageView {
  /** The source's own words; null where they are no longer kept. */
  text: string | null
  /** It is the source's headline, or part of it. */
  headline: boolean
  /** Null where the text rests on one article alone. */
  articleId: number | null
}

/** Owner of the text. */
export type ClaimedText =
  | { article_id: number }
  | { event_id: number; revision: number }
  | { story_id: number }
  | { episode_id: string }

export const listClaims = async (db: ReadDb, text: ClaimedText): Promise<ClaimView[]> => {
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'part', 'sentence', 'evidence', 'verdict', 'dropped_by as droppedBy', 'reason', 'judged', 'ruling'])
    .select('deciding_words as decidingWords')
    .where((row) => row.and(text))
    .orderBy('position')
    .execute()
  return rows.map(({ evidence, ...row }) => ({
    ...row,
    evidence: evidence.map(({ text, headline, articleId }) => ({
      text: text ?? null,
      headline: headline ?? false,
      articleId: articleId ?? null,
    })),
  }))
}

/** The sentences of the running text that stand. */
export const acceptedSentences = (
  claims: readonly ClaimView[],
  parts: readonly ClaimPart[] = ['sentence'],
): ClaimView[] => claims.filter(({ part, verdict }) => parts.includes(part) && verdict === 'stands')

/** False once a text was written that is not made of these sentences. */
export const isMadeOf = (text: string, claims: readonly ClaimView[], parts?: readonly ClaimPart[]): boolean =>
  foldSpace(text) ===
  foldSpace(
    acceptedSentences(claims, parts)
      .map(({ sentence }) => sentence)
      .join(' '),
  )
