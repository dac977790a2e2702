/** Ties the stage of alerts to what is read of events and of searches. */
import type { Content } from '../content.ts'
import { areAlertsDue, matchAlerts } from '../pipeline/alerts/match.ts'
import type { AlertStages } from '../pipeline/context.ts'
import { listAlertEvents } from '../read/edition/edition-events.ts'
import { findBySearch, stemsOfSearch } from '../read/edition/saved-searches.ts'
import type { Base } from './base.ts'

type Deps = Pick<Base, 'config' | 'clock' | 'database'> & { content: Content }

export function createAlerts({ config, clock, content, database }: Deps): AlertStages {
  const { site, search, inflection } = content
  const searching = { db: database.db, siteLanguage: site.language, content: search }
  return {
    areDue: () => areAlertsDue(database),
    match: () =>
      matchAlerts({
        database,
        clock,
        inflection,
        timezone: site.timezone,
        withWebhooks: config.features.has('webhooks'),
        readEvents: (ids) => listAlertEvents(database.db, ids),
        stemsOf: (query) => stemsOfSearch(searching, query, clock.now()),
        findBySearch: (query, scope) => findBySearch(searching, query, scope),
      }),
  }
}
