/** Gate: every number, price and percentage of the answer occurs in the source, whatever format either uses. */
import type { Evidence } from './evidence.ts'
import { lexemes } from './lexemes.ts'
import { quantities } from './quantities.ts'
import { hedgeBefore, isAge, type Quantity } from './quantity.ts'
import type { Reading } from './reading.ts'
import { follows } from './reckoned.ts'
import { isRounding } from './rounding.ts'
import { sentences } from './sentences.ts'
import { inMetric, type Unit } from './units.ts'

/** What evidence may speak of without saying it: numbers are reckoned from `near`, and ages call somebody of the `whole`. */
interface Around {
  near: Evidence
  whole: Evidence
}

/** The first number that the source does not hold, as a reason, or null. */
export function numbersGate(
  text: string,
  reading: Reading,
  evidence: Evidence,
  around: Around = { near: evidence, whole: evidence },
): string | null {
  const given = quantities(evidence.text, evidence.reading, true)
  const ages = quantities(around.whole.text, around.whole.reading, true)
  for (const sentence of sentences(text, reading.ends)) {
    const isGiven = (quantity: Quantity) =>
      isSupported(quantity, given) ||
      follows(quantity, sentence, reading, around.near) ||
      (isAge(quantity) && isSupported(quantity, ages)) ||
      countsWhatWasNamed(quantity, sentence, reading) ||
      isPlace(quantity, sentence, given) ||
      isYearBefore(quantity, sentence, reading, given)
    const strange = quantities(sentence, reading).find((quantity) => !isGiven(quantity))
    if (strange) return `the number "${strange.text}" does not occur in the source`
    const single = singleUnits(sentence, reading, evidence, given, around.near)
    if (single) return single
  }
  return vagueNumbers(text, reading, evidence, given)
}

/** "Before 2031" for "until the end of 2030". */
function isYearBefore(
  { text: written, values }: Quantity,
  text: string,
  { numbers }: Reading,
  given: Quantity[],
): boolean {
  const [year = 0] = values
  if (!/^20\d\d$/.test(written)) return false
  return (
    [...numbers.before].some((word) => ` ${text.toLowerCase()}`.includes(` ${word} ${written}`)) &&
    given.some(({ values: [theirs] }) => theirs === year - 1)
  )
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
  const isTimes = summary.unit?.class === 'times'
  if (source.ordinal && !summary.ordinal && !isTimes && (summary.unit || !/^Q?\d/.test(summary.text))) return false
  if (source.parts.some((part) => matches(summary, part))) return true
  // Times are counted too.
  const unitOfSource = source.unit?.class === 'times' ? null : source.unit
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
      isRounding(summary, mine * summary.scale, (theirs * source.scale * (factors[1] ?? 1)) / (factors[0] ?? 1)),
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

const isClose = (mine: number, theirs: number, share: number) => Math.abs(mine - theirs) <= share * theirs

/** Written alike, as versions and times are; with a unit or scale it is an amount, which only its value supports. */
function sameLiteral(summary: Quantity, source: Quantity): boolean {
  if (summary.scale !== source.scale) return false
  if (summary.unit && (source.unit ? summary.unit.class !== source.unit.class : summary.unit.strict)) return false
  const theirs = new Set(source.literals.map((text) => text.toLowerCase()))
  return summary.literals.some((text) => theirs.has(text.toLowerCase()))
}

const isMixed = (quantity: Quantity) => quantity.literals.some((text) => /^[\d.,]+\p{L}$/u.test(text))

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
function singleUnits(
  text: string,
  reading: Reading,
  evidence: Evidence,
  given: Quantity[],
  near: Evidence,
): string | null {
  const tokens = lexemes(text)
  const singles = lexemes(evidence.text).flatMap(({ text: word }) => evidence.reading.units.single(word) ?? [])
  const known = new Set(singles.map(unitKey))
  for (const [index, token] of tokens.entries()) {
    if (!reading.numbers.article.has(token.text.toLowerCase())) continue
    const word = tokens[index + 1]?.text ?? ''
    const unit = reading.units.singular(word)
    if (!unit || known.has(unitKey(unit))) continue
    const hedge = hedgeBefore(tokens, index, reading)
    const one = { text: word, values: [1], literals: [], scale: 1, unit, hedge, ordinal: false, parts: [] }
    if (!given.some((source) => source.unit && matches(one, source)) && !follows(one, text, reading, near))
      return `"${token.text} ${word}" has no support in the source`
  }
  return null
}
