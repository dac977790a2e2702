/** The dates of an old feed, moved so that it reads as if it had been collected now. Knows nothing of feeds but where dates stand. */

const DATES =
  /(?<=<(?:pubDate|published|updated|dc:date)(?:\s[^>]*)?>\s*|"date_(?:published|modified)"\s*:\s*")[^\s<"][^<"]*?(?=\s*[<"])/g

/** All dates are moved by as much as brings the newest of them to `newest`; what cannot be read as a date stays. */
export function moveDates(document: string, newest: Date): string {
  const times = [...document.matchAll(DATES)].map(([date]) => Date.parse(date)).filter((time) => !Number.isNaN(time))
  const by = newest.getTime() - times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY)
  return document.replace(DATES, (date) => {
    const time = Date.parse(date)
    if (Number.isNaN(time)) return date
    const moved = new Date(time + by)
    return /^\d{4}-/.test(date) ? moved.toISOString() : moved.toUTCString()
  })
}
