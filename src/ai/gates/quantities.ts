/** The quantities that a text mentions: value, unit, or a version that is no value. */
import { clockForms } from './clock.ts'
import { withQuotationsApart } from './inches.ts'
import { type Lexeme, lexemes } from './lexemes.ts'
import { type Found, hedgeBefore, isRound, type Quantity } from './quantity.ts'
import type { Reading } from './reading.ts'
import { withShares } from './shares.ts'
import type { Unit } from './units.ts'

/** Every quantity of the text. `supporting` reads as widely as a source should be read. */
export function quantities(text: string, reading: Reading, supporting = false): Quantity[] {
  const tokens = lexemes(withDecimals(supporting ? text : withQuotationsApart(text)))
  const found: Found[] = []
  for (let at = 0; at < tokens.length; at++) {
    const read = quantityAt(tokens, at, reading, supporting)
    if (!read) continue
    found.push({ at, ...read })
    at = Math.max(at, read.end - 1)
  }
  inherit(tokens, found, reading)
  if (supporting) inheritUnit(tokens, found)
  else inheritScale(tokens, found)
  return withShares(tokens, found, reading).map(({ quantity }) => quantity)
}

const FRACTIONS: [RegExp, string][] = [
  [/(\d+)(?:[ -]1\/2\b|\s?½)/g, '$1.5'],
  [/(\d+)(?:[ -]1\/4\b|\s?¼)/g, '$1.25'],
  [/(\d+)(?:[ -]3\/4\b|\s?¾)/g, '$1.75'],
]

/** "2 1/2" and "2½" as 2.5. */
function withDecimals(text: string): string {
  return FRACTIONS.reduce((done, [pattern, decimal]) => done.replace(pattern, decimal), text)
}

function quantityAt(tokens: Lexeme[], at: number, reading: Reading, supporting: boolean) {
  const token = tokens[at]
  if (!token || token.kind === 'mark') return undefined
  if (token.kind === 'number') return digitsAt(tokens, at, reading)
  return wordAt(tokens, at, reading, supporting)
}

function wordAt(tokens: Lexeme[], at: number, reading: Reading, supporting: boolean) {
  const token = tokens[at] as Lexeme
  const { numbers } = reading
  const lower = token.text.toLowerCase()
  const quarter = /^[QK]([1-4])$/.exec(token.text)
  if (quarter) return { end: at + 1, quantity: plain(token.text, Number(quarter[1])) }
  const prefix = numberPrefix(lower, reading) ?? (supporting ? halfPrefix(lower, reading) : undefined)
  const about = numbers.about.some((ending) => lower.endsWith(ending))
  const hedge = about && prefix ? ('tens' as const) : null
  if (prefix) return { end: at + 1, quantity: { ...plain(token.text, prefix.value), unit: prefix.unit, hedge } }
  const part = numbers.half.has(lower) ? 0.5 : numbers.quarter.has(lower) ? 0.25 : undefined
  const read = supporting ? numbers.supportOf : numbers.valueOf
  const clock = numbers.halfPast.has(lower) ? numbers.valueOf(tokens[at + 1]?.text ?? '') : undefined
  if (clock) return { end: at + 2, quantity: halfPast(clock) }
  let end = at + 1
  let value = part ?? read(token.text)
  const hyphen = tokens[at + 1]?.text === '-' && tokens[at + 1]?.glued ? tokens[at + 2] : undefined
  const compound = hyphen ? read(`${token.text}-${hyphen.text}`) : undefined
  if (compound !== undefined) {
    value = compound
    end = at + 3
  }
  const articled = numbers.one.has(lower)
  if (value === undefined && !articled) return undefined
  const scaled = scaleAt(tokens, end, reading)
  if (part && !scaled) return partOfUnit(tokens, at, part, reading)
  if (articled && !scaled && andHalf(tokens, end, reading) > 0) return tail(tokens, at, end, [1], reading)
  if (articled && !scaled) return value !== undefined ? tail(tokens, at, end, [value], reading) : undefined
  const last = tokens[end - 1]?.text ?? ''
  const found = tail(tokens, at, end, [value ?? 1], reading)
  return { ...found, quantity: { ...found.quantity, ordinal: numbers.isOrdinal(last) } }
}

