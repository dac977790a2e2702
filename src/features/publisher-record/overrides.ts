/** The operator's override of a pair: the texts of one publisher count as another's, or do not, in spite of their history. */
import type { Outcome } from '../../news/actions/rules/actions.ts'
import { auditedAction, type UndoHandlers } from '../../news/actions/writes/log.ts'
import type { ActorDatabase, Trx } from '../../platform/database/database.ts'

export type Override = 'copies' | 'independent' | 'history'

interface Pair {
  publisher: string
  other: string
}

interface Undo extends Pair {
  before: Override
  after: Override
}

const findOverride = async (trx: Trx, { publisher, other }: Pair): Promise<Override> => {
  const row = await trx
    .selectFrom('publisher_pairs')
    .select('copies')
    .where('publisher', '=', publisher)
    .where('other', '=', other)
    .executeTakeFirst()
  return row ? (row.copies ? 'copies' : 'independent') : 'history'
}

async function saveOverride(trx: Trx, { publisher, other }: Pair, override: Override): Promise<void> {
  await trx.deleteFrom('publisher_pairs').where('publisher', '=', publisher).where('other', '=', other).execute()
  if (override !== 'history')
    await trx
      .insertInto('publisher_pairs')
      .values({ publisher, other, copies: override === 'copies' })
      .execute()
}

/** `history`: none. */
export const overridePair = (database: ActorDatabase, pair: Pair, override: Override, now: Date): Promise<Outcome> =>
  auditedAction(database, now, async (trx) => {
    const before = await findOverride(trx, pair)
    if (before === override) return null
    await saveOverride(trx, pair, override)
    const undo: Undo = { ...pair, before, after: override }
    return {
      action: 'pair_overridden',
      target: `publisher:${pair.publisher}`,
      subject: `${pair.publisher} – ${pair.other}`,
      before: { outcome: before },
      after: { outcome: override },
      undo,
    }
  })

/** False after a later override. */
async function undoOverride(trx: Trx, { before, after, ...pair }: Undo): Promise<boolean> {
  if ((await findOverride(trx, pair)) !== after) return false
  await saveOverride(trx, pair, before)
  return true
}

export const undo: UndoHandlers = { pair_overridden: undoOverride }
