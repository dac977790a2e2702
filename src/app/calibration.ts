/** The line of events for its operator: a search for pairs as a job of a worker, answers, the way back. */
import type { LineCommands } from '../domain/calibration/commands.ts'
import { openMsOf } from '../domain/clustering/decide.ts'
import { findPairs } from '../pipeline/cluster/find-pairs.ts'
import { findLineView } from '../read/operator/line-pairs.ts'
import { answerPairs, resetLine } from '../store/events/lines.ts'
import type { Services } from './services.ts'

export const buildLine = ({ database, clock, queue }: Services): LineCommands => {
  const isFindingPairs = async () => {
    const last = await (await queue()).last('pairs')
    return last?.state === 'waiting' || last?.state === 'active'
  }
  return {
    view: (limit) => findLineView(database.db, limit),
    startFindingPairs: async () => {
      if (await isFindingPairs()) return 'unchanged'
      await (await queue()).add('pairs', [''], { now: true })
      return 'done'
    },
    isFindingPairs,
    answer: (given) => answerPairs(database, given, clock.now()),
    reset: () => resetLine(database, clock.now()),
  }
}

/** The search itself; returns how many pairs there are to ask about. */
export const findLinePairs = ({ database, content, clock, models, config }: Services): Promise<number> =>
  findPairs({
    database,
    lexicon: content.lexicon,
    now: () => clock.now(),
    vectorModel: models.embedder?.model ?? null,
    openMs: openMsOf(config.KEEP_EVENTS_OPEN),
  })
