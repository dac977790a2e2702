/** Names of months, and of the halves of a day, in the languages of feeds, from CLDR. Pure. */
import { LANGUAGES } from '../languages/codes.ts'

/** Twelve-hour clocks before the time: "오후 11:23". */
const CLOCKS = ['ko', 'ja', 'zh', 'zh-Hant']
const ENGLISH = ['en', 'en-GB']
const MIN_LENGTH = 3

/** The month of each name; 0 where it is two months in two languages. */
type Months = Map<string, number>

/** Without marks, in lower case. */
export const foldLetters = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()

function monthsIn(languages: readonly string[]): Months {
  const months: Months = new Map()
  for (const language of languages)
    for (const options of [{}, { day: 'numeric' }] as const)
      for (const month of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, ...options, timeZone: 'UTC' })
        for (let number = 1; number <= 12; number++) {
          const parts = format.formatToParts(Date.UTC(2026, number - 1, 1))
          const name = parts.find(({ type }) => type === 'month')?.value ?? ''
          add(months, /^\p{L}+/u.exec(foldLetters(name))?.[0] ?? '', number)
        }
      }
  return months
}

function add(months: Months, name: string, month: number): void {
  if (name.length >= MIN_LENGTH) months.set(name, (months.get(name) ?? month) === month ? month : 0)
}

/** Beginnings of names, and names without their vowels: "Mrz". */
function shortened(complete: Months): Months {
  const months: Months = new Map()
  for (const [name, month] of complete) {
    for (let length = MIN_LENGTH; length < name.length; length++) add(months, name.slice(0, length), month)
    add(months, name.replace(/[aeiou]/g, ''), month)
  }
  return months
}

let english: Months | undefined
let all: { full: Months; shortened: Months } | undefined

/** 1 to 12 for a month's name or abbreviation, as `foldLetters` writes it, else 0. Most dates are English: the others are read when one is not. */
export function monthOf(word: string): number {
  english ??= monthsIn(ENGLISH)
  return english.get(word) || monthInAny(word)
}

function monthInAny(word: string): number {
  if (!all) {
    const full = monthsIn([...ENGLISH, ...LANGUAGES])
    all = { full, shortened: shortened(full) }
  }
  return all.full.get(word) ?? all.shortened.get(word) ?? 0
}

let halves: { name: string; half: 'am' | 'pm' }[] | undefined

/** Moves the half of the day behind the time, in English: "오후 11:23" → "11:23 pm". */
export function halvesBehind(text: string): string {
  if (!/\p{Lo}/u.test(text)) return text
  halves ??= CLOCKS.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
    const nameAt = (hour: number) =>
      format.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')
    return [
      { name: nameAt(9)?.value ?? '', half: 'am' as const },
      { name: nameAt(21)?.value ?? '', half: 'pm' as const },
    ]
  })
  const found = halves.find(({ name }) => name !== '' && text.includes(name))
  if (!found) return text
  const [before = '', after = ''] = text.split(found.name)
  return `${before}${after.replace(/[\d:.]+/, (time) => `${time} ${found.half}`)}`
}
