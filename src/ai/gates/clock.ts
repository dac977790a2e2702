/** The time of day as it may be written. */

/** 9:30, 9.30, 09:30 and 09.30 for any of them; twelve hours later too where it is said to be evening. None for what is no time. */
export function clockForms(text: string, evening = false): string[] {
  const [, hour, minute] = /^(\d{1,2})[:.]([0-5]\d)$/.exec(text) ?? []
  if (hour === undefined) return []
  const hours = evening ? [Number(hour), Number(hour) + 12] : [Number(hour)]
  const written = hours.flatMap((each) => [`${each}`, `${each}`.padStart(2, '0')])
  return written.flatMap((each) => [`${each}:${minute}`, `${each}.${minute}`])
}
