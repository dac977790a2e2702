/** How a text that readers see was checked: sentence by sentence, without the source's words unless a setting allows them. */
import type { ReadDb } from '../articles/articles.ts'
import type { ArticleView } from '../articles/views.ts'
import { type ClaimView, isMadeOf, listClaims, standingSentences } from '../operator/claims.ts'
import type { CheckedSentence, TextChecks } from './views.ts'

/** Characters of a passage that are shown where evidence is public. */
const LONGEST_SHOWN = 160

export type EvidencePublic = 'off' | 'short'

/** Null for a text that is no model's, or that is not kept sentence by sentence. */
export async function findChecks(
  db: ReadDb,
  article: Pick<ArticleView, 'id' | 'title' | 'summary' | 'feed'>,
  evidencePublic: EvidencePublic,
): Promise<TextChecks | null> {
  const claims = await listClaims(db, { article_id: article.id })
  const standing = standingSentences(claims)
  if (standing.length === 0 || !isMadeOf(article.summary, claims)) return null
  const checked = (claim: ClaimView): CheckedSentence => ({
    text: claim.sentence,
    publisher: article.feed.publisher.name,
    passages: claim.evidence.length,
    headlineOnly: claim.evidence.length > 0 && claim.evidence.every(({ headline }) => headline),
    supported: claim.ruling || claim.judged === null ? null : claim.judged === 'supported',
    byOperator: claim.ruling !== null,
    evidence: evidencePublic === 'off' ? null : shortened(claim),
  })
  const title = claims.find(({ part, sentence }) => part === 'title' && sentence === article.title)
  return {
    title: title ? checked(title) : null,
    sentences: standing.map(checked),
    dropped: claims.filter(({ part }) => part === 'sentence').length - standing.length,
  }
}

const shortened = ({ evidence }: ClaimView): string[] =>
  evidence.flatMap(({ text: words }) => {
    if (words === null) return []
    return words.length <= LONGEST_SHOWN ? words : `${words.slice(0, LONGEST_SHOWN - 1).replace(/\s+\S*$/, '')}…`
  })