/** "half a percent", "en halv timme", "half-hour". */
function partOfUnit(tokens: Lexeme[], at: number, part: number, reading: Reading) {
  const end = at + (reading.numbers.one.has(tokens[at + 1]?.text.toLowerCase() ?? '') ? 2 : 1)
  const found = tail(tokens, at, end, [part], reading)
  return found.quantity.unit ? found : undefined
}

/** A compound that begins with a number word: "femårig", "zweistündig", "sexsiffrig". */
function numberPrefix(lower: string, { numbers, units }: Reading): { value: number; unit: Unit | null } | undefined {
  if (numbers.counted.length === 0 || numbers.valueOf(lower) !== undefined) return undefined
  for (let cut = 2; cut <= lower.length - 2; cut++) {
    const value = numbers.valueOf(lower.slice(0, cut))
    if (value === undefined || numbers.isOrdinal(lower.slice(0, cut))) continue
    const rest = lower.slice(cut)
    const unit = units.of(rest)
    if (unit || numbers.counted.some((start) => rest.startsWith(start))) return { value, unit: unit ?? null }
  }
  return undefined
}

/** "Halbjahr", "halvtimme". */
function halfPrefix(lower: string, { numbers, units }: Reading): { value: number; unit: Unit } | undefined {
  for (const half of numbers.half) {
    const unit = lower.startsWith(half) ? units.of(lower.slice(half.length)) : undefined
    if (unit) return { value: 0.5, unit }
  }
  return undefined
}

/** "halv tio" is 9:30. */
function halfPast(hour: number): Quantity {
  const before = (hour + 11) % 12 || 12
  return { ...plain(`${before}:30`), literals: clockForms(`${before}:30`, true) }
}

/** 3.5.2027 supports the day and the year of "3 maj 2027". */
const NUMERIC_DATE = /^\d{1,2}\.\d{1,2}\.\d{4}$/

function digitsAt(tokens: Lexeme[], at: number, reading: Reading) {
  const token = tokens[at] as Lexeme
  const after = tokens[at + 1]
  if (after?.glued && after.kind === 'word' && !isSuffix(after.text, reading)) {
    const literal = `${token.text}${after.text}`.toLowerCase()
    return { end: at + 2, quantity: { ...plain(literal, ...valuesOf(token.text, reading)), literals: [literal] } }
  }
  const read = tail(tokens, at, at + 1, valuesOf(token.text, reading), reading)
  const decade = /^\d0$/.test(token.text) && after?.text === '-' && isAbout(tokens[at + 2], reading)
  if (decade) read.quantity.values.push(1900 + Number(token.text))
  const pieces = token.text.split(NUMERIC_DATE.test(token.text) ? '.' : /[ \u00a0\u202f\u2009]/)
  read.quantity.parts = pieces.length > 1 ? pieces.map((piece) => plain(piece, ...valuesOf(piece, reading))) : []
  if (/[.:]/.test(token.text)) {
    const evening = reading.numbers.evening.has(after?.text.toLowerCase() ?? '')
    read.quantity.literals = [token.text, ...clockForms(token.text, evening)]
  }
  return read
}

/** "60-talet", "80-er": behind a number it makes a round one of it. */
const isAbout = (token: Lexeme | undefined, { numbers }: Reading): boolean =>
  numbers.about.includes(token?.text.toLowerCase() ?? '')

/** Letters directly after digits that leave the number a number: units, scales, ordinals, "2010s", "24a". */
function isSuffix(word: string, { numbers, units }: Reading): boolean {
  return /^(st|nd|rd|th|s|a|e|x|am|pm|ish)$/i.test(word)
    ? !/^e$/i.test(word)
    : Boolean(units.of(word) ?? numbers.scaleOf(word, true))
}

