/** Units: which are the same, and which must never be mixed up. Words for them come from the language files. */
import type { Language } from '../../domain/languages/language.ts'
import { isMoney, MONEY, type Money } from '../../domain/languages/money.ts'
import { UNITS, type UnitName } from '../../domain/languages/number-words.ts'

export interface Unit {
  /** Amounts of different classes are never equal. */
  class: string
  /** To the smallest unit of the class, so that 24 hours equal one day. */
  factor: number
  /** Money, percent and what hardware is measured in: the source must state the unit too. */
  strict: boolean
}

/** Of all but money, which is never converted: class, factor, and the signs that all languages share. */
const SPECS: Record<Exclude<UnitName, Money>, [string, number, string?]> = {
  'dollar-cent': ['dollar', 0.01],
  'euro-cent': ['euro', 0.01],
  percent: ['percent', 1, '%'],
  permille: ['percent', 0.1, '‰'],
  point: ['point', 1],
  kilobyte: ['byte', 1, 'kb'],
  megabyte: ['byte', 1024, 'mb'],
  gigabyte: ['byte', 1024 ** 2, 'gb'],
  terabyte: ['byte', 1024 ** 3, 'tb'],
  megabit: ['Mbps', 1, 'mbps'],
  gigabit: ['Gbps', 1, 'gbps'],
  inch: ['inch', 1, '" ″ ”'],
  millimetre: ['length', 0.001, 'mm'],
  centimetre: ['length', 0.01, 'cm'],
  metre: ['length', 1],
  kilometre: ['length', 1000, 'km'],
  'ten-kilometres': ['length', 10_000],
  mile: ['mile', 1],
  foot: ['foot', 1],
  nanometre: ['nm', 1, 'nm'],
  gram: ['weight', 1, 'g'],
  kilogram: ['weight', 1000, 'kg'],
  tonne: ['weight', 1e6],
  ounce: ['ounce', 1, 'oz'],
  millisecond: ['time', 0.001, 'ms'],
  second: ['time', 1],
  minute: ['time', 60],
  'quarter-hour': ['time', 900],
  hour: ['time', 3600],
  day: ['time', 86_400],
  week: ['time', 604_800],
  month: ['months', 1],
  year: ['months', 12],
  decade: ['months', 120],
  hertz: ['Hz', 1, 'hz'],
  megahertz: ['MHz', 1, 'mhz'],
  gigahertz: ['GHz', 1, 'ghz'],
  nit: ['nit', 1],
  'milliampere-hour': ['mAh', 1, 'mah'],
  watt: ['watt', 1, 'w'],
  volt: ['volt', 1, 'v'],
  decibel: ['decibel', 1, 'db'],
  megapixel: ['megapixel', 1, 'mp'],
  frame: ['fps', 1, 'fps'],
  degree: ['degree', 1, '°'],
  times: ['times', 1],
}
const STRICT = new Set([
  ...Object.keys(MONEY),
  ...['percent', 'point', 'byte', 'inch', 'Hz', 'watt', 'mAh', 'megapixel', 'nit'],
])

/** What papers tell in metric units; a pound is a weight where the answer has one. */
const METRIC: Record<string, [string, number]> = {
  mile: ['length', 1609.344],
  foot: ['length', 0.3048],
  inch: ['length', 0.0254],
  ounce: ['weight', 28.3495],
  pound: ['weight', 453.592],
}

/** The same unit in metric terms, if it has any. */
export function inMetric({ class: unitClass, factor }: Unit): { class: string; factor: number } | undefined {
  const [metric, size] = METRIC[unitClass] ?? []
  return metric && size ? { class: metric, factor: factor * size } : undefined
}

const SECONDS_OF_MONTH = 2_629_746

/** What has so many of the smallest unit of its class, in this unit; months have about so many days. Null where they are not comparable. */
export function sizeIn({ class: mine, factor }: Unit, theirs: string, size: number, isRound: boolean): number | null {
  if (mine === theirs) return size / factor
  if (!isRound) return null
  if (mine === 'months' && theirs === 'time') return size / SECONDS_OF_MONTH / factor
  return mine === 'time' && theirs === 'months' ? (size * SECONDS_OF_MONTH) / factor : null
}

export const isStrict = (unitClass: string): boolean => STRICT.has(unitClass)

const unitNamed = (name: UnitName): Unit => {
  const [unitClass, factor] = isMoney(name) ? ([name, 1] as const) : SPECS[name]
  return { class: unitClass, factor, strict: STRICT.has(unitClass) }
}
const signsOf = (name: UnitName) => (isMoney(name) ? MONEY[name] : (SPECS[name][2]?.split(' ') ?? []))
const SIGNS = new Map(UNITS.flatMap((name) => signsOf(name).map((sign) => [sign, unitNamed(name)])))

export interface UnitWords {
  /** The unit that a word or sign names; of a compound the unit it begins with. */
  of(word: string): Unit | undefined
  /** A sign or code of money, which may stand before its amount. */
  money(word: string): Unit | undefined
  /** The unit of which a word says one, with no number: "an hour", "hourly". */
  single(word: string): Unit | undefined
  /** The unit that a word says one of where an article stands before it. */
  singular(word: string): Unit | undefined
  /** Words for percent. */
  percent: readonly string[]
}

type Lists = Partial<Record<UnitName, readonly string[]>>

/** In a word that two languages know, the first one's meaning counts. */
export function buildUnitWords(all: readonly Language[]): UnitWords {
  const tables = (pick: (units: Language['units']) => Lists) =>
    new Map(all.toReversed().flatMap(({ units }) => [...byWord(pick(units))]))
  const words = new Map([...SIGNS, ...tables((units) => units.words)])
  const starts = [...tables((units) => units.starts)]
  const singular = tables((units) => units.single)
  const every = tables((units) => units.every)
  return {
    of(word) {
      const lower = word.toLowerCase().replace(/\.$/, '')
      return (
        words.get(lower) ??
        (lower.includes(' ') ? undefined : starts.find(([start]) => lower.startsWith(start) && lower !== start)?.[1])
      )
    },
    money(word) {
      const unit = SIGNS.get(word.toLowerCase())
      return unit && isMoney(unit.class) ? unit : undefined
    },
    single: (word) => every.get(word.toLowerCase()) ?? singular.get(word.toLowerCase()),
    singular: (word) => singular.get(word.toLowerCase()),
    percent: all.flatMap(({ units }) => units.words.percent ?? []),
  }
}

function byWord(lists: Lists): Map<string, Unit> {
  const entries = Object.entries(lists) as [UnitName, readonly string[]][]
  return new Map(entries.flatMap(([name, words]) => words.map((word) => [word, unitNamed(name)] as const)))
}
