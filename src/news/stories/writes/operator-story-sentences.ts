/** A story's lead and body for manual overrides of their sentences: each is a correction, and can be undone. */

import type { Trx } from '../../../platform/database/database.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { overriddenFragments } from '../../claims/rules/claim-parts.ts'
import {
  acceptedText,
  listOverridable,
  type OverridableClaim,
  type OverridableText,
} from '../../claims/writes/claims.ts'
import { editionOf, lockStory, rewriteByOperator } from './operator-stories.ts'

export async function rulableStory(trx: Trx, storyId: number): Promise<OverridableText> {
  const story = await lockStory(trx, storyId)
  const claims = await listOverridable(trx, { story_id: storyId })
  const made = textOf(claims)
  const isMade = made.lead === foldSpace(story.lead) && made.body === foldParagraphs(story.body)
  return {
    name: `story ${storyId}`,
    parts: overriddenFragments.story,
    claims,
    isMade: isMade && story.merged_into === null,
    rewrite: async (overridden, claim, now) => {
      const text = { title: story.title, ...textOf(overridden) }
      if (text.lead === '' || text.body === '') return null
      await rewriteByOperator(trx, story, text, now)
      return editionOf(story, text, claim)
    },
  }
}

const textOf = (claims: readonly OverridableClaim[]) => ({ lead: acceptedText(claims, 'lead'), body: bodyOf(claims) })

const bodyOf = (claims: readonly OverridableClaim[]): string =>
  [...Map.groupBy(claims, ({ section }) => section).values()]
    .map((paragraph) => acceptedText(paragraph, 'body'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

const foldParagraphs = (body: string) => body.split('\n\n').map(foldSpace).join('\n\n')