function valuesOf(digits: string, { numbers: { decimal: mark } }: Reading): number[] {
  const text = digits.replace(/[ \u00a0\u202f\u2009]/g, '')
  if (/^\d+$/.test(text)) return [Number(text)]
  const separators = [...text.matchAll(/[.,:]/g)].map((match) => match[0])
  const last = separators.at(-1)
  if (separators.includes(':')) return /^\d{1,2}:00$/.test(text) ? [Number.parseInt(text, 10)] : []
  if (separators.length > 1 && new Set(separators).size === 1)
    return /^\d{1,3}([.,]\d{3})+$/.test(text) ? [Number(text.replace(/[.,]/g, ''))] : []
  if (separators.length > 1) return [Number(text.replace(last === '.' ? /,/g : /\./g, '').replace(',', '.'))]
  const decimal = Number(text.replace(',', '.'))
  if (!/^\d{1,3}[.,]\d{3}$/.test(text)) return [decimal]
  const thousands = Number(text.replace(/[.,]/, ''))
  if (last === ',') return mark === '.' ? [thousands] : mark === ',' ? [decimal] : [thousands, decimal]
  return mark === '.' ? [decimal] : [thousands, decimal]
}

function plain(text: string, ...values: number[]): Quantity {
  return { text, values, literals: [], scale: 1, unit: null, hedge: null, ordinal: false, parts: [] }
}

/** Scale, unit, currency sign and hedge around the number whose lexemes are [start, end). */
function tail(
  tokens: Lexeme[],
  start: number,
  end: number,
  values: number[],
  reading: Reading,
): { end: number; quantity: Quantity } {
  const halved = andHalf(tokens, end, reading)
  const { scale, next, unit: scaleUnit } = scales(tokens, end + halved, reading)
  const evening = reading.numbers.evening.has(tokens[next]?.text.toLowerCase() ?? '')
  const whole = halved > 0 ? values.map((value) => value + 0.5) : values
  const read = evening ? [...whole, ...whole.map((value) => value + 12)] : whole
  const { unit, after } = unitAfter(tokens, next, reading)
  const text = tokens
    .slice(start, Math.max(end, after))
    .map((token) => (token.glued ? token.text : ` ${token.text}`))
    .join('')
    .trim()
  const quantity = { ...plain(text, ...read), scale, unit: unit ?? scaleUnit ?? unitBefore(tokens, start, reading) }
  const hedge = isRound(tokens, end, reading) ? 'tens' : hedgeBefore(tokens, start, reading)
  return { end: next, quantity: { ...quantity, hedge } }
}

/** Lexemes of "and a half" after a number ("two-and-a-half", "två och en halv"); 0 for none. */
function andHalf(tokens: Lexeme[], at: number, { numbers }: Reading): number {
  const wanted = [numbers.and, numbers.one, numbers.half]
  let next = at
  for (const words of wanted) {
    if (tokens[next]?.text === '-') next += 1
    if (!words.has(tokens[next]?.text.toLowerCase() ?? '')) return 0
    next += 1
  }
  return next - at
}

function scales(tokens: Lexeme[], from: number, reading: Reading): { scale: number; next: number; unit: Unit | null } {
  let scale = 1
  let next = from
  let unit: Unit | null = null
  for (let found = scaleAt(tokens, next, reading); found; found = scaleAt(tokens, next, reading)) {
    scale *= found.scale
    next = found.next
    unit = reading.units.of(found.word) ?? unit
  }
  return { scale, next, unit }
}

function scaleAt(tokens: Lexeme[], at: number, { numbers, units }: Reading) {
  const first = tokens[at]
  const skip = (first?.text === '-' && first.glued) || numbers.one.has(first?.text.toLowerCase() ?? '') ? 1 : 0
  const token = tokens[at + skip]
  if (token?.kind !== 'word') return undefined
  const scale = numbers.scaleOf(token.text, token.glued)
  if (!scale) return undefined
  const next = at + skip + 1
  // The full stop of "Mio." or "mill." stands before the unit.
  const stop = token.text.length <= 4 && tokens[next]?.text === '.' && units.of(tokens[next + 1]?.text ?? '') ? 1 : 0
  return { scale, next: next + stop, word: token.text }
}

