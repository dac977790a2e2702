/** Creates the delivery of editions to readers: the channel with its texts, its server and its pool. */

import { editionChannel } from '../news/alerts/channels/edition.ts'
import type { DeliveryStages } from '../news/stages/context.ts'
import { createMailer } from '../platform/outbox/mailer.ts'
import { deliverBy } from '../platform/outbox/outbox-channel.ts'
import { createDeliveryPool } from '../platform/outbox/pool.ts'
import { areRowsWaiting } from '../platform/outbox/rows.ts'
import type { Base } from './base.ts'
import { composer } from './compose-editions.ts'
import type { Content } from './content.ts'

type Deps = Pick<Base, 'config' | 'log' | 'clock' | 'database'> & { content: Content }

export function createDeliveries(deps: Deps): DeliveryStages {
  const { config, log, clock, content, database } = deps
  const mailer = createMailer(config, content.site.name, log, true)
  let compose = composer(deps)
  const channel = editionChannel({ database, clock, log, send: mailer.send, compose: (emails) => compose(emails) })
  /** One server takes all mail: it waits in the one queue by which the pool knows that it has enough. */
  const pool = createDeliveryPool(deliverBy(deps, channel), { atOnce: 1, ofOne: Number.POSITIVE_INFINITY, clock, log })
  return {
    areWaiting: () => areRowsWaiting(database, 'edition', clock.now()),
    send: async () => {
      // Events may have changed since the last run.
      compose = composer(deps)
      await pool.flush()
    },
    close: () => {
      void pool.close()
      mailer.close()
    },
  }
}
