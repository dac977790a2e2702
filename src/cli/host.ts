/** Host of a command: the settings, and the database or all services opened for as long as it runs. */
import { userInfo } from 'node:os'
import type { Base, BaseOptions } from '../app/base.ts'
import type { Services } from '../app/services.ts'
import { type Config, readConfig } from '../config.ts'
import type { Actor } from '../domain/actor.ts'

export type Overrides = Record<string, string>

export const settings = (overrides: Overrides = {}): Config => readConfig(overrides)

/** Loading modules is most of a command's cost, so commands that need only the database load no more. */
export async function withBase<T>(work: (base: Base) => Promise<T>, options: BaseOptions = {}): Promise<T> {
  const config = settings()
  const { openBaseAs, closing } = await import('../app/open.ts')
  return closing(await openBaseAs(config, undefined, { ...options, actor: commandActor() }), work)
}

export async function withServices<T>(work: (services: Services) => Promise<T>, overrides?: Overrides): Promise<T> {
  const config = settings(overrides)
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