function unitAfter(tokens: Lexeme[], from: number, { units, numbers }: Reading): { unit: Unit | null; after: number } {
  let at = from
  if (tokens[at]?.text === '-' && tokens[at]?.glued) at += 1
  if (numbers.beforeUnit.has(tokens[at]?.text.toLowerCase() ?? '')) at += 1
  // "1 495:-" is a price in kronor.
  if (tokens[from]?.text === ':' && tokens[from]?.glued && tokens[from + 1]?.text === '-')
    return { unit: units.of(':-') ?? null, after: from + 2 }
  const token = tokens[at]
  if (!token || token.kind === 'number') return { unit: null, after: from }
  const pair = units.of(`${token.text} ${tokens[at + 1]?.text}`)
  if (pair) return { unit: pair, after: at + 2 }
  // A quotation mark is inches only directly after the digits.
  if (token.kind === 'mark' && !token.glued && token.text !== '%' && token.text !== '€' && token.text !== '$')
    return { unit: null, after: from }
  const unit = units.of(token.text) ?? null
  return { unit, after: unit ? at + 1 : from }
}

function unitBefore(tokens: Lexeme[], start: number, { units, numbers }: Reading): Unit | null {
  const before = tokens[start - 1]
  if (!before) return null
  const money = numbers.moneyBefore.has(before.text.toLowerCase()) ? units.of(before.text) : units.money(before.text)
  return money ?? null
}

const LONGEST_JOIN = 4

/** In "10 to 12 million dollars" and "$10-15" the number without a unit or scale has its neighbour's too. */
function inherit(tokens: Lexeme[], found: Found[], reading: Reading): void {
  for (let index = found.length - 2; index >= 0; index--) {
    const [left, right] = [found[index], found[index + 1]]
    if (!left || !right || !joined(tokens.slice(left.end, right.at), reading)) continue
    if (!left.quantity.unit && right.quantity.unit) left.quantity.unit = { ...right.quantity.unit, strict: false }
    if (!right.quantity.unit && left.quantity.unit) right.quantity.unit = { ...left.quantity.unit, strict: false }
    if (left.quantity.scale === 1 && right.quantity.scale > 1)
      left.quantity.values.push(...left.quantity.values.map((value) => value * right.quantity.scale))
  }
}

/** "To mend it costs 64 million, to pull it down seven": a bare number may have the scale of the one before it in its sentence. */
function inheritScale(tokens: Lexeme[], found: Found[]): void {
  for (const [index, { at, quantity }] of found.entries()) {
    const left = found[index - 1]
    if (!left || quantity.unit || quantity.scale > 1 || quantity.ordinal || left.quantity.scale === 1) continue
    if (isCut(tokens, left.end, at)) continue
    quantity.values.push(...quantity.values.map((value) => value * left.quantity.scale))
  }
}

/** "Up to 35.2 percent, while others stay at 20.4", "74 million euros, after 12 million": decimals and millions without a unit have the one before them. */
function inheritUnit(tokens: Lexeme[], found: Found[]): void {
  for (const [index, { at, quantity }] of found.entries()) {
    const left = found[index - 1]
    if (!left?.quantity.unit || quantity.unit) continue
    if (quantity.scale > 1 ? left.quantity.scale === 1 : !/^\d+[.,]\d+$/.test(quantity.text)) continue
    if (!isCut(tokens, left.end, at)) quantity.unit = { ...left.quantity.unit, strict: false }
  }
}

const isCut = (tokens: Lexeme[], from: number, to: number) =>
  tokens.slice(from, to).some(({ text }) => /^[.!?]$/.test(text))

function joined(between: Lexeme[], { numbers }: Reading): boolean {
  if (between.length === 0 || between.length > LONGEST_JOIN) return false
  const words = between.map(({ text }) => text.toLowerCase()).filter((text) => !/^[-–—,/$€£]$/.test(text))
  return numbers.joins.has(words.join(' ')) || words.every((word) => numbers.joins.has(word))
}
