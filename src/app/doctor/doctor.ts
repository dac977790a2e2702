/** Everything that the service needs, tried as it is used. Goes on to the end whatever fails. */
import type { Config, Environment } from '../../config.ts'
import type { Feature } from '../../feature.ts'
import { loadFeatures } from '../../features.ts'
import type { ListDifference } from '../../news/feeds/rules/source-list.ts'
import { readSourceList, toNewFeed } from '../../news/feeds/visits/sync-source-list.ts'
import { listAllFeeds } from '../../news/feeds/writes/feeds.ts'
import { compareSourceList } from '../../news/feeds/writes/source-list.ts'
import { openAsItIs } from '../../news/health/database-checks.ts'
import {
  type Check,
  type Finding,
  failure,
  type HealthCheck,
  ok,
  type Report,
  runChecks,
  warning,
} from '../../news/health/health-check.ts'
import { healthChecks } from '../../news/health/registry.ts'
import type { ActorDatabase, Database } from '../../platform/database/database.ts'
import { schemaState } from '../../platform/database/migrate.ts'
import { createLog } from '../../platform/log/log.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { checkEmbedder, checkMail, checkModel, checkVectors, type ServerCheck, type Servers } from '../check-servers.ts'
import { readContent } from '../content.ts'
import { createModels } from '../create-models.ts'
import { openChannels } from '../notice-loop.ts'
import { closing } from '../open.ts'
import { contentChecks } from './content-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { networkChecks } from './network-checks.ts'
import { checkSettings } from './settings-checks.ts'

export interface DoctorOptions {
  /** Sends a trial by each channel of notices. */
  notify?: boolean
  environment?: Environment
  report: (finding: Finding) => void
}

export async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { config, checks } = checkSettings(options.environment)
  const features: Feature[] = await loadFeatures(config)
  const ofFeatures = features.flatMap((feature) => feature.checks?.(config) ?? [])
  const prompts = features.flatMap((feature) => feature.prompts ?? [])
  const early = [...checks, ...ofFeatures, ...machineChecks(config), ...contentChecks(config, prompts)]
  const findings = await runChecks(early, options.report)
  let database: ActorDatabase | null = null
  const open: Check = {
    name: 'database',
    run: async () => {
      database = await openAsItIs(config)
      return database ? [] : 'not made yet: the first start makes it'
    },
  }
  findings.push(...(await runChecks([open], options.report)))
  const examineRest = async () => {
    const servers = await createServers(config, database)
    const rest = [
      ...(await checksOf(config, database, features)),
      ...serverChecks(
        servers,
        config,
        features.flatMap((feature) => feature.servers ?? []),
      ),
      noticesCheck(config, options),
    ]
    findings.push(...(await runChecks(rest, options.report)))
  }
  const opened = database as ActorDatabase | null
  await (opened ? closing({ database: opened, close: opened.close }, examineRest) : examineRest())
  return findings
}

async function checksOf(
  config: Config,
  database: ActorDatabase | null,
  features: readonly Feature[],
): Promise<(Check | HealthCheck)[]> {
  const listed = addressesOf(config)
  if (!database) return networkChecks(config, listed)
  const scope = { config, database, now: new Date(), timeZone: 'UTC' }
  const registry = healthChecks(scope)
  const fatal = registry.filter(({ severity }) => severity === 'fatal')
  const { pending, unknown } = await schemaState(database).catch(() => ({ pending: ['?'], unknown: [] }))
  if (pending.length + unknown.length > 0) return [...fatal, ...networkChecks(config, listed)]
  const stored = (await listAllFeeds(database)).filter(({ status }) => status === 'active').map(({ url }) => url)
  const network = networkChecks(config, stored.length > 0 ? stored : listed)
  const differences = await differencesOf(config, database)
  const compared = { name: 'differences', run: () => checkDifferences(differences) }
  // The disk is a check of the machine, which is looked at before there is a database.
  const others = registry.filter(({ name, severity }) => severity !== 'fatal' && name !== 'disk')
  const ofFeatures = features.flatMap((feature) => feature.storedChecks?.(config, database.db) ?? [])
  return [...fatal, ...network, ...others, ...ofFeatures, compared]
}

function addressesOf(config: Config): string[] {
  try {
    return readSourceList(config).sources.map(({ url }) => url)
  } catch {
    // Another check reports it.
    return []
  }
}

async function differencesOf(config: Config, database: Database): Promise<ListDifference[]> {
  try {
    return await compareSourceList(database, readSourceList(config).sources.map(toNewFeed))
  } catch {
    return []
  }
}

function checkDifferences(differences: ListDifference[]): Report {
  if (differences.length === 0) return 'none between the list of sources and what is read'
  return `${differences.length} between the list of sources and what is read: "karnhuset feeds diff" shows them`
}

const silent = createLog({ LOG_LEVEL: 'silent' })

/** Null where the content cannot be read, or there is no database to keep the budget in. */
async function createServers(config: Config, database: ActorDatabase | null): Promise<Servers | null> {
  if (!database) return null
  try {
    const content = readContent(config.CONTENT_DIR)
    // No publisher's text is given to a model here.
    const reservationOf = async () => null
    const parts = { config, content, database, clock: systemClock, log: silent, reservationOf }
    return { ...parts, models: await createModels(parts) }
  } catch {
    return null
  }
}

/** Servers of the settings, each tried as the service uses it. */
export function serverChecks(
  servers: Servers | null,
  config: Config,
  ofFeatures: readonly ServerCheck[] = [],
): Check[] {
  const mail = { name: 'mail', run: () => checkMail({ config }) }
  if (!servers) {
    const untried = 'not tried: it takes a database and content that can be read'
    const names = ['vectors', 'model', 'embeddings', ...ofFeatures.map(({ name }) => name)]
    return [mail, ...names.map((name) => ({ name, run: () => untried }))]
  }
  return [
    { name: 'vectors', run: () => checkVectors(servers) },
    { name: 'model', run: () => checkModel(servers) },
    { name: 'embeddings', run: () => checkEmbedder(servers) },
    mail,
    ...ofFeatures.map(({ name, run }) => ({ name, run: () => run(servers) })),
  ]
}

function noticesCheck(config: Config, { notify }: DoctorOptions): Check {
  return {
    name: 'notices',
    run: async (): Promise<Report> => {
      const channels = openChannels({ config, content: readContent(config.CONTENT_DIR), log: silent })
      try {
        const names = channels.all.map(({ name }) => name)
        if (names.length === 0)
          return [warning('No channel notifies you of what needs a person: set NOTIFY_MAIL or another.')]
        if (!notify) return `${names.join(', ')}; "doctor --notify" sends a trial`
        const sent = await channels.trial()
        return sent.map(({ channel, error }) =>
          error ? failure(`${channel}: ${error}`) : ok(`${channel} took the trial`),
        )
      } finally {
        channels.close()
      }
    },
  }
}
