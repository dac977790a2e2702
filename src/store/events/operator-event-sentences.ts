/** The operator's rulings on single sentences and points of an event's text: each is a correction, with its way back. */
import { sql } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import { voicesAmong } from '../../domain/events/copies.ts'
import { type StoredPoint, storedPoint, type Voice } from '../../domain/events/event-text.ts'
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
import type { Database, Trx } from '../database/database.ts'
import { act } from '../operator/log.ts'
import { listReports } from './event-texts.ts'
import { insertOperatorText, lockEvent, type Written } from './operator-event-text.ts'

interface Text {
  revision: number
  title: string
  summary: string
  points: StoredPoint[]
  by: 'ai' | 'operator'
}

/**
 * Summary and points become what stands of them, in a revision of the operator's. Throws `not_found` for a sentence that a
 * newer text has replaced, and `unprocessable` where the text is not made of its sentences any more, or none would be left.
 */
export const ruleEventSentence = (
  database: Database,
  eventId: number,
  claimId: number,
  ruling: SentenceRuling,
  now: Date,
) =>
  act(database, now, async (trx) => {
    await lockEvent(trx, eventId)
    const text = await newestText(trx, eventId)
    const claims = text ? await listRulable(trx, { event_id: eventId, revision: text.revision }) : []
    const claim = claims.find(({ id, part }) => id === claimId && ruledParts.event.includes(part))
    if (!text || !claim) throw new AppError('not_found', `There is no sentence ${claimId}.`)
    if (standingText(claims, 'sentence') !== foldSpace(text.summary))
      throw new AppError('unprocessable', `The text of event ${eventId} is no longer made of its sentences.`)
    const changes = claims.flatMap((one) => rulingOn(one, claim, ruling) ?? [])
    if (changes.length === 0) return null
    const ruled = claims.map((one) => changes.find(({ id }) => id === one.id) ?? one)
    const summary = standingText(ruled, 'sentence')
    if (summary === '') throw new AppError('unprocessable', 'No sentence would be left: correct the event instead.')
    const points = claim.part === 'sentence' ? text.points : pointsOf(ruled, await voicesOf(trx, eventId))
    const revision = await insertOperatorText(trx, { eventId, title: text.title, summary, points }, now)
    await sql`update claims set revision = ${revision} where event_id = ${eventId} and revision = ${text.revision}`.execute(
      trx,
    )
    for (const change of changes) await saveRuling(trx, change)
    const before = claims.filter(({ id }) => changes.some((change) => change.id === id))
    const undo: Written = { eventId, revision, ruled: { revision: text.revision, claims: before } }
    return {
      action: 'event_corrected',
      target: `event:${eventId}`,
      subject: text.title,
      before: { ...factsOf(text, text.points, points), by: text.by },
      after: { ...factsOf({ ...text, summary }, points, text.points), by: 'operator' },
      undo,
    }
  })

/** What the ruling on `claim` makes of a claim, or null: the words of a point are the same for each report that holds it. */
function rulingOn(one: RulableClaim, claim: RulableClaim, ruling: SentenceRuling): RulableClaim | null {
  if (one.id === claim.id) {
    const ruled = applyRuling(one, ruling)
    return isChangedBy(one, ruled) ? ruled : null
  }
  const isSame = one.part !== 'sentence' && one.part === claim.part && one.section === claim.section
  if (!isSame || ruling.ruling !== 'corrected') return null
  const sentence = foldSpace(ruling.sentence)
  return sentence === one.sentence ? null : { ...one, sentence }
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

async function voicesOf(trx: Trx, eventId: number): Promise<Voice[]> {
  const reports = await listReports(trx, eventId)
  const voices = voicesAmong(reports)
  return reports.map(({ articleId, publisher }, at) => ({ articleId, voice: voices[at]?.voice ?? publisher }))
}

function pointsOf(claims: readonly RulableClaim[], voices: readonly Voice[]): StoredPoint[] {
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
    return storedPoint({ text, against: other }, holding(point, voices), holding(against, voices)) ?? []
  })
}

function holding(claims: readonly RulableClaim[], voices: readonly Voice[]): Voice[] {
  const standing = claims.filter(({ verdict }) => verdict === 'stands')
  const ids = new Set(standing.flatMap(({ evidence }) => evidence.map(({ articleId }) => articleId)))
  return voices.filter(({ articleId }) => ids.has(articleId))
}

/** The points too, where they are others than before. */
function factsOf({ title, summary }: Pick<Text, 'title' | 'summary'>, points: StoredPoint[], others: StoredPoint[]) {
  const [told, instead] = [wordsOf(points), wordsOf(others)]
  return { title, summary, ...(told === instead ? {} : { points: told }) }
}

const wordsOf = (points: StoredPoint[]) =>
  points.map(({ text, against }) => [text, against?.text ?? []].flat().join(' / ')).join('\n')
