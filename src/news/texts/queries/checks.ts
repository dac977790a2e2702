/** Checks of a text that readers see: sentence by sentence, without the source's words unless a setting allows them. */

import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { ArticleView } from '../../articles/queries/views.ts'
import {
  acceptedSentences,
  type ClaimedText,
  type ClaimView,
  isMadeOf,
  listClaims,
  type PassageView,
} from '../../claims/queries/claims.ts'
import { type ClaimPart, overriddenFragments } from '../../claims/rules/claim-parts.ts'
import { findJudgeOf } from './judge-record.ts'
import { readPublicEvidence } from './public-evidence.ts'
import type { CheckedSentence, TextChecks } from './views.ts'

export type EvidencePublic = 'off' | 'short'

/** A text that is no excerpt. */
export interface CheckableText {
  of: ClaimedText
  title: string
  text: string
  parts: readonly ClaimPart[]
  /** The articles that it may rest on; a passage that names none is of the first. */
  sources: readonly Pick<ArticleView, 'id' | 'feed'>[]
}

/** Null where what is shown is an excerpt. */
export const checkableArticle = (article: ArticleView): CheckableText | null =>
  article.summaryBy === 'excerpt'
    ? null
    : {
        of: { article_id: article.id },
        title: article.title,
        text: article.summary,
        parts: overriddenFragments.article,
        sources: [article],
      }

/** Null for a text that is no model's, or that is not kept sentence by sentence. */
export async function findChecks(
  db: ReadDb,
  shown: CheckableText | null,
  evidencePublic: EvidencePublic,
): Promise<TextChecks | null> {
  if (!shown) return null
  const { parts, sources } = shown
  const claims = await listClaims(db, shown.of)
  const accepted = acceptedSentences(claims, parts)
  if (accepted.length === 0 || !isMadeOf(shown.text, claims, parts)) return null
  const names = new Map(sources.map(({ id, feed }) => [id, feed.publisher.name]))
  const nameOf = (articleId: number | null) =>
    articleId === null ? sources[0]?.feed.publisher.name : names.get(articleId)
  const ids = evidencePublic === 'off' ? [] : sources.map(({ id }) => id)
  const mayBeShown = await readPublicEvidence(db, ids)
  const shownOf = ({ articleId, text }: PassageView) =>
    text === null ? null : mayBeShown(articleId ?? sources[0]?.id ?? 0, text)
  const checked = (claim: ClaimView): CheckedSentence => ({
    text: claim.sentence,
    publishers: [...new Set(claim.evidence.flatMap(({ articleId }) => nameOf(articleId) ?? []))],
    passages: claim.evidence.length,
    headlineOnly: claim.evidence.length > 0 && claim.evidence.every(({ headline }) => headline),
    supported: claim.ruling || claim.judged === null ? null : claim.judged === 'supported',
    byOperator: claim.ruling !== null,
    evidence: evidencePublic === 'off' ? null : claim.evidence.flatMap((one) => shownOf(one) ?? []),
  })
  const title = claims.find(
    ({ part, verdict, sentence }) => part === 'title' && verdict === 'stands' && sentence === shown.title,
  )
  return {
    title: title ? checked(title) : null,
    sentences: accepted.map(checked),
    dropped: claims.filter(({ part }) => parts.includes(part)).length - accepted.length,
    judge: accepted.some(({ judged }) => judged !== null) ? await findJudgeOf(db, shown.of) : null,
  }
}
