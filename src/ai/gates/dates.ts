/** Gate: months, days, weekdays and seasons of the answer occur in the source. */
import type { Evidence } from './evidence.ts'
import { type Lexeme, lexemes } from './lexemes.ts'

const MONTHS = [
  'january jan januari',
  'february feb februari',
  'march mar mars',
  'april apr',
  'may maj',
  'june jun juni',
  'july jul juli',
  'august aug augusti',
  'september sep sept',
  'october oct oktober okt',
  'november nov',
  'december dec',
].map((names) => names.split(' '))
const WEEKDAYS = [
  'monday mon måndag mån',
  'tuesday tue tues tisdag tis',
  'wednesday wed onsdag ons',
  'thursday thu thur thurs torsdag tors',
  'friday fri fredag fre',
  'saturday sat lördag lör',
  'sunday sun söndag sön',
].map((names) => names.split(' '))
// Each season: its forms in a summary, Swedish and English, the words that support it, and its months (0-based, generously).
const SEASONS: [RegExp, RegExp, number[]][] = [
  [
    /\b(våren|vårens|våras|i vår|nästa vår|tidig vår|springtime|(this|last|next|early|late|in|by|the|since) spring)(?!\p{L})/iu,
    /\b(spring|vår\p{L}*)/iu,
    [1, 2, 3, 4, 5],
  ],
  [
    /\b(sommaren|sommarens|somras|i sommar|nästa sommar|summer|summers)(?!\p{L})/iu,
    /\b(summer|summers|sommar\p{L}*|somras)/iu,
    [5, 6, 7, 8],
  ],
  [
    /\b(hösten|höstens|höstas|i höst|nästa höst|autumn|(this|last|next|in the) fall)(?!\p{L})/iu,
    /\b(fall|autumn|höst\p{L}*)/iu,
    [7, 8, 9, 10],
  ],
  [
    /\b(vintern|vinterns|vintras|i vinter|nästa vinter|winter|winters)(?!\p{L})/iu,
    /\b(winter|winters|vint\p{L}*)/iu,
    [10, 11, 0, 1, 2],
  ],
]

const QUARTER =
  /(?<!\p{L})(?:(first|second|third|fourth|första|andra|tredje|fjärde)[\s-]+(?:fiscal |calendar |financial )?(?:räkenskaps|budget)?(?:quarters?|kvartal\p{L}*)(?!\p{L}| i rad)|Q([1-4])(?!\d))/giu
const ORDINALS = ['first första', 'second andra', 'third tredje', 'fourth fjärde']

interface Dates {
  months: Set<number>
  /** "8-21" for 21 September: month is 0-based. */
  days: Set<string>
  weekdays: Set<number>
}

/** The first date that the source does not hold, as a reason, or null. */
export function datesGate(text: string, evidence: Evidence): string | null {
  const [mine, theirs] = [datesOf(text), datesOf(evidence.text)]
  for (const month of mine.months)
    if (!theirs.months.has(month)) return `the month "${MONTHS[month]?.at(-1)}" does not occur in the source`
  for (const day of mine.days) if (!theirs.days.has(day)) return `the date "${spell(day)}" does not occur in the source`
  for (const day of mine.weekdays)
    if (!theirs.weekdays.has(day)) return `the weekday "${WEEKDAYS[day]?.[0]}" does not occur in the source`
  for (const [form, support, months] of SEASONS) {
    const found = form.exec(text)?.[0]
    if (found && !support.test(evidence.text) && !months.some((month) => theirs.months.has(month)))
      return `the season "${found}" does not occur in the source`
  }
  const quarters = quartersOf(evidence.text)
  for (const quarter of quartersOf(text))
    if (!quarters.has(quarter)) return `quarter ${quarter + 1} does not occur in the source`
  return null
}

function quartersOf(text: string): Set<number> {
  const found = [...text.matchAll(QUARTER)].map(([, ordinal, digit]) =>
    digit ? Number(digit) - 1 : ORDINALS.findIndex((words) => words.split(' ').includes(ordinal?.toLowerCase() ?? '')),
  )
  return new Set(found)
}

const spell = (day: string) => `${day.split('-')[1]} ${MONTHS[Number(day.split('-')[0])]?.[0]}`

