// Keeps "3 minutes ago" right while a page stays open. The same rule as src/platform/time/relative-time.ts.
const steps = [
  ['year', 31557600, 2],
  ['month', 2629800, 2],
  ['week', 604800, 2],
  ['day', 86400, 1],
  ['hour', 3600, 1],
  ['minute', 60, 1],
]
const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' })
const dayNumber = (at) => Math.floor((at.getTime() / 60000 - at.getTimezoneOffset()) / 1440)

function relative(at, now) {
  const seconds = Math.trunc((at - now) / 1000)
  const [unit, size] = steps.find(([, length, min]) => Math.abs(seconds) >= length * min) ?? ['second', 1]
  if (unit !== 'day') return words.format(Math.trunc(seconds / size) || 0, unit)
  const days = dayNumber(at) - dayNumber(now)
  return Math.abs(days) < 14 ? words.format(days, unit) : words.format(Math.sign(days) * 2, 'week')
}

export function refresh() {
  const now = new Date()
  for (const time of document.querySelectorAll('time[data-ago]')) {
    const at = new Date(time.dateTime)
    const text = now - at < 60_000 && time.dataset.now ? time.dataset.now : relative(at, now)
    if (time.textContent !== text) time.textContent = text
  }
}

refresh()
setInterval(refresh, 30_000)
document.addEventListener('visibilitychange', refresh)
