/** An event's text for manual overrides of its sentences and points: each is a correction, and can be undone. */
import { attributionsOf } from '../../domain/events/copies.ts'
import {
  type Attribution,
  type Side,
  type StoredPoint,
  type StoredStatement,
  storedPoint,
} from '../../domain/events/event-text.ts'
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
          : pointsOf(text.points, claims, overridden, await attributionsIn(trx, eventId))
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

/** A statement's claims are those of its section and part. */
const keyOf = ({ part, section }: Pick<OverridableClaim, 'part' | 'section'>) => `${part} ${section}`

/**
 * The points with what is left of their statements, and those that were dropped before and are accepted now, each as a point
 * of its own. `before`: the claims as they were, by which a statement is found.
 */
function pointsOf(
  points: readonly StoredPoint[],
  before: readonly OverridableClaim[],
  claims: readonly OverridableClaim[],
  attributions: readonly Attribution[],
): StoredPoint[] {
  const sides = Map.groupBy(
    claims.filter(({ part }) => part === 'point' || part === 'against'),
    keyOf,
  )
  const sideOf = (key: string, quotes: StoredStatement['quotes'] = []): Side => {
    const all = sides.get(key) ?? []
    const accepted = all.filter(({ verdict }) => verdict === 'stands')
    const ids = new Set(accepted.flatMap(({ evidence }) => evidence.map(({ articleId }) => articleId)))
    const by = attributions.filter(({ articleId }) => ids.has(articleId))
    return {
      text: (accepted[0] ?? all[0])?.sentence ?? '',
      by,
      quotes: quotes.filter(({ article }) => ids.has(article)),
    }
  }
  const shown = new Set<string>()
  const remaining = points.flatMap(({ statements, judged }) => {
    const found = statements.flatMap(({ text, quotes }) => {
      const claim = before.find((one) => one.sentence === text && sides.has(keyOf(one)) && !shown.has(keyOf(one)))
      if (!claim) return []
      shown.add(keyOf(claim))
      return [sideOf(keyOf(claim), quotes)]
    })
    return storedPoint(found, judged) ?? []
  })
  const others = [...sides.keys()].filter((key) => !shown.has(key))
  return [...remaining, ...others.flatMap((key) => storedPoint([sideOf(key)], true) ?? [])]
}

/** The points too, where they are others than before. */
function factsOf({ title, summary }: Pick<Text, 'title' | 'summary'>, points: StoredPoint[], others: StoredPoint[]) {
  const [reported, instead] = [textOf(points), textOf(others)]
  return { title, summary, ...(reported === instead ? {} : { points: reported }) }
}

const textOf = (points: StoredPoint[]) =>
  points.map(({ statements }) => statements.map(({ text }) => text).join(' / ')).join('\n')
