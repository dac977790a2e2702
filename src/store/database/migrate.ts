/** Runs the numbered migrations, under Kysely's lock (an advisory lock on PostgreSQL). */
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { AppError, messageOf } from '../../domain/errors.ts'
import * as feedsAndArticles from '../migrations/0001-feeds-and-articles.ts'
import * as lists from '../migrations/0002-lists.ts'
import * as people from '../migrations/0003-people.ts'
import * as eventsAndStories from '../migrations/0004-events-and-stories.ts'
import * as models from '../migrations/0005-models.ts'
import * as podcastAndGuides from '../migrations/0006-podcast-and-guides.ts'
import * as operator from '../migrations/0007-operator.ts'
import * as search from '../migrations/0008-search.ts'
import * as guideVectors from '../migrations/0009-guide-vectors.ts'
import * as countLevels from '../migrations/0010-count-levels.ts'
import * as pageRefusals from '../migrations/0011-page-refusals.ts'
import * as increments from '../migrations/0012-increments.ts'
import * as quantisedVectors from '../migrations/0013-quantised-vectors.ts'
import * as affairs from '../migrations/0014-affairs.ts'
import * as events from '../migrations/0015-events.ts'
import * as claims from '../migrations/0016-claims.ts'
import * as publisherNames from '../migrations/0016-publisher-names.ts'
import * as guideFacts from '../migrations/0019-guide-facts.ts'
import * as changes from '../migrations/0020-changes.ts'
import * as subscribers from '../migrations/0021-subscribers.ts'
import type { Database } from './database.ts'

/** Order matters: append only. */
const migrations: Record<string, Migration> = {
  '0001-feeds-and-articles': feedsAndArticles,
  '0002-lists': lists,
  '0003-people': people,
  '0004-events-and-stories': eventsAndStories,
  '0005-models': models,
  '0006-podcast-and-guides': podcastAndGuides,
  '0007-operator': operator,
  '0008-search': search,
  '0009-guide-vectors': guideVectors,
  '0010-count-levels': countLevels,
  '0011-page-refusals': pageRefusals,
  '0012-increments': increments,
  '0013-quantised-vectors': quantisedVectors,
  '0014-affairs': affairs,
  '0015-events': events,
  '0016-claims': claims,
  '0016-publisher-names': publisherNames,
  '0019-guide-facts': guideFacts,
  '0020-changes': changes,
  '0021-subscribers': subscribers,
}

const provider: MigrationProvider = { getMigrations: async () => migrations }

/** Brings the schema up to date; returns the names of the migrations that ran. */
export async function migrate(database: Database): Promise<string[]> {
  const migrator = new Migrator({ db: database.db, provider })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new AppError('unavailable', `Migration ${failed ?? ''} failed: ${messageOf(error)}`, { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** True when every migration of this program has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  const all = await new Migrator({ db: database.db, provider }).getMigrations()
  return all.every((migration) => migration.executedAt !== undefined)
}
