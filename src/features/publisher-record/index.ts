/** Records of publishers: who reports first, who has whose text, whose statements hold, by month. */
import type { Feature } from '../../feature.ts'
import { isUpdateDue, updateMonths } from './update.ts'

export const record: Feature = {
  stages: ({ config, database, clock }) => [
    {
      stage: 'records',
      handle: () => updateMonths(database, clock.now(), config.KEEP_ARTICLES),
      due: async () => ((await isUpdateDue(database.db, clock.now())) ? [''] : []),
    },
  ],
}
