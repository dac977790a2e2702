/** The quantities that a text mentions: value, unit, or a version that is no value. Formats of Swedish and English. */
import { type Lexeme, lexemes } from './lexemes.ts'
import { isOrdinalWord, numberPrefix, numberWord, scaleOf, supportingNumberWord } from './number-words.ts'
import { type Unit, unitOf } from './units.ts'

export interface Quantity {
  /** As written, for the reason of a refusal. */
  text: string
  /** What the digits may mean: "1,500" has two readings where the language is not known. */
  values: number[]
  /** Dotted or mixed forms compared letter by letter: 26.1, 26.1.2, 16e, 10:30; in the evening 22:30 too. */
  literals: string[]
  scale: number
  unit: Unit | null
  /** Words on either side say that the number is rounded, and in which direction. */
  hedge: 'up' | 'down' | 'near' | null
  /** Written as "third": it supports no count of three. */
  ordinal: boolean
  /** Ungrouped pieces, where "17 256" may be two numbers. */
  parts: Quantity[]
}

const SKIPPED_BEFORE_UNIT =
  /^(amerikanska|svenska|us|american|brittiska|kanadensiska|extra|fler|mer|more|additional|nya|hela|raka|straight|full|av|of|i|per)$/i
const HEDGES: [RegExp, 'up' | 'down' | 'near'][] = [
  [/^(drygt|över|minst|than|over|least)$/i, 'down'],
  [/^(knappt|nästan|närmare|under|nearly|almost|högst|most)$/i, 'up'],
  [/^(cirka|ca|omkring|runt|ungefär|kring|about|around|roughly|some|approximately|bortåt)$/i, 'near'],
]

