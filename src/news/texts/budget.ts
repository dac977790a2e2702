/** The monthly budget for models: what was spent, what calls under way may still cost, and whether one more fits. */

import type { Db, Trx } from '../../platform/database/database.ts'
import { acquireLock } from '../../platform/database/lock.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import { NoAnswerError } from '../../platform/models/no-answer.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { monthStart } from '../../platform/time/days.ts'
import {
  type AiCall,
  insertAiCall,
  recordResponse,
  type Settlement,
  spentForBudget,
} from '../models/writes/ai-calls.ts'
import { areModelsStopped } from '../models/writes/model-stop.ts'

/** A call before it is made: tokens and cost are what it may take. */
export type PlannedCall = Omit<AiCall, 'ms' | 'response' | 'verdict' | 'reason'>

export interface Budget {
  /**
   * Records the planned call with its estimate, then makes it; `call` must settle the row that it is given, and a
   * killed process leaves the estimate to count. Undefined when it could exceed the limit, or an operator has stopped the
   * models: then it is not made.
   */
  within<T>(db: Db, planned: PlannedCall, call: (row: number) => Promise<T>): Promise<T | undefined>
  /** A call of this cost fits; for calls that are recorded only afterwards. */
  canSpend(db: Db, cost: number): Promise<boolean>
  /** No call of the usual size fits until the month turns: a retry is useless. */
  isUsedUp(): boolean
}

/** `limit` in the provider's currency; null for none. */
export function createBudget(limit: number | null, clock: Clock, timezone: string): Budget {
  let usedUp: number | null = null
  const month = () => monthStart(clock.now(), timezone)

  /** One at a time in all processes, so that calls beside each other see one another. */
  const plan = (db: Db, planned: PlannedCall): Promise<number | undefined> =>
    db.transaction().execute(async (trx) => {
      if (limit !== null) await acquireLock(trx, 'budget')
      if (await areModelsStopped(trx)) return undefined
      if (limit !== null && !(await fits(trx, planned.cost))) return undefined
      return insertAiCall(trx, { ...planned, ms: 0, response: null, verdict: 'asked', reason: null })
    })

  async function fits(db: Db | Trx, cost: number): Promise<boolean> {
    const { spent, pending } = await spentForBudget(db, month(), clock.now())
    // Calls under way may turn out cheaper, so they alone do not use a budget up.
    if (spent + cost > (limit ?? 0)) usedUp = month().getTime()
    return spent + pending + cost <= (limit ?? 0)
  }

  return {
    within: async (db, planned, call) => {
      const row = await plan(db, planned)
      if (row === undefined) return undefined
      try {
        return await call(row)
      } catch (error) {
        // A call that got no answer costs nothing, unless our patience ended first; after any other failure it may have.
        if (error instanceof AppError) await recordResponse(db, row, failure(error, planned))
        throw error
      }
    },
    canSpend: async (db, cost) => limit === null || cost === 0 || (await fits(db, cost)),
    isUsedUp: () => usedUp !== null && usedUp === month().getTime(),
  }
}

/** Each try that was given up is charged as estimated: its provider may have written all the same. */
function failure(error: AppError, planned: PlannedCall): Settlement {
  const timeouts = error instanceof NoAnswerError ? error.timeouts : 0
  return {
    ms: 0,
    response: null,
    inputTokens: timeouts * planned.inputTokens,
    outputTokens: timeouts * planned.outputTokens,
    cost: timeouts * planned.cost,
    verdict: 'failed',
    reason: messageOf(error),
  }
}
