/** Calls that hold nothing but pairs of the exams: a few between texts, and the examination of a suspended judge. */
import { MIN_CONTROLS, reliabilityOf } from '../rules/judge-reliability.ts'
import {
  arePairsDue,
  countExamined,
  findSuspension,
  listUsedPairs,
  recordExamination,
} from '../writes/judge-controls.ts'
import { controlOf, minUsed } from './controls.ts'
import { findingsBy, type JudgeCtx, judgeId, queryJudge } from './judge.ts'

/** Pairs of a call. */
interface Mix {
  planted: number
  truths: number
}
const EXAMINATION: Mix = { planted: 10, truths: 3 }
/** Errors are made of texts; a true sentence cannot be. */
const BETWEEN_TEXTS: Mix = { planted: 2, truths: 4 }

/** Suspended, and not to be examined yet: nothing that needs a judge can be done. */
export async function isJudgeSuspended(ctx: JudgeCtx | null): Promise<boolean> {
  const suspension = ctx && (await findSuspension(ctx.database.db, judgeId(ctx)))
  return Boolean(suspension && suspension.examineAt > ctx.clock.now())
}

/**
 * True where the judge may be asked now. Pairs that are due come first, and so does the examination of a judge whose time has
 * come. What a killed process began is carried on, and processes that examine it beside each other count each other's controls.
 */
export async function admitJudge(ctx: JudgeCtx): Promise<boolean> {
  const { db } = ctx.database
  for (;;) {
    const suspension = await findSuspension(db, judgeId(ctx))
    if (!suspension) {
      if (!ctx.exams.pairs.some(({ truth }) => truth) || !(await arePairsDue(db, judgeId(ctx)))) return true
      if (!(await requestPairs(ctx, BETWEEN_TEXTS))) return false
      continue
    }
    if (suspension.examineAt > ctx.clock.now()) return false
    const counts = await countExamined(db, judgeId(ctx), suspension)
    if (counts.planted + counts.pairs >= MIN_CONTROLS)
      await recordExamination(db, suspension, !reliabilityOf(counts).isUnreliable, ctx.clock.now())
    else if (!(await requestPairs(ctx, EXAMINATION))) return false
  }
}

/** False where no call can be made now. */
async function requestPairs(ctx: JudgeCtx, { planted, truths }: Mix): Promise<boolean> {
  const { pairs } = ctx.exams
  const choosing = { used: await listUsedPairs(ctx.database.db, pairs), random: ctx.random }
  const pick = (truth: boolean) =>
    minUsed(
      pairs.filter((pair) => pair.truth === truth),
      choosing,
    )
  const selected = [...pick(false).slice(0, planted), ...pick(true).slice(0, truths)]
  const controls = selected.map((pair, at) => controlOf(pair, at + 1, findingsBy(ctx, [])))
  return controls.length > 0 && (await queryJudge(ctx, [], controls, [], { purpose: 'exam' })) !== undefined
}
