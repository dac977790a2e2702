/** Host of a command: the settings, and the database or all services opened for as long as it runs. */
import { userInfo } from 'node:os'
import type { Base, BaseOptions } from '../app/base.ts'
import { type Difference, describeDifferences, differencesFromService } from '../app/running-service.ts'
import type { Services } from '../app/services.ts'
import { type Config, readConfig } from '../config.ts'
import type { Actor } from '../platform/database/actor.ts'
import { AppError } from '../platform/errors.ts'

type Overrides = Record<string, string>

export const settings = (overrides: Overrides = {}): Config => readConfig(overrides)

/** Settings in which a command may not differ from the service beside it, by what the command does with what is stored. */
const STOPS = {
  changes: () => true,
  // Opening the services takes in the content folder.
  publishes: ({ name }) => name === 'CONTENT_DIR',
  reads: () => false,
} satisfies Record<string, (difference: Difference) => boolean>
export type Access = keyof typeof STOPS

/**
 * Settings of a command that works on what is stored. Where the service that runs on the folder has others, it warns, and
 * throws `bad_request` unless they do not matter to it.
 */
export function commandSettings(access: Access): Config {
  const config = settings()
  const differences = differencesFromService(config)
  if (differences.length === 0) return config
  const words = `The service that runs on ${config.DATA_DIR} has other settings than this command: ${describeDifferences(differences)}.`
  if (differences.some(STOPS[access]))
    throw new AppError('bad_request', `${words} Nothing was done: give both the same, or stop the service.`)
  process.stderr.write(`${words}\n`)
  return config
}

/** Loading modules is most of a command's cost, so commands that need only the database load no more. */
export async function withBase<T>(
  work: (base: Base) => Promise<T>,
  { access = 'changes', ...options }: BaseOptions & { access?: Access } = {},
): Promise<T> {
  const config = commandSettings(access)
  const { openBaseAs, closing } = await import('../app/open.ts')
  return closing(await openBaseAs(config, undefined, { ...options, actor: commandActor() }), work)
}

export async function withServices<T>(
  work: (services: Services) => Promise<T>,
  access: Access = 'changes',
): Promise<T> {
  const config = commandSettings(access)
  const { openServicesAs, closing } = await import('../app/open.ts')
  return closing(await openServicesAs(config, undefined, { actor: commandActor() }), work)
}

/** The user of this machine; a container may know their number alone. */
function commandActor(): Actor {
  try {
    return `command:${userInfo().username}`
  } catch {
    return `command:${process.getuid?.() ?? ''}`
  }
}
