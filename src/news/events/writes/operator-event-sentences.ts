/** An event's text for manual overrides of its sentences and points: each is a correction, and can be undone. */

import type { Trx } from '../../../platform/database/database.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import { overriddenFragments } from '../../claims/rules/claim-parts.ts'
import { acceptedText, listOverridable, type OverridableText } from '../../claims/writes/claims.ts'
import { attributionsOf } from '../rules/copies.ts'
import type { Attribution, StoredPoint } from '../rules/event-text.ts'
import { remainingPoints } from '../rules/remaining-points.ts'
import { listReports } from './event-texts.ts'
import { insertOperatorText, lockEvent, type Written } from './operator-event-text.ts'

interface Text {
  revision: number
  title: string
  summary: string
  points: StoredPoint[]
  by: 'ai' | 'operator'
}

/** Manual overrides make a revision of the operator's. */
export async function rulableEvent(trx: Trx, eventId: number): Promise<OverridableText | null> {
  await lockEvent(trx, eventId)
  const text = await newestText(trx, eventId)
  if (!text) return null
  const claims = await listOverridable(trx, { event_id: eventId, revision: text.revision })
  return {
    name: `event ${eventId}`,
    parts: overriddenFragments.event,
    claims,
    isMade: acceptedText(claims, 'sentence') === foldSpace(text.summary),
    rewrite: async (overridden, claim, now) => {
      const summary = acceptedText(overridden, 'sentence')
      if (summary === '') return null
      const points =
        claim.part === 'sentence'
          ? text.points
          : remainingPoints(text.points, claims, overridden, await attributionsIn(trx, eventId))
      const revision = await insertOperatorText(trx, { eventId, title: text.title, summary, points }, now)
      await trx
        .updateTable('claims')
        .set({ revision })
        .where((row) => row.and({ event_id: eventId, revision: text.revision }))
        .execute()
      const before = claims.filter((one) => !overridden.includes(one))
      const undo: Written = { eventId, revision, ruled: { revision: text.revision, claims: before } }
      return {
        action: 'event_corrected',
        target: `event:${eventId}`,
        subject: text.title,
        before: { ...factsOf(text, text.points, points), by: text.by },
        after: { ...factsOf({ ...text, summary }, points, text.points), by: 'operator' },
        undo,
      }
    },
  }
}

async function newestText(trx: Trx, eventId: number): Promise<Text | undefined> {
  return trx
    .selectFrom('event_texts')
    .select(['revision', 'title', 'summary', 'points', 'text_by as by'])
    .where('event_id', '=', eventId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function attributionsIn(trx: Trx, eventId: number): Promise<Attribution[]> {
  const reports = await listReports(trx, eventId)
  const attributions = attributionsOf(reports)
  return reports.map(({ articleId, publisher }, at) => ({
    articleId,
    attributedTo: attributions[at]?.attributedTo ?? publisher,
  }))
}

/** The points too, where they are others than before. */
function factsOf({ title, summary }: Pick<Text, 'title' | 'summary'>, points: StoredPoint[], others: StoredPoint[]) {
  const [reported, instead] = [textOf(points), textOf(others)]
  return { title, summary, ...(reported === instead ? {} : { points: reported }) }
}

const textOf = (points: StoredPoint[]) =>
  points.map(({ statements }) => statements.map(({ text }) => text).join(' / ')).join('\n')
