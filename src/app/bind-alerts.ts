/** Ties the stage of alerts to what is read of events and of searches. */
import type { Content } from '../content.ts'
import type { Clock } from '../domain/time/clock.ts'
import { areAlertsDue, matchAlerts } from '../pipeline/alerts/match.ts'
import type { AlertStages } from '../pipeline/context.ts'
import { listAlertEvents } from '../read/edition/events.ts'
import { findBySearch, stemsOfSearch } from '../read/edition/saved-searches.ts'
import type { Database } from '../store/database/database.ts'

interface Parts {
  clock: Clock
  content: Content
  database: Database
}

export function bindAlerts({ clock, content, database }: Parts): AlertStages {
  const { site, search, inflection } = content
  const searching = { db: database.db, siteLanguage: site.language, content: search }
  return {
    areDue: () => areAlertsDue(database),
    match: () =>
      matchAlerts({
        ...{ database, clock, inflection, timezone: site.timezone },
        readEvents: (ids) => listAlertEvents(database.db, ids),
        stemsOf: (query) => stemsOfSearch(searching, query, clock.now()),
        findBySearch: (query, scope) => findBySearch(searching, query, scope),
      }),
  }
}
