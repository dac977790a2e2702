/** The stage events: a text for each event that two publishers report, written again when there is something new. */
import type { Logger } from 'pino'
import { underLock } from '../../../platform/database/lock.ts'
import { areModelsPaused } from '../../texts/generate-text.ts'
import { withoutReserved } from '../../texts/summaries/reserved.ts'
import {
  type EventMaterial,
  findEventMaterial,
  listTextPending,
  postponeEvent,
  recordEvent,
  withdrawTexts,
} from '../writes/event-texts.ts'
import { type EventUpdateCtx, updateEventText } from './event-update.ts'
import { writeEventText } from './event-writer.ts'
import { isIntact } from './hold-texts.ts'
import { countIndependent, type News, newsOf, withAttributions } from './reports.ts'
import { heldText } from './retained-text.ts'

export interface EventsCtx extends EventUpdateCtx {
  log: Logger
}

const MAX_A_DAY = 4
const DAY_MS = 86_400_000
/** Reports that arrive together become one text, but for an event that has doubled or whose text is not shown any more. */
const PAUSE_MS = 3_600_000
const BATCH = 20

/** True when the stage has work. */
export const eventTextsDue = async (ctx: EventsCtx): Promise<boolean> =>
  !(await areModelsPaused(ctx)) && (await listTextPending(ctx.database.db, ctx.clock.now(), 1)).length > 0

/** `reachMs`: age of the events that are still written about. Idempotent. Rejects with `unavailable` or `rate_limited` when the model does not answer, so that the job is retried. */
export const writeEventTexts = (ctx: EventsCtx, reachMs?: number): Promise<void> =>
  underLock(ctx.database, 'event-texts', async () => {
    for (;;) {
      const ids = await listTextPending(ctx.database.db, ctx.clock.now(), BATCH, reachMs)
      for (const id of ids) if (!(await processEvent(ctx, id))) return
      if (ids.length === 0) return
    }
  })

/** False where no further event's text can be written now. */
async function processEvent(ctx: EventsCtx, eventId: number): Promise<boolean> {
  const { db } = ctx.database
  const now = ctx.clock.now()
  const material = await findEventMaterial(db, eventId, now)
  if (!material) return true
  const attributed = withAttributions(await withoutReserved(ctx, material.reports))
  const { text } = material
  const held = heldText(text?.claims ?? [], attributed, ctx.rules.languages.continuing)
  const isShown = text !== null && !text.withdrawn && isIntact(text, held, { reports: attributed })
  // A publisher has reserved since what its text rests on.
  if (text && !text.withdrawn && !isShown) await withdrawTexts(ctx.database, material, null, now)
  const news = countIndependent(attributed) > 1 ? newsOf(text, attributed, isShown) : null
  if (!news) {
    await recordEvent(db, material)
    return true
  }
  const next = nextTurn(material.written, cannotWait(material, news) ? 0 : PAUSE_MS)
  if (next > now) {
    await postponeEvent(db, material, next)
    return true
  }
  const outcome =
    text && held.retained.some(({ part }) => part === 'sentence')
      ? await updateEventText(ctx, { ...material, text }, attributed, { news, held })
      : await writeEventText(ctx, material, attributed, news)
  if (outcome.state === 'paused') return false
  if (outcome.state === 'refused') {
    ctx.log.warn(
      { eventId, reason: outcome.reason },
      'the new text of an event was refused; the one before stands, or that of its best source',
    )
    await recordEvent(db, material)
  }
  return true
}

const cannotWait = ({ text, reports }: EventMaterial, { reason }: News): boolean =>
  reason === 'members_changed' || reports.length >= 2 * (text?.seenIds.length ?? 0)

/** Earliest time of the next text after those of the last day. */
function nextTurn(written: Date[], pauseMs: number): Date {
  const latest = written.at(-1)
  if (!latest) return new Date(0)
  const oldest = written.at(-MAX_A_DAY)
  return new Date(Math.max(latest.getTime() + pauseMs, oldest ? oldest.getTime() + DAY_MS : 0))
}
