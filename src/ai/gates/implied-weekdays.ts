/** Weekdays that a source means without writing them: those of "yesterday" and of its dates. Pure. */
import type { Evidence } from './evidence.ts'

const DAY_MS = 86_400_000
/** How far from its publication a text gives days without a year. */
const REACH = 180

/** 0 for Monday; none where it is not known when the source was published. `days` are "8-21" for 21 September. */
export function impliedWeekdays(days: ReadonlySet<string>, { text, reading, publishedAt }: Evidence): Set<number> {
  const implied = new Set<number>()
  if (!publishedAt) return implied
  const daysFrom = (distance: number) => new Date(publishedAt.getTime() + distance * DAY_MS)
  for (const { distance, said } of reading.dates.nearby)
    if (said?.test(text)) implied.add(weekdayOf(daysFrom(distance)))
  for (let distance = -REACH; distance <= REACH; distance++) {
    const day = daysFrom(distance)
    if (days.has(`${day.getUTCMonth()}-${day.getUTCDate()}`)) implied.add(weekdayOf(day))
  }
  return implied
}

const weekdayOf = (at: Date) => (at.getUTCDay() + 6) % 7
