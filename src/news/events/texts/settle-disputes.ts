/** Disputes of events, held against later reports: a publisher's own correction settles them, or a judge who reads that reports agree. */

import type { Database } from '../../../platform/database/database.ts'
import { underLock } from '../../../platform/database/lock.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { areModelsPaused } from '../../texts/generate-text.ts'
import { judgePairs, type StatementPair } from '../../texts/judge/pairs.ts'
import type { Relation } from '../../texts/rules/relations.ts'
import { withoutReserved } from '../../texts/summaries/reserved.ts'
import { valuesDiffer } from '../../texts/verify/differing-values.ts'
import type { LanguageRules } from '../../texts/verify/language-rules.ts'
import type { StoredPoint } from '../rules/event-text.ts'
import { createQuoting } from '../rules/quotable.ts'
import { type Settlement, settlementOf, withFirst } from '../rules/settlement.ts'
import { listReports } from '../writes/event-texts.ts'
import { type Disputes, findDisputes, listToSettle, recordSettling, saveSettlement } from '../writes/settlements.ts'
import type { EventWriterCtx } from './event-writer.ts'
import { withAttributions } from './reports.ts'
import { type LaterPassage, type LaterReport, laterPassages, settledBySource } from './settled-by-reports.ts'

export interface SettlingCtx {
  database: Database
  clock: Clock
  rules: LanguageRules
  /** Null without a model: then corrections by the same publisher settle alone. */
  models: EventWriterCtx | null
  /** Milliseconds since the epoch; set where the judge could not be reached. */
  judgeAfter?: number
}

/** The judge is asked again after so long. */
const JUDGE_WAIT_MS = 600_000

const BATCH = 20
/** Publishers that a judge must have heard say the same. */
const MIN_AGREEING = 2

const canJudge = async ({ models, clock, judgeAfter = 0 }: SettlingCtx): Promise<boolean> =>
  models !== null && models.judge !== null && clock.now().getTime() >= judgeAfter && !(await areModelsPaused(models))

/** True when the stage has work. */
export const settlingDue = async (ctx: SettlingCtx): Promise<boolean> =>
  (await listToSettle(ctx.database.db, ctx.clock.now(), await canJudge(ctx), 1)).length > 0

/** Idempotent: a dispute that is settled is not looked at again, nor one whose event has not changed. */
export const closeDisputes = (ctx: SettlingCtx): Promise<void> =>
  underLock(ctx.database, 'settlements', async () => {
    for (;;) {
      const ids = await listToSettle(ctx.database.db, ctx.clock.now(), await canJudge(ctx), BATCH)
      for (const id of ids) await closeDisputesOf(ctx, id)
      if (ids.length < BATCH) return
    }
  })

async function closeDisputesOf(ctx: SettlingCtx, eventId: number): Promise<void> {
  const { db } = ctx.database
  const disputes = await findDisputes(db, eventId)
  if (!disputes) return
  const isJudged = await canJudge(ctx)
  const members = await listReports(db, eventId)
  const reports = withAttributions(members)
  const readable = isJudged && ctx.models ? withAttributions(await withoutReserved(ctx.models, members)) : []
  for (const point of disputes.points) {
    if (settlementOf(point, disputes.settlements)) continue
    const settlement = closedBySource(ctx, point, reports) ?? (await closedByJudge(ctx, disputes, point, readable))
    if (settlement === 'paused') ctx.judgeAfter = ctx.clock.now().getTime() + JUDGE_WAIT_MS
    else if (settlement) await saveSettlement(ctx.database, eventId, settlement)
  }
  // A judge that has failed its examination by now, or could not be reached, is asked again later.
  await recordSettling(db, disputes, isJudged && (await canJudge(ctx)))
}

function closedBySource(
  { rules, clock }: SettlingCtx,
  point: StoredPoint,
  reports: readonly LaterReport[],
): Settlement | null {
  const found = settledBySource(point, reports, rules, clock.now())
  if (!found) return null
  const { right, broughtBy, at } = found
  return {
    point: withFirst(point, right),
    settled: true,
    settledBy: 'source',
    broughtBy,
    at,
    reason: null,
    model: null,
  }
}

/** One question on each later passage with each statement. Null where the judge missed a planted pair, or reports do not agree. */
async function closedByJudge(
  { rules, models }: SettlingCtx,
  { eventId, state }: Disputes,
  point: StoredPoint,
  reports: readonly LaterReport[],
): Promise<Settlement | 'paused' | null> {
  const later = laterPassages(point, reports, rules)
  if (!models?.judge || later.length < MIN_AGREEING) return null
  const questions = later.flatMap((passage) => point.statements.map((_, at) => ({ passage, at })))
  const pairs = questions.map(({ passage, at }): StatementPair => {
    const { text = '', quotes = [] } = point.statements[at] ?? {}
    return [
      { text, quotes: quotes.map((quote) => quote.text) },
      { text: passage.text, quotes: [passage.text] },
    ]
  })
  const relations = await judgePairs(models.judge, pairs, { eventId, contentHash: state })
  if (relations === 'paused') return 'paused'
  // As in an event's text, values that differ are never the same.
  const isSame = ({ passage, at }: (typeof questions)[number], relation: Relation | null | undefined) =>
    relation === 'same' && !valuesDiffer(point.statements[at]?.text ?? '', passage.text, rules.siteReading)
  const readings = later.map((passage) => {
    const same = questions.flatMap((one, n) => (one.passage === passage && isSame(one, relations[n]) ? [one.at] : []))
    return { passage, statement: same.length === 1 ? same[0] : undefined, isSilent: same.length === 0 }
  })
  return agreedBy(point, readings, { reports, model: models.judge.summariser.model })
}

interface Reading {
  passage: LaterPassage
  /** The one with the same meaning. */
  statement: number | undefined
  isSilent: boolean
}

/** Two later reports or more say the same as one statement, and none as another. */
function agreedBy(
  point: StoredPoint,
  readings: readonly Reading[],
  { reports, model }: { reports: readonly LaterReport[]; model: string },
): Settlement | null {
  const speaking = readings.filter(({ isSilent }) => !isSilent)
  const [first] = speaking
  const right = first?.statement
  if (right === undefined || speaking.length < MIN_AGREEING) return null
  if (!speaking.every(({ statement }) => statement === right)) return null
  const passages = speaking.map(({ passage }) => passage)
  return {
    point: withFirst(point, right),
    settled: true,
    settledBy: 'reports',
    model,
    broughtBy: passages.map(({ articleId }) => articleId),
    reason: quotesOf(passages, reports).join(' … ') || null,
    at: new Date(Math.max(...passages.map(({ at }) => at.getTime()))),
  }
}

/** As much of each passage as may be shown. */
function quotesOf(passages: readonly LaterPassage[], reports: readonly LaterReport[]): string[] {
  const quote = createQuoting()
  return passages.flatMap((passage) => {
    const report = reports.find(({ articleId }) => articleId === passage.articleId)
    return (report && quote(report, [passage])) ?? []
  })
}
