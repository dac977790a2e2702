/** Whether a judge may be asked: a suspended one is examined again, by calls that hold nothing but controls. */
import { MIN_CONTROLS, standingOf } from '../../domain/quality/judge-standing.ts'
import { underLock } from '../../store/database/lock.ts'
import { concludeExamination, countExamined, findSuspension, listUsedPairs } from '../../store/models/judge-controls.ts'
import { findingsOn } from '../verify/examine.ts'
import { controlOf, leastUsed } from './controls.ts'
import type { ExamPair } from './exam-pairs.ts'
import { askJudge, type JudgeCtx, judgeId } from './judge.ts'
import { shuffled } from './made-controls.ts'

const PAIRS_A_CALL = 12
/** Of the pairs of a call, in the mean of ordinary calls: four planted errors for each true pair. */
const TRUE_PAIRS = 3

/** Suspended, and not to be examined yet: nothing that needs a judge can be done. */
export async function isJudgeAway(ctx: JudgeCtx | null): Promise<boolean> {
  const suspension = ctx ? await findSuspension(ctx.database.db, judgeId(ctx)) : undefined
  return ctx !== null && suspension !== undefined && suspension.examineAt > ctx.clock.now()
}

/** True where the judge may be asked now; examines one whose time has come, which several calls of a killed process carry on. */
export async function admitJudge(ctx: JudgeCtx): Promise<boolean> {
  const { db } = ctx.database
  if (!(await findSuspension(db, judgeId(ctx)))) return true
  if (await isJudgeAway(ctx)) return false
  return underLock(ctx.database, 'judge', () => examineJudge(ctx))
}

async function examineJudge(ctx: JudgeCtx): Promise<boolean> {
  const { db } = ctx.database
  for (;;) {
    // Another process may have been first.
    const suspension = await findSuspension(db, judgeId(ctx))
    if (!suspension) return true
    if (suspension.examineAt > ctx.clock.now()) return false
    const counts = await countExamined(db, judgeId(ctx), suspension)
    if (counts.planted + counts.pairs >= MIN_CONTROLS) {
      await concludeExamination(db, suspension, !standingOf(counts).isUnreliable, ctx.clock.now())
      continue
    }
    if (!(await askControls(ctx))) return false
  }
}

/** False where no call can be made now. */
async function askControls(ctx: JudgeCtx): Promise<boolean> {
  const { pairs } = ctx.exams
  const used = await listUsedPairs(ctx.database.db, pairs)
  const take = (truth: boolean, count: number): ExamPair[] =>
    leastUsed(
      pairs.filter((pair) => pair.truth === truth),
      { used, random: ctx.random },
    ).slice(0, count)
  const chosen = shuffled([...take(false, PAIRS_A_CALL - TRUE_PAIRS), ...take(true, TRUE_PAIRS)], ctx.random)
  if (chosen.length === 0) return false
  const controls = chosen.map((pair) =>
    controlOf(pair, 1, (text, evidence, of) =>
      findingsOn(text, evidence, [{ title: '', text: '', language: of ?? null }], ctx.rules),
    ),
  )
  const asked = await askJudge(
    ctx,
    controls.map(({ item }) => item),
    controls,
    ['–'],
    { purpose: 'exam' },
  )
  return asked !== 'paused'
}
