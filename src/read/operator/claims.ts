/** The sentences of an article's text as its operator sees them: with their evidence and what was found of them. */
import { foldSpace } from '../../domain/text/text.ts'
import type { ReadDb } from '../articles/articles.ts'

export interface ClaimView {
  id: number
  sentence: string
  /** The source's own words; null where they are no longer kept. */
  evidence: (string | null)[]
  verdict: 'stands' | 'dropped'
  droppedBy: string | null
  reason: string | null
  judged: 'supported' | 'contradicted' | 'not_in_evidence' | null
  ruling: 'accepted' | 'dropped' | 'corrected' | null
}

export const listClaims = async (db: ReadDb, articleId: number): Promise<ClaimView[]> => {
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'sentence', 'evidence', 'verdict', 'dropped_by as droppedBy', 'reason', 'judged', 'ruling'])
    .where('article_id', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ evidence, ...row }) => ({ ...row, evidence: evidence.map(({ text }) => text ?? null) }))
}

/** False once a text was written that is not made of these sentences. */
export const isMadeOf = (text: string, claims: readonly ClaimView[]): boolean =>
  foldSpace(text) ===
  foldSpace(claims.flatMap(({ verdict, sentence }) => (verdict === 'stands' ? sentence : [])).join(' '))
