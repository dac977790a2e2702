/** The operator's rulings on single sentences of a story's lead and body: each is a correction, with its way back. */
import { AppError } from '../../domain/errors.ts'
import type { SentenceRuling } from '../../domain/operator.ts'
import { ruledParts } from '../../domain/quality/claim-parts.ts'
import { foldSpace } from '../../domain/text/text.ts'
import {
  applyRuling,
  isChangedBy,
  listRulable,
  type RulableClaim,
  saveRuling,
  standingText,
} from '../articles/claims.ts'
import type { Database } from '../database/database.ts'
import { act } from '../operator/log.ts'
import { editionOf, lockStory, rewriteByOperator } from './operator-stories.ts'

/**
 * Lead and body become what stands of their sentences. Throws `not_found` for a sentence that a newer text has replaced, and
 * `unprocessable` where the text is not made of its sentences any more, or none would be left of either.
 */
export const ruleStorySentence = (
  database: Database,
  storyId: number,
  claimId: number,
  ruling: SentenceRuling,
  now: Date,
) =>
  act(database, now, async (trx) => {
    const story = await lockStory(trx, storyId)
    const claims = await listRulable(trx, { story_id: storyId })
    const claim = claims.find(({ id, part }) => id === claimId && ruledParts.story.includes(part))
    if (!claim) throw new AppError('not_found', `There is no sentence ${claimId}.`)
    const made = textOf(claims)
    if (story.merged_into !== null || made.lead !== foldSpace(story.lead) || made.body !== foldParagraphs(story.body))
      throw new AppError('unprocessable', `The text of story ${storyId} is no longer made of its sentences.`)
    const ruled = applyRuling(claim, ruling)
    if (!isChangedBy(claim, ruled)) return null
    const text = { title: story.title, ...textOf(claims.map((one) => (one === claim ? ruled : one))) }
    if (text.lead === '' || text.body === '')
      throw new AppError(
        'unprocessable',
        'No sentence would be left of the lead or of the body: edit the story instead.',
      )
    await saveRuling(trx, ruled)
    await rewriteByOperator(trx, story, text, now)
    return editionOf(story, text, claim)
  })

const textOf = (claims: readonly RulableClaim[]) => ({ lead: standingText(claims, 'lead'), body: bodyOf(claims) })

const bodyOf = (claims: readonly RulableClaim[]): string =>
  [...Map.groupBy(claims, ({ section }) => section).values()]
    .map((paragraph) => standingText(paragraph, 'body'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

const foldParagraphs = (body: string) => body.split('\n\n').map(foldSpace).join('\n\n')
