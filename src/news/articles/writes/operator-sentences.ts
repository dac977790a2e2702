/** An article's text for manual overrides of its sentences: each is a correction, and can be undone. */

import type { Trx } from '../../../platform/database/database.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { overriddenFragments } from '../../claims/rules/claim-parts.ts'
import { acceptedText, listOverridable, type OverridableText } from '../../claims/writes/claims.ts'
import { saveCorrection } from './enrichment.ts'
import { author, lockArticle, recordOn, shown, textsOf } from './operator-articles.ts'

export async function rulableArticle(trx: Trx, articleId: number): Promise<OverridableText> {
  const article = await lockArticle(trx, articleId)
  const claims = await listOverridable(trx, { article_id: article.id })
  const isMade = acceptedText(claims, 'sentence') === foldSpace(article.translated_summary ?? '')
  return {
    name: `article ${article.id}`,
    parts: overriddenFragments.article,
    claims,
    isMade: isMade && article.status !== 'removed',
    rewrite: async (overridden, claim, now) => {
      const summary = acceptedText(overridden, 'sentence')
      if (summary === '') return null
      const text = { title: shown(article).title, summary }
      await saveCorrection(trx, { articleId: article.id, ...text, at: now })
      return recordOn(article, {
        action: 'article_corrected',
        before: { ...shown(article), by: author(article) },
        after: { ...text, by: 'operator' },
        undo: textsOf(article, { by: 'operator', ...text }, claim),
      })
    },
  }
}
