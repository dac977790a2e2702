/** Admission of a judge: a suspended one is examined again, by calls that hold nothing but controls. */
import { MIN_CONTROLS, reliabilityOf } from '../rules/judge-reliability.ts'
import { countExamined, findSuspension, listUsedPairs, recordExamination } from '../writes/judge-controls.ts'
import { controlOf, minUsed } from './controls.ts'
import { findingsBy, type JudgeCtx, judgeId, queryJudge } from './judge.ts'

/** Of a call; as in ordinary calls, four planted errors for each true pair. */
const PLANTED = 10
const TRUE_PAIRS = 3

/** Suspended, and not to be examined yet: nothing that needs a judge can be done. */
export async function isJudgeSuspended(ctx: JudgeCtx | null): Promise<boolean> {
  const suspension = ctx && (await findSuspension(ctx.database.db, judgeId(ctx)))
  return Boolean(suspension && suspension.examineAt > ctx.clock.now())
}

/**
 * True where the judge may be asked now; one whose time has come is examined first. What a killed process began is carried
 * on, and processes that examine it beside each other count each other's controls.
 */
export async function admitJudge(ctx: JudgeCtx): Promise<boolean> {
  const { db } = ctx.database
  for (;;) {
    const suspension = await findSuspension(db, judgeId(ctx))
    if (!suspension) return true
    if (suspension.examineAt > ctx.clock.now()) return false
    const counts = await countExamined(db, judgeId(ctx), suspension)
    if (counts.planted + counts.pairs >= MIN_CONTROLS)
      await recordExamination(db, suspension, !reliabilityOf(counts).isUnreliable, ctx.clock.now())
    else if (!(await requestControls(ctx))) return false
  }
}

/** False where no call can be made now. */
async function requestControls(ctx: JudgeCtx): Promise<boolean> {
  const { pairs } = ctx.exams
  const choosing = { used: await listUsedPairs(ctx.database.db, pairs), random: ctx.random }
  const pick = (truth: boolean) =>
    minUsed(
      pairs.filter((pair) => pair.truth === truth),
      choosing,
    )
  const selected = [...pick(false).slice(0, PLANTED), ...pick(true).slice(0, TRUE_PAIRS)]
  const controls = selected.map((pair, at) => controlOf(pair, at + 1, findingsBy(ctx, [])))
  return controls.length > 0 && (await queryJudge(ctx, [], controls, [], { purpose: 'exam' })) !== undefined
}
