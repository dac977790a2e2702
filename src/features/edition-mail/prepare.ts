/** Makes the editions that are due by mail: what is new in each reader's, claimed as an email. */

import type { Profile } from '../../news/accounts/rules/profile.ts'
import { profilesOf } from '../../news/accounts/writes/follows.ts'
import { datedFirst } from '../../news/articles/rules/dated-first.ts'
import type { EditionRow } from '../../news/editions/rules/edition.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type DueReader, listDueReaders, type PreparedEdition, saveEditionEmails } from './emails.ts'
import { LATE_MS, nextEdition, type PlannedEdition } from './mail-times.ts'

export interface Preparing {
  database: Database
  clock: Clock
  edition: {
    /** Makes it read what has changed since the last run. */
    raise(): void
    /** Rows of events that a profile follows, reported on since an instant, the best first. */
    editionFor(profile: Profile, since: Date): Promise<EditionRow[]>
  }
}

const BATCH = 500
/** Rows of an edition's email. */
const MAX_ROWS = 12

/** Returns how many readers were looked at. */
export async function prepareEditions(parts: Preparing): Promise<number> {
  const { database, clock, edition } = parts
  // Of the complete run, whose batches share what is read of events: the next one begins where it ends.
  const now = clock.now()
  edition.raise()
  const planned = planner()
  for (let readers = 0; ; ) {
    const due = await listDueReaders(database, now, BATCH)
    if (due.length === 0) return readers
    const profiles = await profilesOf(
      database,
      due.map(({ userId }) => userId),
    )
    const prepared: PreparedEdition[] = []
    for (const reader of due) {
      const profile = profiles.get(reader.userId)
      const late = now.getTime() - reader.at.getTime() > LATE_MS
      const rows = profile && !late ? await newRows(parts, reader, profile, now) : []
      prepared.push({ reader, next: planned(reader, now), rows })
    }
    await saveEditionEmails(database, prepared, now)
    readers += due.length
  }
}

/** Many readers have the same times, and a calendar is slow. */
function planner(): (reader: DueReader, now: Date) => PlannedEdition | null {
  const existing = new Map<string, PlannedEdition | null>()
  return (reader, now) => {
    const { timezone, morning, evening, days } = reader
    // An edition that was missed by little is still sent.
    const after = Math.max(reader.at.getTime(), now.getTime() - LATE_MS)
    const key = [timezone, morning, evening, days, after].join()
    const planned = existing.get(key)
    if (planned !== undefined) return planned
    const next = nextEdition({ timezone, morning, evening, days }, new Date(after))
    if (existing.size > 10_000) existing.clear()
    existing.set(key, next)
    return next
  }
}

/**
 * Unread events that came after the last edition email and until `now`; of an event that is followed by itself, also later additions.
 */
async function newRows({ edition }: Preparing, reader: DueReader, profile: Profile, now: Date) {
  const { since, readUntil } = reader
  const read = new Set(reader.read)
  const rows = (await edition.editionFor(profile, since)).filter(
    (row) =>
      (row.reportedAt <= now &&
        row.reportedAt > since &&
        !read.has(row.eventId) &&
        !(readUntil && row.firstAt <= readUntil)) ||
      row.matchedFollows.some(({ kind }) => kind === 'event'),
  )
  return datedFirst(rows)
    .slice(0, MAX_ROWS)
    .map(({ eventId, matchedFollows: because }) => ({ eventId, because }))
}
