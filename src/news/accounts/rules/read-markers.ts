/** Retention of a person's read markers, and the definition of a visit. */

export interface ReadMarkers {
  /** End of the visit before this one; null at the first. */
  seenUntil: Date | null
  /** Events first reported until then are read. */
  readUntil: Date | null
}

export const MARKS = ['read', 'saved'] as const

/** `on` is false where the mark is taken away. */
export interface Mark {
  eventIds: number[]
  as: (typeof MARKS)[number]
  on: boolean
}

/** Marks of a person on events. */
export type Marked = Readonly<Record<Mark['as'], ReadonlySet<number>>>
export interface EventMarks extends Marked {
  seenUntil: Date | null
}

/** Of one event. */
export const stateOf = ({ read, saved }: Marked, eventId: number): Record<Mark['as'], boolean> => ({
  read: read.has(eventId),
  saved: saved.has(eventId),
})

/** True for an event that came after the visit before this one; nothing is new at the first. */
export const isNewSince = ({ reportedAt }: { reportedAt: Date }, seenUntil: Date | null): boolean =>
  seenUntil !== null && reportedAt > seenUntil

export const readingRules = {
  /** Read marks are kept for so many days; what was first reported before that counts as read. */
  retentionDays: 90,
  maxSaved: 5000,
  /** Lists show as read what was read last, at most so many. */
  maxShownRead: 2000,
  /** A visit ends after so long without a request. */
  visitMinutes: 30,
  /** The time of a visit is noted at most this often. */
  noteMinutes: 5,
} as const
