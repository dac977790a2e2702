/** How a text that readers see was checked: sentence by sentence, without the source's words unless a setting allows them. */
import type { ReadDb } from '../articles/articles.ts'
import type { ArticleView } from '../articles/views.ts'
import { type ClaimView, isMadeOf, listClaims } from '../operator/claims.ts'
import type { TextChecks } from './views.ts'

/** Characters of a passage that are shown where evidence is public. */
const LONGEST_SHOWN = 160

export type EvidencePublic = 'off' | 'short'

/** Null for a text that is no model's, or that is not kept sentence by sentence. */
export async function findChecks(
  db: ReadDb,
  article: Pick<ArticleView, 'id' | 'summary' | 'feed'>,
  evidencePublic: EvidencePublic,
): Promise<TextChecks | null> {
  const claims = await listClaims(db, article.id)
  const standing = claims.filter(({ verdict }) => verdict === 'stands')
  if (standing.length === 0 || !isMadeOf(article.summary, claims)) return null
  return {
    sentences: standing.map((claim) => ({
      text: claim.sentence,
      publisher: article.feed.publisher.name,
      passages: claim.evidence.length,
      supported: claim.ruling || claim.judged === null ? null : claim.judged === 'supported',
      byOperator: claim.ruling !== null,
      evidence: evidencePublic === 'off' ? null : shortened(claim),
    })),
    dropped: claims.length - standing.length,
  }
}

const shortened = ({ evidence }: ClaimView): string[] =>
  evidence.flatMap((words) => {
    if (words === null) return []
    return words.length <= LONGEST_SHOWN ? words : `${words.slice(0, LONGEST_SHOWN - 1).replace(/\s+\S*$/, '')}…`
  })
