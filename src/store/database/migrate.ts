/** Runs the numbered migrations, under Kysely's lock (an advisory lock on PostgreSQL). */
import { sql } from 'kysely'
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
import * as publisherNames from '../migrations/0016-publisher-names.ts'
import * as sources from '../migrations/0017-sources.ts'
import * as claims from '../migrations/0018-claims.ts'
import * as guideFacts from '../migrations/0019-guide-facts.ts'
import * as changes from '../migrations/0020-changes.ts'
import * as subscribers from '../migrations/0021-subscribers.ts'
import * as reading from '../migrations/0022-reading.ts'
import * as operatorQuality from '../migrations/0024-operator-quality.ts'
import * as feedSubscriptions from '../migrations/0025-feed-subscriptions.ts'
import * as editionMails from '../migrations/0027-edition-mails.ts'
import * as personalFeeds from '../migrations/0027-personal-feeds.ts'
import * as stems from '../migrations/0028-stems.ts'
import * as claimsOfAllTexts from '../migrations/0029-claims-of-all-texts.ts'
import * as alerts from '../migrations/0030-alerts.ts'
import * as actors from '../migrations/0031-actors.ts'
import * as spokenEditions from '../migrations/0032-spoken-editions.ts'
import * as webhookAlerts from '../migrations/0033-webhook-alerts.ts'
import * as waitingInOrder from '../migrations/0034-waiting-in-order.ts'
import * as reservedVectors from '../migrations/0035-reserved-vectors.ts'
import * as claimSections from '../migrations/0036-claim-sections.ts'
import * as datesAndFields from '../migrations/0038-dates-and-fields.ts'
import * as attemptsAndLeases from '../migrations/0039-attempts-and-leases.ts'
import * as deviceSessions from '../migrations/0040-device-sessions.ts'
import * as pagePrints from '../migrations/0042-page-prints.ts'
import * as normalForm from '../migrations/0043-normal-form.ts'
import * as fetchTurns from '../migrations/0044-fetch-turns.ts'
import * as judgeControls from '../migrations/0045-judge-controls.ts'
import * as exams from '../migrations/0048-exams.ts'
import * as lines from '../migrations/0049-lines.ts'
import * as outbox from '../migrations/0050-outbox.ts'
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
  '0016-publisher-names': publisherNames,
  '0017-sources': sources,
  '0018-claims': claims,
  '0019-guide-facts': guideFacts,
  '0020-changes': changes,
  '0021-subscribers': subscribers,
  '0022-reading': reading,
  '0024-operator-quality': operatorQuality,
  '0025-feed-subscriptions': feedSubscriptions,
  '0027-edition-mails': editionMails,
  '0027-personal-feeds': personalFeeds,
  '0028-stems': stems,
  '0029-claims-of-all-texts': claimsOfAllTexts,
  '0030-alerts': alerts,
  '0031-actors': actors,
  '0032-spoken-editions': spokenEditions,
  '0033-webhook-alerts': webhookAlerts,
  '0034-waiting-in-order': waitingInOrder,
  '0035-reserved-vectors': reservedVectors,
  '0036-claim-sections': claimSections,
  '0038-dates-and-fields': datesAndFields,
  '0039-attempts-and-leases': attemptsAndLeases,
  '0040-device-sessions': deviceSessions,
  '0042-page-prints': pagePrints,
  '0043-normal-form': normalForm,
  '0044-fetch-turns': fetchTurns,
  '0045-judge-controls': judgeControls,
  '0048-exams': exams,
  '0049-lines': lines,
  '0050-outbox': outbox,
}

const provider: MigrationProvider = { getMigrations: async () => migrations }

export interface SchemaState {
  /** Migrations of this program that have not run. */
  pending: string[]
  /** Names on record that this program does not have. */
  unknown: string[]
  /** There are tables, and none of them says which migrations ran. */
  foreign: boolean
  /** Nothing has run yet. */
  fresh: boolean
}

/** Of the database as it is; changes nothing. */
export async function schemaState({ db }: Pick<Database, 'db'>): Promise<SchemaState> {
  const names = Object.keys(migrations)
  const { rows } = await sql<{ tables: number; recorded: boolean }>`
    select count(*)::integer as tables, coalesce(bool_or(relname = 'kysely_migration'), false) as recorded
    from pg_class c where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`.execute(db)
  if (!rows[0]?.recorded) return { pending: names, unknown: [], foreign: (rows[0]?.tables ?? 0) > 0, fresh: true }
  const ran = (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name)
  return {
    pending: names.filter((name) => !ran.includes(name)),
    unknown: ran.filter((name) => !names.includes(name)).sort(),
    foreign: false,
    fresh: ran.length === 0,
  }
}

/** Why this program cannot work with such a database, in words that say what to do; null where it can. */
export function schemaFault({ unknown, foreign }: SchemaState): string | null {
  if (foreign) return 'The database holds tables of another program: give Kärnhuset a database of its own.'
  if (unknown.length === 0) return null
  const last = Object.keys(migrations).at(-1) ?? ''
  const newer = unknown.every((name) => name > last)
  const which = `${unknown.length === 1 ? 'the migration' : 'the migrations'} ${unknown.join(', ')}`
  if (newer)
    return `The database is of a later version: it has ${which}, which this one does not know. Run that version, or restore a backup that this one made into an empty database (docs/upgrade.md).`
  return `The database is of another line of versions: it has ${which}, which this one never had. Run the version that made it, or restore a backup into an empty database.`
}

/** Brings the schema up to date (`names` are for tests); returns the names of the migrations that ran. Throws `unavailable` where it cannot. */
export async function migrate(database: Database, names = Object.keys(migrations)): Promise<string[]> {
  const refusal = schemaFault(await schemaState(database))
  if (refusal) throw new AppError('unavailable', refusal)
  const chosen = Object.fromEntries(names.map((name) => [name, migrations[name] as Migration]))
  const provider = { getMigrations: async () => chosen }
  // Version 0.1.0 had 0013 before 0012.
  const migrator = new Migrator({ db: database.db, provider, allowUnorderedMigrations: true })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new AppError('unavailable', `Migration ${failed ?? ''} failed: ${messageOf(error)}`, { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** True when every migration of this program has run. */
export async function isMigrated(database: Database): Promise<boolean> {
  const options = { db: database.db, provider, allowUnorderedMigrations: true }
  const all = await new Migrator(options).getMigrations()
  return all.every((migration) => migration.executedAt !== undefined)
}
