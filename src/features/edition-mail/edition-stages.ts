/** The stages of editions by mail: those that are due are made, and those that wait are sent. */

import type { WorkerFrame } from '../../feature.ts'
import { shareEdition } from '../../news/editions/queries/shared-edition.ts'
import type { FeatureStage } from '../../news/stages/context.ts'
import { createMailer } from '../../platform/outbox/mailer.ts'
import { deliverBy } from '../../platform/outbox/outbox-channel.ts'
import { createDeliveryPool } from '../../platform/outbox/pool.ts'
import { areRowsWaiting } from '../../platform/outbox/rows.ts'
import { composer } from './compose.ts'
import { areReadersDue } from './emails.ts'
import { editionChannel } from './mail-channel.ts'
import { prepareEditions } from './prepare.ts'

export function editionStages(frame: WorkerFrame): FeatureStage[] {
  const { clock, content, database } = frame
  const { site, search, inflection } = content
  const edition = shareEdition({ db: database.db, siteLanguage: site.language, content: search, clock, inflection })
  return [
    {
      stage: 'editions',
      handle: () => prepareEditions({ database, clock, edition }),
      due: async () => ((await areReadersDue(database, clock.now())) ? [''] : []),
    },
    deliveryStage(frame),
  ]
}

function deliveryStage(frame: WorkerFrame): FeatureStage {
  const { config, log, clock, content, database } = frame
  const mailer = createMailer(config, content.site.name, log, true)
  let compose = composer(frame)
  const channel = editionChannel({ database, clock, log, send: mailer.send, compose: (emails) => compose(emails) })
  /** One server takes all mail: it waits in the one queue by which the pool knows that it has enough. */
  const pool = createDeliveryPool(deliverBy(frame, channel), { atOnce: 1, ofOne: Number.POSITIVE_INFINITY, clock, log })
  return {
    stage: 'letters',
    handle: async () => {
      // Events may have changed since the last run.
      compose = composer(frame)
      await pool.flush()
    },
    due: async () => ((await areRowsWaiting(database, 'edition', clock.now())) ? ['1', '2'] : []),
    close: () => {
      void pool.close()
      mailer.close()
    },
  }
}
