/** The processes of the service by name: started, killed and started anew, each in a data folder of its own. */
import { join } from 'node:path'
import { type Service, startService } from '../../tests/support/service.ts'
import type { Balancer } from './balancer.ts'

export const webs = ['web-1', 'web-2'] as const
export const workers = ['worker-1', 'worker-2', 'worker-3'] as const

export interface Fleet {
  /** Settings of all that start from now on. */
  env: Record<string, string>
  start(name: string): Promise<void>
  kill(name: string): Promise<void>
  stop(name: string): Promise<void>
  /** Address of a web process, past the balancer. */
  urlOf(name: string): string
  /** Names of those that have ended without being asked. */
  fallen(): string[]
  stopAll(): Promise<void>
}

export function makeFleet(folder: string, balancer: Balancer, env: Record<string, string>): Fleet {
  const running = new Map<string, Service>()
  const ended = new Set<string>()
  const take = (name: string) => {
    const service = running.get(name)
    running.delete(name)
    return service
  }
  const fleet: Fleet = {
    env,
    start: async (name) => {
      const kind = name.startsWith('web') ? 'web' : 'worker'
      const service = await startService(kind, { ...fleet.env, DATA_DIR: join(folder, name) })
      running.set(name, service)
      void service.ended.then(() => running.get(name) === service && ended.add(name))
      if (service.url) balancer.backends.set(name, service.url)
    },
    // The balancer is not told: that is for it to find out.
    kill: async (name) => void (await take(name)?.kill()),
    stop: async (name) => void (await take(name)?.stop()),
    urlOf: (name) => running.get(name)?.url ?? '',
    fallen: () => [...ended],
    stopAll: async () => void (await Promise.all([...running.keys()].map((name) => fleet.stop(name)))),
  }
  return fleet
}
