/** Units in Swedish and English: which are the same, and which must never be mixed up. */

export interface Unit {
  /** Amounts of different classes are never equal. */
  class: string
  /** To the smallest unit of the class, so that 24 hours equal one "dygn". */
  factor: number
  /** Money, percent and what hardware is measured in: the source must state the unit too. */
  strict: boolean
}

const table: [string, number, string][] = [
  ['dollar', 1, '$ us$ usd dollar dollars dollarn dollarna dollars buck bucks'],
  ['dollar', 0.01, 'cent cents'],
  ['euro', 1, '€ eur euro euros euron'],
  ['pound', 1, '£ gbp pund pundet pounds pound quid lb lbs'],
  ['yen', 1, '¥ jpy yen'],
  ['yuan', 1, 'cny yuan rmb renminbi'],
  ['krona', 1, 'kr sek krona kronor kronorna kronors mkr mnkr mdkr tkr kronas kronan :-'],
  ['rupee', 1, '₹ inr rupee rupees rupier rs'],
  ['won', 1, '₩ krw won'],
  ['franc', 1, 'chf franc francs'],
  ['percent', 1, '% percent procent pct proc procents procentig procentiga'],
  ['point', 1, 'procentenhet procentenheter procentenheters percentage-point percentage-points'],
  ['kB', 1, 'kb kilobyte kilobytes'],
  ['MB', 1, 'mb megabyte megabytes'],
  ['GB', 1, 'gb gigabyte gigabytes gig gigs'],
  ['TB', 1, 'tb terabyte terabytes'],
  ['Mbps', 1, 'mbps mbit megabit megabits'],
  ['Gbps', 1, 'gbps gbit gigabit gigabits'],
  ['inch', 1, 'tum tums tummen tummare inch inches " ″ ”'],
  ['length', 0.001, 'mm millimeter millimeters millimetre millimetres'],
  ['length', 0.01, 'cm centimeter centimeters centimetre centimetres'],
  ['length', 1, 'meter meters metre metres metern'],
  ['length', 1000, 'km kilometer kilometers kilometre kilometres'],
  ['length', 10_000, 'mil'],
  ['mile', 1, 'mile miles mi'],
  ['foot', 1, 'foot feet ft fot'],
  ['nm', 1, 'nm nanometer nanometers nanometre'],
  ['weight', 1, 'g gram grams grammet'],
  ['weight', 1000, 'kg kilo kilos kilogram kilograms'],
  ['ounce', 1, 'oz ounce ounces uns'],
  ['time', 0.001, 'ms millisekund millisekunder millisecond milliseconds'],
  ['time', 1, 'sekund sekunder sekunders sekunden secs sec second seconds'],
  ['time', 60, 'minut minuter minuters minuten minute minutes min mins'],
  ['time', 3600, 'timme timmar timmars timmen tim h hour hours hr hrs'],
  ['time', 86_400, 'dag dagar dagars dagarna dygn dygns dygnet day days'],
  ['time', 604_800, 'vecka veckor veckors veckorna week weeks'],
  ['months', 1, 'månad månader månaders månaderna month months'],
  ['months', 12, 'år års året åren årig årigt åriga åringar åring year years yr yrs'],
  ['months', 120, 'decennium decennier årtionde årtionden decade decades'],
  ['Hz', 1, 'hz hertz'],
  ['MHz', 1, 'mhz megahertz'],
  ['GHz', 1, 'ghz gigahertz'],
  ['nit', 1, 'nit nits'],
  ['mAh', 1, 'mah'],
  ['watt', 1, 'w watt watts'],
  ['volt', 1, 'v volt volts'],
  ['decibel', 1, 'db decibel'],
  ['megapixel', 1, 'mp megapixel megapixels'],
  ['fps', 1, 'fps bildrutor'],
  ['degree', 1, '° grader degrees degree grad'],
]

const STRICT = new Set(
  'dollar euro pound yen yuan krona rupee won franc percent point MB GB TB inch Hz watt mAh megapixel nit'.split(' '),
)
const units = new Map<string, Unit>()
for (const [name, factor, words] of table)
  for (const word of words.split(' ')) units.set(word, { class: name, factor, strict: STRICT.has(name) })

// First parts of Swedish compounds: "tumsskärm", "årsavtal", "månadersperiod".
const PREFIXES: [RegExp, string][] = [
  [/^tums?\p{L}{3}/u, 'tum'],
  [/^års\p{L}{2}|^årig/u, 'år'],
  [/^månaders\p{L}/u, 'månader'],
  [/^veckors\p{L}/u, 'veckor'],
  [/^dagars\p{L}/u, 'dagar'],
  [/^timmars\p{L}/u, 'timmar'],
  [/^minuters\p{L}/u, 'minuter'],
  [/^dollars\p{L}/u, 'dollar'],
  [/^procentig/u, 'procent'],
  [/^kronors\p{L}/u, 'kronor'],
]

/** The unit that a word or sign names; of a Swedish compound the unit it begins with. */
export function unitOf(word: string): Unit | undefined {
  const lower = word.toLowerCase().replace(/\.$/, '')
  const exact = units.get(lower)
  if (exact) return exact
  const prefix = PREFIXES.find(([pattern]) => pattern.test(lower))?.[1]
  return prefix ? units.get(prefix) : undefined
}

/** Singular words of time, which say "one" with no number: "a year", "per timme". */
export const SINGULAR = new Set(
  'second sekund minute minut hour timme day dag dygn week vecka month månad year år decade decennium årtionde'.split(
    ' ',
  ),
)
