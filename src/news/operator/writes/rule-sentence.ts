/** A manual override of one sentence, in any text. The text becomes its accepted sentences. */

import type { ActorDatabase, Database, Trx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { Outcome, SentenceOverride } from '../../actions/rules/actions.ts'
import { auditedAction } from '../../actions/writes/log.ts'
import { rulableArticle } from '../../articles/writes/operator-sentences.ts'
import {
  applyOverride,
  isChangedBy,
  type OverridableClaim,
  type OverridableText,
  saveOverride,
} from '../../claims/writes/claims.ts'
import { rulableEvent } from '../../events/writes/operator-event-sentences.ts'
import { rulableStory } from '../../stories/writes/operator-story-sentences.ts'

/**
 * Throws `not_found` for a sentence that is gone or that a newer text has replaced. Throws `unprocessable` for one that
 * cannot be ruled on, where the text is not made of its sentences any more, and where none would be left.
 */
export async function ruleSentence(
  database: ActorDatabase,
  claimId: number,
  manualOverride: SentenceOverride,
  now: Date,
): Promise<Outcome> {
  const open = await findText(database, claimId)
  return auditedAction(database, now, async (trx) => {
    const text = await open(trx)
    const claim = text?.claims.find(({ id, part }) => id === claimId && text.parts.includes(part))
    if (!text || !claim) throw new AppError('not_found', `There is no sentence ${claimId}.`)
    if (!text.isMade)
      throw new AppError('unprocessable', `The text of ${text.name} is no longer made of its sentences.`)
    const changes = text.claims.flatMap((one) => overrideOn(one, claim, manualOverride) ?? [])
    if (changes.length === 0) return null
    for (const change of changes) await saveOverride(trx, change)
    const overridden = text.claims.map((one) => changes.find(({ id }) => id === one.id) ?? one)
    const record = await text.rewrite(overridden, claim, now)
    if (!record) throw new AppError('unprocessable', `No sentence would be left: edit or remove ${text.name} instead.`)
    return record
  })
}

async function findText({ db }: Database, claimId: number): Promise<(trx: Trx) => Promise<OverridableText | null>> {
  const columns = ['article_id', 'event_id', 'story_id'] as const
  const claim = await db.selectFrom('claims').select(columns).where('id', '=', claimId).executeTakeFirst()
  if (!claim) throw new AppError('not_found', `There is no sentence ${claimId}.`)
  const { article_id: article, event_id: event, story_id: story } = claim
  if (article !== null) return (trx) => rulableArticle(trx, article)
  if (event !== null) return (trx) => rulableEvent(trx, event)
  if (story !== null) return (trx) => rulableStory(trx, story)
  throw new AppError('unprocessable', 'An episode is spoken: its sentences stay as they are.')
}

/** Null where nothing changes. The words of a point are the same for each report that holds it. */
function overrideOn(
  one: OverridableClaim,
  claim: OverridableClaim,
  manualOverride: SentenceOverride,
): OverridableClaim | null {
  if (one.id === claim.id) {
    const overridden = applyOverride(one, manualOverride)
    return isChangedBy(one, overridden) ? overridden : null
  }
  const isPoint = one.part === 'point' || one.part === 'against'
  if (!isPoint || one.part !== claim.part || one.section !== claim.section || manualOverride.ruling !== 'corrected')
    return null
  const sentence = foldSpace(manualOverride.sentence)
  return sentence === one.sentence ? null : { ...one, sentence }
}
