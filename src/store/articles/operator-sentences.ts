/** The operator's rulings on single sentences of an article's text: each is a correction, with its way back. */
import { AppError } from '../../domain/errors.ts'
import type { SentenceRuling } from '../../domain/operator.ts'
import { ruledParts } from '../../domain/quality/claim-parts.ts'
import { foldSpace } from '../../domain/text/text.ts'
import type { Database } from '../database/database.ts'
import { act } from '../operator/log.ts'
import { applyRuling, isChangedBy, listRulable, saveRuling, standingText } from './claims.ts'
import { saveCorrection } from './enrichment.ts'
import { author, lockArticle, recordOn, shown, textsOf } from './operator-articles.ts'

/**
 * The text becomes what stands of its sentences. Throws `not_found` for a sentence that a newer text has replaced, and
 * `unprocessable` where the text is not made of its sentences any more, or none would be left.
 */
export const ruleArticleSentence = (
  database: Database,
  articleId: number,
  claimId: number,
  ruling: SentenceRuling,
  now: Date,
) =>
  act(database, now, async (trx) => {
    const article = await lockArticle(trx, articleId)
    const claims = await listRulable(trx, { article_id: article.id })
    const claim = claims.find(({ id, part }) => id === claimId && ruledParts.article.includes(part))
    if (!claim) throw new AppError('not_found', `There is no sentence ${claimId}.`)
    if (
      article.status === 'removed' ||
      standingText(claims, 'sentence') !== foldSpace(article.translated_summary ?? '')
    )
      throw new AppError('unprocessable', `The text of article ${article.id} is no longer made of its sentences.`)
    const ruled = applyRuling(claim, ruling)
    if (!isChangedBy(claim, ruled)) return null
    const summary = standingText(
      claims.map((one) => (one === claim ? ruled : one)),
      'sentence',
    )
    if (summary === '') throw new AppError('unprocessable', 'No sentence would be left: remove the article instead.')
    await saveRuling(trx, ruled)
    const text = { title: shown(article).title, summary }
    await saveCorrection(trx, { articleId: article.id, ...text, at: now })
    return recordOn(article, {
      action: 'article_corrected',
      before: { ...shown(article), by: author(article) },
      after: { ...text, by: 'operator' },
      undo: textsOf(article, { by: 'operator', ...text }, claim),
    })
  })
