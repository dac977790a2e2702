/** Settings: which are wrong, which are misspelt, which open a door. */
import { type Config, configIgnoring, type Environment, readEnvironment, settingNames } from '../../config.ts'
import { type Check, ok, type Report, warning } from '../../news/health/health-check.ts'
import { distance } from '../../news/search/rules/spelling.ts'
import { describeDifference, differencesFromService } from '../running-service.ts'

export interface Settings {
  /** With the defaults in place of what is wrong. */
  config: Config
  checks: Check[]
}

export function checkSettings(environment: Environment = readEnvironment()): Settings {
  const { config, violations: wrong } = configIgnoring({ ...environment.file, ...environment.process })
  const violations = [...(environment.violations ?? []), ...wrong]
  const settings = (): Report =>
    violations.length > 0 ? throwLines(violations) : `read; the site is at ${config.BASE_URL}`
  return {
    config,
    checks: [
      { name: 'settings', run: settings },
      { name: 'setting names', run: () => checkNames(environment) },
      { name: 'running service', run: () => checkRunningService(config) },
      { name: 'proxy', run: () => checkProxy(config) },
      { name: 'publisher', run: () => checkPublisher(config) },
      { name: 'node', run: checkNode },
    ],
  }
}

function throwLines(lines: string[]): never {
  throw new Error(lines.join('\n'))
}

/** Shorter names of the environment are too often something else's. */
const MIN_LENGTH = 7

/** In the file every name is meant for us; in the environment only those that are a slip away from one of ours. */
function checkNames({ file, process }: Environment): Report {
  const unknown = (env: object) => Object.keys(env).filter((name) => !settingNames.includes(name) && !ofOthers(name))
  const inFile = unknown(file).map((name) => {
    const meant = nearest(name)
    return warning(`.env: ${name} is not a setting${meant ? `: did you mean ${meant}?` : '.'}`)
  })
  const outside = unknown(process).flatMap((name) => {
    const meant = name.length >= MIN_LENGTH && !(name in file) ? nearest(name) : null
    return meant ? [warning(`${name} is not a setting: did you mean ${meant}?`)] : []
  })
  const found = [...inFile, ...outside]
  return found.length > 0 ? found : 'all known'
}

/** Node's and PostgreSQL's own. */
const ofOthers = (name: string) => /^(NODE_|PG[A-Z]|POSTGRES_|npm_|TZ$)/.test(name)

const SLIPS = 2

function nearest(name: string): string | null {
  const near = settingNames
    .map((existing) => ({ existing, slips: distance(name.toUpperCase(), existing) }))
    .filter(({ slips }) => slips <= SLIPS)
  return near.sort((a, b) => a.slips - b.slips)[0]?.existing ?? null
}

function checkRunningService(config: Config): Report {
  const differences = differencesFromService(config)
  if (differences.length === 0) return `none on ${config.DATA_DIR} has other settings`
  return differences.map((each) =>
    warning(`The service that runs on ${config.DATA_DIR} has another setting: ${describeDifference(each)}.`),
  )
}

function checkProxy({ TRUST_PROXY, BASE_URL, ADMIN_TOKEN }: Config): Report {
  const { protocol, hostname } = new URL(BASE_URL)
  const local = /^(localhost|127\.|\[::1\])/.test(hostname)
  if (protocol === 'http:' && !local)
    return [warning(`BASE_URL is http: passwords and sessions of ${hostname} travel in the open. Put TLS in front.`)]
  if (!TRUST_PROXY && protocol === 'https:')
    return [warning('TRUST_PROXY is not set: behind a proxy all readers share one rate limit.')]
  return [
    ok(`${TRUST_PROXY ? 'a proxy is trusted' : 'none'}; the console is ${ADMIN_TOKEN ? 'on' : 'off (ADMIN_TOKEN)'}`),
  ]
}

function checkPublisher({ PUBLISHER_NAME: name, PUBLISHER_CONTACT: contact }: Config): Report {
  if (name && contact) return `${name}, ${contact}`
  const missing = [name ? [] : 'PUBLISHER_NAME', contact ? [] : 'PUBLISHER_CONTACT'].flat().join(' and ')
  return [warning(`Set ${missing}: /about tells readers who answers for the site and how to reach them.`)]
}

function checkNode(): Report {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24) throw new Error(`This is Node ${process.versions.node}: 24 or later is needed.`)
  return `${process.versions.node} on ${process.platform} ${process.arch}`
}
