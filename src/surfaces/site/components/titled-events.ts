/** Items without a title that a reader could read or follow appear in no list. */

import type { EventView } from '../../../news/events/queries/views.ts'
import type { Page } from '../../../platform/site/pages.ts'
import { isNamed } from '../../../platform/text/titles.ts'

export const namedEvents = (events: EventView[]): EventView[] =>
  events.filter(({ title }) => isNamed(title)).map(withNamedEntries)

export const namedPage = (list: Page<EventView>): Page<EventView> => ({ ...list, items: namedEvents(list.items) })

export function withNamedEntries(event: EventView): EventView {
  const entries = event.entries.filter(({ title }) => isNamed(title))
  return entries.length === event.entries.length ? event : { ...event, entries }
}
