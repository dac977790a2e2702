/** Times of a reader's day: minutes after midnight, in a time zone that this runtime knows. Pure. */

export const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** Minutes after midnight of a time as "07:00"; null for what is none. */
export function parseClock(text: string): number | null {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return CLOCK.test(text) ? hours * 60 + minutes : null
}

export const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Every zone that this runtime knows, UTC among them. */
export const timeZones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
