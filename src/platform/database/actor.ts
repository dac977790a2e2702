/** Actor of an audited action, as the log of operators' actions names it. */
export const actorKinds = ['console', 'command', 'service'] as const

/** Of `service` the service itself, such as its pruning; of the others also from where: an address, or a user of the machine. */
export type Actor = 'service' | `console:${string}` | `command:${string}`

/** Facts before or after an action, in words and numbers that a person reads. */
export type Facts = Record<string, string | number | boolean | null>

/** Note of an action, for its line in the log. */
export interface AuditedAction {
  actor: string
  action: string
  target: string
  subject: string
  before: Facts
  after: Facts
}
