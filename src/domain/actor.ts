/** Actor of an audited action, as the log of operators' actions names it. */
export const actorKinds = ['console', 'command', 'service'] as const

/** Of `service` the service itself, such as its pruning; of the others also from where: an address, or a user of the machine. */
export type Actor = 'service' | `console:${string}` | `command:${string}`
