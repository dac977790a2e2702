/** A stored time that a process waits for, where the clock may have been set back since. */
import { sql } from 'kysely'

const MAX_CLOCK_SKEW_MS = 60_000

/** True once the time has come, or is none, or lies further off than `maxMs`: a clock that was ahead has written it. */
export function hasCome(column: string, now: Date, maxMs: number) {
  const wrong = new Date(now.getTime() + maxMs + MAX_CLOCK_SKEW_MS)
  return sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${wrong})`
}
