/** Base of every command: the settings, the site, the database brought up to date. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { upgradeDatabase } from '../news/backup/upgrade.ts'
import type { Actor } from '../platform/database/actor.ts'
import { claimSite } from '../platform/database/claim-site.ts'
import { type ActorDatabase, openDatabase } from '../platform/database/database.ts'
import { requireFitness } from '../platform/database/fitness.ts'
import { reportWaits } from '../platform/database/waits.ts'
import type { Site } from '../platform/site/site.ts'
import { readSite } from '../platform/site/site-file.ts'
import { type Clock, systemClock } from '../platform/time/clock.ts'

export interface Base {
  config: Config
  log: Logger
  clock: Clock
  /** Name of the site, its language and time zone. */
  site: Site
  database: ActorDatabase
  close(): Promise<void>
}

export interface BaseOptions {
  clock?: Clock
  /** A parent process starts and stops the embedded server. */
  supervised?: boolean
  /** As {@link Database.holder}. */
  holder?: string | undefined
  /** As {@link Database.actor}; the service itself where it is missing. */
  actor?: Actor
  /** As for {@link openDatabase}. */
  separateReads?: boolean
  /** The database is of this site from now on, whatever its topic was. */
  adopt?: boolean
  /** The site's content folder; CONTENT_DIR where it is missing. */
  content?: string | undefined
  /** Is given the database before it is brought up to date. */
  before?: (database: ActorDatabase) => Promise<void>
}

/** One line for each action of an operator, by any actor and channel. */
export function logAuditedActions(database: ActorDatabase, log: Logger): void {
  database.bus.on('action', ({ action, subject, ...rest }) => {
    log.info({ action, subject, ...rest }, `operator: ${action} ${subject}`.trim())
  })
}

export async function openBase(config: Config, log: Logger, options: BaseOptions = {}): Promise<Base> {
  const site = readSite(options.content ?? config.CONTENT_DIR)
  const database = await openDatabase(config, options)
  logAuditedActions(database, log)
  try {
    for (const warning of await requireFitness(database)) log.warn(warning)
    await options.before?.(database)
    const now = (options.clock ?? systemClock).now()
    const { ran, backup } = await reportWaits(database.address, () =>
      upgradeDatabase(database, join(config.DATA_DIR, 'backups'), now),
    )
    if (backup) log.info({ backup }, 'backup made before the migration')
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrated')
    await claimSite(database, site.topic, options.adopt ?? false)
  } catch (error) {
    await database.close()
    throw error
  }
  return { config, log, clock: options.clock ?? systemClock, site, database, close: () => database.close() }
}
