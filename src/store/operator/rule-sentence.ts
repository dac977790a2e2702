/** A ruling on one sentence, whosever text it is in. */
import { AppError } from '../../domain/errors.ts'
import type { Outcome, SentenceRuling } from '../../domain/operator.ts'
import { ruleArticleSentence } from '../articles/operator-sentences.ts'
import type { Database } from '../database/database.ts'
import { ruleEventSentence } from '../events/operator-event-sentences.ts'
import { ruleStorySentence } from '../stories/operator-story-sentences.ts'

/** Throws `not_found` for a sentence that is gone, and `unprocessable` for one that cannot be ruled on: an episode is spoken. */
export async function ruleSentence(
  database: Database,
  claimId: number,
  ruling: SentenceRuling,
  now: Date,
): Promise<Outcome> {
  const claim = await database.db
    .selectFrom('claims')
    .select(['article_id', 'event_id', 'story_id'])
    .where('id', '=', claimId)
    .executeTakeFirst()
  if (!claim) throw new AppError('not_found', `There is no sentence ${claimId}.`)
  if (claim.article_id !== null) return ruleArticleSentence(database, claim.article_id, claimId, ruling, now)
  if (claim.event_id !== null) return ruleEventSentence(database, claim.event_id, claimId, ruling, now)
  if (claim.story_id !== null) return ruleStorySentence(database, claim.story_id, claimId, ruling, now)
  throw new AppError('unprocessable', 'An episode is spoken: its sentences stay as they are.')
}