function datesOf(text: string): Dates {
  const tokens = lexemes(text)
  const dates: Dates = { months: new Set(), days: new Set(), weekdays: new Set() }
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    const weekday = weekdayOf(token.text)
    if (weekday >= 0) dates.weekdays.add(weekday)
    const month = monthOf(token.text, tokens[at - 1], tokens[at + 1])
    if (month < 0) continue
    dates.months.add(month)
    for (const day of [...daysAfter(tokens, at), ...daysBefore(tokens, at)]) dates.days.add(`${month}-${day}`)
  }
  numericDates(text, dates)
  return dates
}

function monthOf(word: string, before: Lexeme | undefined, after: Lexeme | undefined): number {
  const lower = word
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/['’]?s$/, (s) => (/^mars$/i.test(word) ? s : ''))
  const month = MONTHS.findIndex((names) => names.includes(lower))
  const besideNumber = before?.kind === 'number' || after?.kind === 'number' || after?.text === '.'
  if (lower.length <= 4 && !/^(mars|juni|juli|may|maj|june|july)$/.test(lower)) return besideNumber ? month : -1
  // English "may" and "march" are verbs too.
  return /^(may|march|mar)$/.test(word) ? -1 : month
}

function weekdayOf(word: string): number {
  const lower = word.toLowerCase()
  const abbreviated = /^\p{Lu}\p{Ll}{2,4}\.?$/u.test(word) ? lower.replace(/\.$/, '') : null
  return WEEKDAYS.findIndex(([english = '', ...rest]) => {
    const swedish = rest.find((name) => name.endsWith('dag')) ?? ''
    return (
      lower.startsWith(english) || lower.startsWith(swedish) || (abbreviated !== null && rest.includes(abbreviated))
    )
  })
}

const isDay = (token: Lexeme | undefined) => token?.kind === 'number' && /^([1-9]|[12]\d|3[01])$/.test(token.text)
const isLink = (token: Lexeme | undefined) =>
  /^([-–—,&/]|and|och|to|till|or|eller|through|den)$/i.test(token?.text ?? '')
const isOrdinal = (token: Lexeme | undefined) => /^(st|nd|rd|th|a|e|:|of|\.|den|the)$/i.test(token?.text ?? '')

/** Days written after the month: "September 9", "Sept. 9 and 10", "November 21st". */
function daysAfter(tokens: Lexeme[], at: number): string[] {
  const days: string[] = []
  for (let index = at + 1; index < tokens.length && index <= at + 9; index++) {
    const token = tokens[index]
    if (isDay(token)) days.push(token?.text ?? '')
    else if (!isOrdinal(token) && !(days.length > 0 && isLink(token))) break
  }
  return days
}

/** Days written before the month: "9 september", "9–12 september", "den 9:e och 10:e september". */
function daysBefore(tokens: Lexeme[], at: number): string[] {
  const days: string[] = []
  for (let index = at - 1; index >= 0 && index >= at - 9; index--) {
    const token = tokens[index]
    if (isDay(token)) days.push(token?.text ?? '')
    else if (!isOrdinal(token) && !(days.length > 0 && isLink(token))) break
  }
  return days
}

/** 2026-11-21, 21.11.2026, 11/21/2026 and 21/11: where the order is not plain, both readings count. */
function numericDates(text: string, dates: Dates): void {
  const add = (month: number, day: number) => {
    if (month < 1 || month > 12 || day < 1 || day > 31) return
    dates.months.add(month - 1)
    dates.days.add(`${month - 1}-${day}`)
  }
  for (const [, month, day] of text.matchAll(/\b\d{4}-(\d{2})-(\d{2})\b/g)) add(Number(month), Number(day))
  for (const [, one, two] of text.matchAll(/\b(\d{1,2})[/.](\d{1,2})(?:[/.]\d{2,4})\b/g)) {
    add(Number(one), Number(two))
    add(Number(two), Number(one))
  }
  for (const [, one, two] of text.matchAll(/\b(\d{1,2})\/(\d{1,2})\b/g)) {
    add(Number(one), Number(two))
    add(Number(two), Number(one))
  }
}
