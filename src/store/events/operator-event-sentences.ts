/** An event's text for manual overrides of its sentences and points: each is a correction, and can be undone. */
import { attributionsOf } from '../../domain/events/copies.ts'
import { type Attribution, type StoredPoint, storedPoint } from '../../domain/events/event-text.ts'
import { overriddenFragments } from '../../domain/quality/claim-parts.ts'
import { foldSpace } from '../../domain/text/text.ts'
import { acceptedText, listOverridable, type OverridableClaim, type OverridableText } from '../articles/claims.ts'
import type { Trx } from '../database/database.ts'
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
    ...{ name: `event ${eventId}`, parts: overriddenFragments.event, claims },
    isMade: acceptedText(claims, 'sentence') === foldSpace(text.summary),
    rewrite: async (overridden, claim, now) => {
      const summary = acceptedText(overridden, 'sentence')
      if (summary === '') return null
      const points = claim.part === 'sentence' ? text.points : pointsOf(overridden, await attributionsIn(trx, eventId))
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

function pointsOf(claims: readonly OverridableClaim[], attributions: readonly Attribution[]): StoredPoint[] {
  const points = Map.groupBy(
    claims.filter(({ part }) => part === 'point' || part === 'against'),
    ({ section }) => section,
  )
  return [...points.values()].flatMap((sides) => {
    const [point, against] = [
      sides.filter(({ part }) => part === 'point'),
      sides.filter(({ part }) => part === 'against'),
    ]
    const text = (point[0] ?? against[0])?.sentence ?? ''
    const other = against[0] ? { text: against[0].sentence } : null
    return (
      storedPoint(
        { text, against: other },
        attributionsWithin(point, attributions),
        attributionsWithin(against, attributions),
      ) ?? []
    )
  })
}

function attributionsWithin(claims: readonly OverridableClaim[], attributions: readonly Attribution[]): Attribution[] {
  const accepted = claims.filter(({ verdict }) => verdict === 'stands')
  const ids = new Set(accepted.flatMap(({ evidence }) => evidence.map(({ articleId }) => articleId)))
  return attributions.filter(({ articleId }) => ids.has(articleId))
}

/** The points too, where they are others than before. */
function factsOf({ title, summary }: Pick<Text, 'title' | 'summary'>, points: StoredPoint[], others: StoredPoint[]) {
  const [reported, instead] = [textOf(points), textOf(others)]
  return { title, summary, ...(reported === instead ? {} : { points: reported }) }
}

const textOf = (points: StoredPoint[]) =>
  points.map(({ text, against }) => [text, against?.text ?? []].flat().join(' / ')).join('\n')
