/** The operator's rulings on single sentences of an article's text: each is a correction, with its way back. */
import { AppError } from '../../domain/errors.ts'
import type { SentenceRuling } from '../../domain/operator.ts'
import { foldSpace } from '../../domain/text/text.ts'
import type { Database, Trx } from '../database/database.ts'
import { act } from '../operator/log.ts'
import { type Ruled, saveRuling } from './claims.ts'
import { saveCorrection } from './enrichment.ts'
import { author, lockArticle, recordOn, shown, textsOf } from './operator-articles.ts'

/**
 * The text becomes what stands of its sentences. Throws `not_found` for a sentence that a newer text has replaced, and
 * `unprocessable` where the text is not made of its sentences any more, or none would be left.
 */
export const ruleSentence = (database: Database, claimId: number, ruling: SentenceRuling, now: Date) =>
  act(database, now, async (trx) => {
    const article = await lockArticle(trx, await articleOf(trx, claimId))
    const claims = await claimsOf(trx, article.id)
    const claim = claims.find(({ id }) => id === claimId)
    if (!claim) throw new AppError('not_found', `There is no sentence ${claimId}.`)
    if (article.status === 'removed' || textOf(claims) !== foldSpace(article.translated_summary ?? ''))
      throw new AppError('unprocessable', `The text of article ${article.id} is no longer made of its sentences.`)
    const ruled = applied(claim, ruling)
    if (ruled.verdict === claim.verdict && ruled.sentence === claim.sentence) return null
    const summary = textOf(claims.map((one) => (one === claim ? ruled : one)))
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

async function articleOf(trx: Trx, claimId: number): Promise<number> {
  const row = await trx.selectFrom('claims').select('article_id').where('id', '=', claimId).executeTakeFirst()
  if (!row?.article_id) throw new AppError('not_found', `There is no sentence ${claimId}.`)
  return row.article_id
}

const claimsOf = (trx: Trx, articleId: number): Promise<Ruled[]> =>
  trx
    .selectFrom('claims')
    .select(['id', 'sentence', 'verdict', 'dropped_by', 'reason', 'ruling'])
    .where('article_id', '=', articleId)
    .where('part', '=', 'sentence')
    .orderBy('position')
    .execute()

const textOf = (claims: readonly Ruled[]): string =>
  foldSpace(claims.flatMap(({ verdict, sentence }) => (verdict === 'stands' ? sentence : [])).join(' '))

function applied(claim: Ruled, ruling: SentenceRuling): Ruled {
  if (ruling.ruling === 'dropped')
    return { ...claim, verdict: 'dropped', dropped_by: 'operator', reason: null, ruling: 'dropped' }
  const sentence = ruling.ruling === 'corrected' ? foldSpace(ruling.sentence) : claim.sentence
  return { ...claim, sentence, verdict: 'stands', dropped_by: null, reason: null, ruling: ruling.ruling }
}
