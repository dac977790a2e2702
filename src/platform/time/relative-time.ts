/** An instant in words, as a person would say it now. The browser's copy is surfaces/site/assets/times.js. */
import { memo } from '../memo.ts'
import { dayIn } from './days.ts'

// A unit begins where two of it fit, so that "last week" never names what the calendar puts elsewhere.
const steps: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['year', 31_557_600, 2],
  ['month', 2_629_800, 2],
  ['week', 604_800, 2],
  ['day', 86_400, 1],
  ['hour', 3_600, 1],
  ['minute', 60, 1],
]

/** "för 12 minuter sedan", "i går"; whole units, rounded down, days by the calendar of `timeZone`. */
export function relativeTime(at: Date, now: Date, language: string, timeZone = 'UTC'): string {
  const seconds = Math.trunc((at.getTime() - now.getTime()) / 1000)
  const [unit, size] = steps.find(([, length, min]) => Math.abs(seconds) >= length * min) ?? ['second', 1]
  if (unit !== 'day') return formatterIn(language)(`${Math.trunc(seconds / size) || 0} ${unit}`)
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone)
  // The calendar may be a day ahead of the hours: 14 days are two weeks.
  return formatterIn(language)(Math.abs(days) < 14 ? `${days} day` : `${Math.sign(days) * 2} week`)
}

const dayNumber = (at: Date, timeZone: string): number => Date.parse(dayIn(at, timeZone)) / 86_400_000

// Amounts are small: there are some hundreds of words in all.
const formatterIn = memo((language) => {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return memo((amountAndUnit) => {
    const [amount, unit] = amountAndUnit.split(' ')
    return format.format(Number(amount), unit as Intl.RelativeTimeFormatUnit)
  })
})
