/** Texts of events held against their reports: a passage that no report has any more takes its sentence along. No model. */

import type { Database } from '../../../platform/database/database.ts'
import { underLock } from '../../../platform/database/lock.ts'
import { foldSpace } from '../../../platform/text/text.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { textOf } from '../../texts/accept-claims.ts'
import type { LanguageRules } from '../../texts/verify/language-rules.ts'
import { attributionsOf } from '../rules/copies.ts'
import { remainingPoints } from '../rules/remaining-points.ts'
import {
  type EventMaterial,
  type EventText,
  findEventMaterial,
  listToHold,
  type NewText,
  recordEvidence,
  withdrawTexts,
} from '../writes/event-texts.ts'
import { type HeldText, heldText, isCompleteText } from './retained-text.ts'

interface HoldingCtx {
  database: Database
  clock: Clock
  rules: LanguageRules
}

const BATCH = 20

/** True when the stage has work. */
export const holdingDue = async ({ database, clock }: HoldingCtx): Promise<boolean> =>
  (await listToHold(database.db, clock.now(), 1)).length > 0

/** Idempotent. Too little that is left is no text: the event has that of its best report until it is written about again. */
export const holdTexts = (ctx: HoldingCtx): Promise<void> =>
  underLock(ctx.database, 'event-texts', async () => {
    for (;;) {
      const ids = await listToHold(ctx.database.db, ctx.clock.now(), BATCH)
      for (const id of ids) await holdText(ctx, id)
      if (ids.length < BATCH) return
    }
  })

async function holdText({ database, clock, rules }: HoldingCtx, eventId: number): Promise<void> {
  const found = await findEventMaterial(database.db, eventId, clock.now())
  if (!found?.text) return
  const material = { ...found, reports: found.reports.filter(({ reservation }) => reservation === null) }
  const held = heldText(found.text.claims, material.reports, rules.continuing)
  if (isIntact(found.text, held, material)) return recordEvidence(database.db, material)
  const remaining = isCompleteText(held.retained) ? remainingText(found.text, held, material) : null
  await withdrawTexts(database, material, remaining, clock.now())
}

/** Its evidence is in its reports, and those that it was written from are members. */
export const isIntact = (
  { articleIds }: EventText,
  { fallen, changed }: HeldText,
  { reports }: { reports: readonly { articleId: number }[] },
): boolean =>
  fallen.length === 0 &&
  changed.size === 0 &&
  articleIds.every((id) => reports.some(({ articleId }) => articleId === id))

function remainingText(text: EventText, { retained, fallen, changed }: HeldText, { reports }: EventMaterial): NewText {
  const attributions = attributionsOf(reports)
  const by = reports.map(({ articleId, publisher }, at) => ({
    articleId,
    attributedTo: attributions[at]?.attributedTo ?? publisher,
  }))
  const isThere = (id: number) => by.some(({ articleId }) => articleId === id)
  const claims = [...retained, ...fallen]
  return {
    title: textOf(retained, 'title'),
    summary: foldSpace(textOf(retained, 'sentence')),
    points: remainingPoints(text.points, text.claims, claims, by),
    model: text.model,
    promptVersion: null,
    articleIds: text.articleIds.filter(isThere),
    // A changed report is read again.
    seenIds: text.seenIds.filter((id) => isThere(id) && !changed.has(id)),
    reason: 'members_changed',
    broughtBy: [],
    claims,
  }
}
