/** Reason why a webhook is refused: words for the command line, a code that a page puts into its own language. */

import { MAX_CONFIRMING } from '../../news/events/rules/confirmed.ts'
import { AppError } from '../../platform/errors.ts'

const MESSAGES = {
  address: 'The address must begin with http:// or https://.',
  types: 'There is no type "{given}" of changes.',
  changes_quiet: 'Quiet hours are for alerts: changes are sent as they come.',
  alerts_types: 'Alerts have no types: they are about events, not changes.',
  least: '"{given}" is no number of sources.',
  alerts_least: `Alerts ask for 1 to ${MAX_CONFIRMING} independent sources.`,
  tag: 'There is no tag "{given}".',
  source: 'There is no source "{given}".',
  quiet: '"{given}" are no hours. Write them as 22:00-07:00.',
} as const

export class WebhookRefusal extends AppError {
  readonly reason: keyof typeof MESSAGES
  /** The refused value. */
  readonly given: string

  constructor(reason: keyof typeof MESSAGES, given = '') {
    super(
      'bad_request',
      MESSAGES[reason].replace('{given}', () => given),
    )
    this.reason = reason
    this.given = given
  }
}
