/** Who acts, along asynchronous calls: what the log of operators' acts says of each. */
import { AsyncLocalStorage } from 'node:async_hooks'

export const actorKinds = ['console', 'command', 'service'] as const

/** Of `service` the service itself, such as its pruning; of the others also from where: an address, or a user of the machine. */
export type Actor = 'service' | `console:${string}` | `command:${string}`

const acting = new AsyncLocalStorage<Actor>()

export const actAs = <T>(actor: Actor, work: () => T): T => acting.run(actor, work)
export const actor = (): Actor => acting.getStore() ?? 'service'