/** Every quantity of the text. `supporting` reads as widely as a source should be read. */
export function quantities(text: string, language: string | null, supporting = false): Quantity[] {
  const tokens = lexemes(withDecimals(text))
  const found: { at: number; end: number; quantity: Quantity }[] = []
  for (let at = 0; at < tokens.length; at++) {
    const read = quantityAt(tokens, at, language, supporting)
    if (!read) continue
    found.push({ at, ...read })
    at = Math.max(at, read.end - 1)
  }
  inherit(tokens, found)
  return found.map(({ quantity }) => quantity)
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

function quantityAt(tokens: Lexeme[], at: number, language: string | null, supporting: boolean) {
  const token = tokens[at]
  if (!token || token.kind === 'mark') return undefined
  if (token.kind === 'number') return digitsAt(tokens, at, language)
  return wordAt(tokens, at, language, supporting)
}

function wordAt(tokens: Lexeme[], at: number, language: string | null, supporting: boolean) {
  const token = tokens[at] as Lexeme
  const quarter = /^[QK]([1-4])$/.exec(token.text)
  if (quarter) return { end: at + 1, quantity: plain(token.text, Number(quarter[1])) }
  const prefix = language === 'en' ? undefined : numberPrefix(token.text)
  if (prefix) {
    const unit = unitOf(prefix.rest) ?? null
    return { end: at + 1, quantity: { ...plain(token.text, prefix.value), unit } }
  }
  const half = /^(halv|half)$/i.test(token.text)
  const read = supporting ? supportingNumberWord : numberWord
  const clock = /^halv$/i.test(token.text) ? numberWord(tokens[at + 1]?.text ?? '', 'sv') : undefined
  if (clock) return { end: at + 2, quantity: halfPast(clock) }
  let end = at + 1
  let value = half ? 0.5 : read(token.text, language)
  const hyphen = tokens[at + 1]?.text === '-' && tokens[at + 1]?.glued ? tokens[at + 2] : undefined
  const compound = hyphen ? read(`${token.text}-${hyphen.text}`, language) : undefined
  if (compound !== undefined) {
    value = compound
    end = at + 3
  }
  const articled = /^(en|ett|one|a|an)$/i.test(token.text)
  if (value === undefined && !articled) return undefined
  const scaled = scaleAt(tokens, end)
  if ((articled || half) && !scaled) return value !== undefined && !half ? tail(tokens, at, end, [value]) : undefined
  const last = tokens[end - 1]?.text ?? ''
  const found = tail(tokens, at, end, [value ?? 1])
  return { ...found, quantity: { ...found.quantity, ordinal: isOrdinalWord(last) } }
}

/** "halv tio" is 9:30. */
function halfPast(hour: number): Quantity {
  const before = (hour + 11) % 12 || 12
  return { ...plain(`halv ${hour}`), literals: [`${before}:30`, `${before + 12}:30`] }
}

function digitsAt(tokens: Lexeme[], at: number, language: string | null) {
  const token = tokens[at] as Lexeme
  const after = tokens[at + 1]
  if (after?.glued && after.kind === 'word' && !isSuffix(after.text)) {
    const literal = `${token.text}${after.text}`.toLowerCase()
    return { end: at + 2, quantity: { ...plain(literal, ...valuesOf(token.text, language)), literals: [literal] } }
  }
  const read = tail(tokens, at, at + 1, valuesOf(token.text, language))
  const decade = /^\d0$/.test(token.text) && after?.text === '-' && /^tal/i.test(tokens[at + 2]?.text ?? '')
  if (decade) read.quantity.values.push(1900 + Number(token.text))
  const pieces = token.text.split(/[ \u00a0\u202f\u2009]/)
  read.quantity.parts = pieces.length > 1 ? pieces.map((piece) => plain(piece, ...valuesOf(piece, language))) : []
  if (/[.:]/.test(token.text)) read.quantity.literals = [token.text, ...eveningTime(token.text, tokens[at + 1])]
  return read
}

/** "7:30 p.m." is 19:30, which Swedish also writes 19.30. */
function eveningTime(text: string, next: Lexeme | undefined): string[] {
  const [hour, minute] = text.split(/[:.]/)
  const evening = /^p\.?m\.?$/i.test(next?.text ?? '')
    ? [`${Number(hour) + 12}:${minute}`, `${Number(hour) + 12}.${minute}`]
    : []
  return /^\d{1,2}:\d\d$/.test(text) ? [text.replace(':', '.'), ...evening] : evening
}

/** Letters directly after digits that leave the number a number: units, scales, ordinals, "2010s", "24a". */
function isSuffix(word: string): boolean {
  return /^(st|nd|rd|th|s|a|e|x|am|pm|ish)$/i.test(word)
    ? !/^e$/i.test(word)
    : Boolean(unitOf(word) ?? scaleOf(word, true))
}

function valuesOf(digits: string, language: string | null): number[] {
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
  if (last === ',') return language === 'en' ? [thousands] : language === 'sv' ? [decimal] : [thousands, decimal]
  return language === 'en' ? [decimal] : [thousands, decimal]
}

function plain(text: string, ...values: number[]): Quantity {
  return { text, values, literals: [], scale: 1, unit: null, hedge: null, ordinal: false, parts: [] }
}

/** Scale, unit, currency sign and hedge around the number whose lexemes are [start, end). */
function tail(tokens: Lexeme[], start: number, end: number, values: number[]): { end: number; quantity: Quantity } {
  const halved = andHalf(tokens, end)
  const { scale, next, unit: scaleUnit } = scales(tokens, end + halved)
  const evening = /^p\.?m\.?$/i.test(tokens[next]?.text ?? '')
  const whole = halved > 0 ? values.map((value) => value + 0.5) : values
  const read = evening ? [...whole, ...whole.map((value) => value + 12)] : whole
  const { unit, after } = unitAfter(tokens, next)
  const text = tokens
    .slice(start, Math.max(end, after))
    .map((token) => (token.glued ? token.text : ` ${token.text}`))
    .join('')
    .trim()
  const quantity = { ...plain(text, ...read), scale, unit: unit ?? scaleUnit ?? unitBefore(tokens, start) }
  return { end: next, quantity: { ...quantity, hedge: hedgeBefore(tokens, start) } }
}

/** Lexemes of "and a half" after a number ("two-and-a-half", "två och en halv"); 0 for none. */
function andHalf(tokens: Lexeme[], at: number): number {
  const words = tokens.slice(at, at + 6).map(({ text }) => text.toLowerCase())
  const phrase = /^(?:- )?(?:and|och) (?:- )?(?:an?|en|ett) (?:- )?(?:half|halv|halvt)(?= |$)/.exec(words.join(' '))
  return phrase ? phrase[0].split(' ').length : 0
}

function scales(tokens: Lexeme[], from: number): { scale: number; next: number; unit: Unit | null } {
  let scale = 1
  let next = from
  let unit: Unit | null = null
  for (let found = scaleAt(tokens, next); found; found = scaleAt(tokens, next)) {
    scale *= found.scale
    next = found.next
    unit = unitOf(found.word) ?? unit
  }
  return { scale, next, unit }
}

function scaleAt(tokens: Lexeme[], at: number): { scale: number; next: number; word: string } | undefined {
  const skip = tokens[at]?.text === '-' && tokens[at]?.glued ? 1 : /^an?$/i.test(tokens[at]?.text ?? '') ? 1 : 0
  const token = tokens[at + skip]
  if (token?.kind !== 'word') return undefined
  const scale = scaleOf(token.text, token.glued)
  return scale ? { scale, next: at + skip + 1, word: token.text } : undefined
}

function unitAfter(tokens: Lexeme[], from: number): { unit: Unit | null; after: number } {
  let at = from
  if (tokens[at]?.text === '-' && tokens[at]?.glued) at += 1
  if (SKIPPED_BEFORE_UNIT.test(tokens[at]?.text ?? '') && !/^(i|per|av|of)$/i.test(tokens[at]?.text ?? '')) at += 1
  // "1 495:-" is a price in kronor.
  if (tokens[from]?.text === ':' && tokens[from]?.glued && tokens[from + 1]?.text === '-')
    return { unit: unitOf(':-') ?? null, after: from + 2 }
  const token = tokens[at]
  if (!token || token.kind === 'number') return { unit: null, after: from }
  const second = tokens[at + 1]
  const paired = /^percentage$/i.test(token.text) && /^points?$/i.test(second?.text ?? '')
  if (paired) return { unit: unitOf('percentage-point') ?? null, after: at + 2 }
  if (/^per$/i.test(token.text) && /^cent$/i.test(second?.text ?? ''))
    return { unit: unitOf('percent') ?? null, after: at + 2 }
  // A quotation mark is inches only directly after the digits.
  if (token.kind === 'mark' && !token.glued && token.text !== '%' && token.text !== '€' && token.text !== '$')
    return { unit: null, after: from }
  const unit = unitOf(token.text) ?? null
  return { unit, after: unit ? at + 1 : from }
}

function unitBefore(tokens: Lexeme[], start: number): Unit | null {
  const before = tokens[start - 1]
  if (!before) return null
  if (/^[$€£¥₹₩]$/.test(before.text)) return unitOf(before.text) ?? null
  return /^(usd|sek|eur|gbp|jpy|cny|rmb|kr)$/i.test(before.text) ? (unitOf(before.text) ?? null) : null
}

function hedgeBefore(tokens: Lexeme[], start: number): Quantity['hedge'] {
  for (const token of [tokens[start - 1], tokens[start - 2]]) {
    const hedge = HEDGES.find(([pattern]) => pattern.test(token?.text ?? ''))?.[1]
    if (hedge) return hedge
  }
  return null
}

/** In "10 to 12 million dollars" and "$10-15" the number without a unit or scale has its neighbour's too. */
function inherit(tokens: Lexeme[], found: { at: number; end: number; quantity: Quantity }[]): void {
  for (let index = found.length - 2; index >= 0; index--) {
    const [left, right] = [found[index], found[index + 1]]
    if (!left || !right || !joined(tokens.slice(left.end, right.at))) continue
    if (!left.quantity.unit && right.quantity.unit) left.quantity.unit = { ...right.quantity.unit, strict: false }
    if (!right.quantity.unit && left.quantity.unit) right.quantity.unit = { ...left.quantity.unit, strict: false }
    if (left.quantity.scale === 1 && right.quantity.scale > 1)
      left.quantity.values.push(...left.quantity.values.map((value) => value * right.quantity.scale))
  }
}

function joined(between: Lexeme[]): boolean {
  return (
    between.length <= 3 &&
    between.every(({ text }) => /^([-–—,/$€£]|och|eller|till|respektive|mellan|and|or|to|from|från)$/i.test(text))
  )
}
