/** Events as one reader sees them: what brought each, and what it is to them. The same for pages, the API and tools. */

import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Site } from '../../../platform/site/site.ts'
import { nameOf } from '../../accounts/rules/profile.ts'
import { type EventMarks, isNewSince, stateOf } from '../../accounts/rules/read-markers.ts'
import { hydrateEvents } from '../../events/queries/events.ts'
import type { EventView } from '../../events/queries/views.ts'
import type { EditionRow } from '../rules/edition.ts'
import { type NamedFollow, nameFollows } from './names.ts'

export type PersonalRow = Pick<EditionRow, 'eventId' | 'matchedFollows' | 'reportedAt'>

export interface PersonalEvent {
  event: EventView
  matchedFollows: NamedFollow[]
  read: boolean
  saved: boolean
  new: boolean
}

/** In their order; what is not there any more is left out. `followed`: what is followed, where its names are known. */
export async function personalEvents(
  db: ReadDb,
  site: Pick<Site, 'language' | 'paths'>,
  rows: readonly PersonalRow[],
  marks: EventMarks,
  followed?: readonly NamedFollow[],
): Promise<PersonalEvent[]> {
  const ids = rows.map(({ eventId }) => eventId)
  const events = new Map((await hydrateEvents(db, ids, site.language)).map((event) => [event.id, event]))
  const follows = new Map(rows.flatMap(({ matchedFollows }) => matchedFollows).map((one) => [nameOf(one), one]))
  const names = followed ?? (await nameFollows(db, [...follows.values()], site))
  const named = new Map(names.map((one) => [nameOf(one), one]))
  return rows.flatMap((row) => {
    const event = events.get(row.eventId)
    if (!event) return []
    const matchedFollows = row.matchedFollows.flatMap((one) => named.get(nameOf(one)) ?? [])
    return { event, matchedFollows, ...stateOf(marks, event.id), new: isNewSince(row, marks.seenUntil) }
  })
}
