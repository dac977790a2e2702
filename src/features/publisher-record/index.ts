/** Records of publishers: who reports first, who has another's text, which statements hold, by month. */
import { join } from 'node:path'
import type { Feature } from '../../feature.ts'
import { consolePath, consoleRoutes } from './console-pages.ts'
import { shortLine } from './lines.ts'
import { undo } from './overrides.ts'
import { recordPath } from './paths.ts'
import { publisher } from './publisher-resource.ts'
import { rest } from './record-api.ts'
import { copyNotes, recordBox } from './record-pages.ts'
import { findRecord, latestMonths, listPairs, listRecords } from './record-queries.ts'
import { isUpdateDue, updateMonths } from './update.ts'

export const record: Feature = {
  async web({ app, ctx, sendPage }) {
    const { pageRoutes } = await import('./record-routes.ts')
    pageRoutes(app, ctx, sendPage)
    return null
  },
  stages: ({ config, database, clock }) => [
    {
      stage: 'records',
      handle: () => updateMonths(database, clock.now(), config.KEEP_ARTICLES),
      due: async () => ((await isUpdateDue(database.db, clock.now())) ? [''] : []),
    },
  ],
  undo,
  publisher: [
    async (db, domain) => {
      const found = await findRecord(db, domain)
      return found && ((page) => recordBox(page, found))
    },
  ],
  event: [
    async (db, { sources }) => {
      if (sources.length < 2) return null
      const names = sources.map((source) => source.publisher)
      // Copies that the texts themselves show are marked at the sources.
      const unmarked = sources.flatMap((source) => (source.copiesOf === null ? source.publisher : []))
      const pairs = (await listPairs(db, unmarked)).filter(
        ({ isCopy, other }) => isCopy && names.includes(other.publisher),
      )
      return pairs.length > 0 ? (page) => copyNotes(page, pairs) : null
    },
  ],
  publisherNotes: [
    async (db, t) => {
      const records = await listRecords(db, await latestMonths(db), 'en')
      return new Map(
        records.flatMap((one) => {
          const line = shortLine({ t }, one)
          return line === '' ? [] : [[one.publisher, line] as const]
        }),
      )
    },
  ],
  sitemap: [
    {
      path: ({ publishers }) => publishers,
      list: async (db, { paths }) =>
        (await listRecords(db, await latestMonths(db), 'en')).map((one) => recordPath(paths, one.publisher)),
    },
  ],
  resources: [(use) => use(publisher)],
  rest: [rest],
  styles: [join(import.meta.dirname, 'record.css')],
  console: [{ group: 'content', name: 'pairs', path: consolePath, routes: consoleRoutes }],
  // The first pass of the worker would come later than the first reader.
  demo: ({ database, clock, config }) => updateMonths(database, clock.now(), config.KEEP_ARTICLES),
}
