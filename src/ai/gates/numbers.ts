/** Gate: every number, price and percentage of the answer occurs in the source, whatever format either uses. */
import type { Evidence } from './evidence.ts'
import { lexemes } from './lexemes.ts'
import { quantities } from './quantities.ts'
import type { Quantity } from './quantity.ts'
import type { Reading } from './reading.ts'
import { isFraction, isShareOfCounts, reckonedYears } from './reckoned.ts'
import { inMetric, type Unit } from './units.ts'

/** The first number that the source does not hold, as a reason, or null. */
export function numbersGate(text: string, reading: Reading, evidence: Evidence): string | null {
  const given = quantities(evidence.text, evidence.reading, true)
  const years = reckonedYears(evidence)
  const isGiven = (quantity: Quantity) =>
    isSupported(quantity, given) ||
    // A span is no count of anything else.
    years.some((year) => (!year.unit || quantity.unit) && matches(quantity, year)) ||
    isShareOfCounts(quantity, evidence) ||
    isFraction(quantity, evidence) ||
    countsWhatWasNamed(quantity, text, reading) ||
    isPlace(quantity, text, given)
  for (const quantity of quantities(text, reading))
    if (!isGiven(quantity)) return `the number "${quantity.text}" does not occur in the source`
  return vagueNumbers(text, reading, evidence, given) ?? singleUnits(text, reading, evidence, given)
}

/** "She came in four.": behind it stands nothing that it could count. */
function isPlace({ text: written, values, unit, scale }: Quantity, text: string, given: Quantity[]): boolean {
  if (unit || scale !== 1 || !/[.,;:!?]/.test(text[text.indexOf(written) + written.length] ?? '.')) return false
  return given.some((source) => source.ordinal && source.values.some((value) => values.includes(value)))
}

function isSupported(quantity: Quantity, given: Quantity[]): boolean {
  if (given.some((source) => matches(quantity, source))) return true
  return quantity.parts.length > 1 && quantity.parts.every((part) => isSupported(part, given))
}

const MOST_NAMED = 6

/** "the three": it counts what was named, and says no number of its own. */
function countsWhatWasNamed({ text: written, values, unit }: Quantity, text: string, { numbers }: Reading): boolean {
  const [value = 0] = values
  if (unit || value > MOST_NAMED || /\d/.test(written)) return false
  return [...numbers.definite].some((word) => ` ${text.toLowerCase()}`.includes(` ${word} ${written.toLowerCase()}`))
}

function matches(summary: Quantity, source: Quantity): boolean {
  if (sameLiteral(summary, source)) return true
  // A version such as 16e is no 16.
  if (isMixed(summary) || isMixed(source)) return false
  // "third" supports "tredje", "Q3" and "beta 3", but no count of three.
  if (source.ordinal && !summary.ordinal && (summary.unit || !/^Q?\d/.test(summary.text))) return false
  if (source.parts.some((part) => matches(summary, part))) return true
  const unitOfSource = source.unit
  if (
    summary.unit &&
    unitOfSource &&
    summary.unit.class !== unitOfSource.class &&
    !areCents(summary.unit, unitOfSource)
  )
    return isConverted(summary, summary.unit, source, unitOfSource)
  if (summary.unit?.strict && !unitOfSource) return false
  const factors = summary.unit && unitOfSource ? [summary.unit.factor, unitOfSource.factor] : [1, 1]
  return summary.values.some((mine) =>
    source.values.some((theirs) =>
      equal(mine * summary.scale * (factors[0] ?? 1), theirs * source.scale * (factors[1] ?? 1), summary),
    ),
  )
}

/** A cent is of the dollar or of the euro. */
const areCents = (one: Unit, other: Unit) => one.strict && other.strict && one.factor === 0.01 && other.factor === 0.01

/** "320 kilometer" for 200 miles: close enough for a rounded conversion. */
function isConverted(summary: Quantity, mine: Unit, source: Quantity, theirs: Unit): boolean {
  const metric = inMetric(theirs)
  if (metric?.class !== mine.class) return false
  const amounts = source.values.map((value) => value * source.scale * metric.factor)
  return summary.values.some((value) =>
    amounts.some((amount) => isClose(value * summary.scale * mine.factor, amount, summary.hedge ? ROUNDED : CONVERTED)),
  )
}

const CONVERTED = 0.03
const ROUNDED = 0.12
const TEN = 5

const isClose = (mine: number, theirs: number, share: number) => Math.abs(mine - theirs) <= share * theirs

/** Written alike, as versions and times are; with a unit or scale it is an amount, which only its value supports. */
function sameLiteral(summary: Quantity, source: Quantity): boolean {
  if (summary.scale !== source.scale) return false
  if (summary.unit && (source.unit ? summary.unit.class !== source.unit.class : summary.unit.strict)) return false
  const theirs = new Set(source.literals.map((text) => text.toLowerCase()))
  return summary.literals.some((text) => theirs.has(text.toLowerCase()))
}

const isMixed = (quantity: Quantity) => quantity.literals.some((text) => /^[\d.,]+\p{L}$/u.test(text))

function equal(mine: number, theirs: number, summary: Quantity): boolean {
  if (Math.abs(mine - theirs) <= 1e-9 * Math.max(Math.abs(mine), Math.abs(theirs))) return true
  return summary.hedge !== null && isRounding(mine, theirs, summary.hedge)
}

/** "drygt 102" for 102.47: fewer digits, in the direction that the hedge says, and close. */
function isRounding(mine: number, theirs: number, hedge: NonNullable<Quantity['hedge']>): boolean {
  if (hedge === 'tens' && mine < 100 && Math.abs(mine - theirs) <= TEN) return true
  if (digitsOf(mine) >= digitsOf(theirs) || !isClose(mine, theirs, ROUNDED)) return false
  if (hedge === 'down') return mine < theirs
  return hedge === 'up' ? mine > theirs : true
}

const digitsOf = (value: number) =>
  value
    .toPrecision(12)
    .replace(/e.*$|\./g, '')
    .replace(/^0+|0+$/g, '').length

function vagueNumbers(text: string, reading: Reading, evidence: Evidence, given: Quantity[]): string | null {
  for (const { size, said } of reading.numbers.vague) {
    const word = said?.exec(text)?.[0]
    if (!word) continue
    const inRange = ({ values, scale }: Quantity) => values.some((v) => v * scale >= size && v * scale < size * 1000)
    const same = evidence.reading.numbers.vague.find((vague) => vague.size === size)?.seen
    if (!same?.test(evidence.text) && !given.some(inRange)) return `"${word}" has no support in the source`
  }
  return null
}

const unitKey = (unit: Unit) => `${unit.class} ${unit.factor}`

/** "ett år", "a year" count too: the source must say one year, a year, or twelve months. */
function singleUnits(text: string, reading: Reading, evidence: Evidence, given: Quantity[]): string | null {
  const tokens = lexemes(text)
  const singles = lexemes(evidence.text).flatMap(({ text: word }) => evidence.reading.units.single(word) ?? [])
  const known = new Set(singles.map(unitKey))
  for (const [index, token] of tokens.entries()) {
    if (!reading.numbers.article.has(token.text.toLowerCase())) continue
    const word = tokens[index + 1]?.text ?? ''
    const unit = reading.units.singular(word)
    if (!unit || known.has(unitKey(unit))) continue
    const one = { text: word, values: [1], literals: [], scale: 1, unit, hedge: null, ordinal: false, parts: [] }
    if (!given.some((source) => source.unit && matches(one, source)))
      return `"${token.text} ${word}" has no support in the source`
  }
  return null
}
