/** Time zones by name: how far their clocks are ahead of UTC at a local time. Pure. */
import { offsetAt } from './days.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** Hours east of Greenwich. Names with several meanings take that of RFC 822 or else of Europe. */
const ABBREVIATIONS = new Map(
  Object.entries({
    gmt: 0,
    utc: 0,
    ut: 0,
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    akst: -9,
    akdt: -8,
    hst: -10,
    nst: -3.5,
    ndt: -2.5,
    ast: -4,
    adt: -3,
    cot: -5,
    pet: -5,
    clt: -4,
    clst: -3,
    brt: -3,
    brst: -2,
    art: -3,
    wet: 0,
    west: 1,
    bst: 1,
    ist: 5.5,
    cet: 1,
    met: 1,
    mez: 1,
    cest: 2,
    mest: 2,
    mesz: 2,
    eet: 2,
    eest: 3,
    wat: 1,
    cat: 2,
    sast: 2,
    idt: 3,
    eat: 3,
    trt: 3,
    msk: 3,
    msd: 4,
    gst: 4,
    pkt: 5,
    npt: 5.75,
    ict: 7,
    wib: 7,
    hkt: 8,
    sgt: 8,
    myt: 8,
    pht: 8,
    awst: 8,
    jst: 9,
    kst: 9,
    acst: 9.5,
    acdt: 10.5,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
    uyt: -3,
  }),
)

export const isAbbreviation = (word: string): boolean => ABBREVIATIONS.has(word)

/** American names that leave the season to the date. */
const SEASONAL = new Map([
  ['et', 'America/New_York'],
  ['ct', 'America/Chicago'],
  ['mt', 'America/Denver'],
  ['pt', 'America/Los_Angeles'],
])

/** Minutes east of Greenwich at `local`, the time on the zone's clocks as if it were UTC; null for an unknown name. */
export function offsetOf(written: string, local: number): number | null {
  const name = written.replace(/\s+/g, ' ').trim().toLowerCase()
  const numeric = /^[a-z]*\s*([+-])\s?(\d{1,2}):?(\d{2})?/.exec(name)
  if (numeric) return numericOffset(numeric[1] === '-', Number(numeric[2]), Number(numeric[3] ?? 0))
  // RFC 2822, 4.3: the military letters were defined the wrong way round, and mean nothing.
  if (/^[a-z]$/.test(name)) return 0
  const hours = ABBREVIATIONS.get(name)
  if (hours !== undefined) return hours * 60
  if (!name.endsWith(' time')) return offsetIn(SEASONAL.get(name) ?? name.replaceAll(' ', '_'), local)
  english ??= englishNames()
  const fixed = english.fixed.get(name)
  return fixed ?? offsetIn(english.seasonal.get(name) ?? windowsZone(name), local)
}

const numericOffset = (west: boolean, hours: number, minutes: number) =>
  hours > 24 ? null : (west ? -1 : 1) * (hours * 60 + minutes)

/** "W. Europe Standard Time" names a zone in summer too, and so do its other names. */
const windowsZone = (name: string) => WINDOWS_ZONES.get(name.replace(/ (standard|daylight|summer) time$/, ''))

/** Null for what is no zone. A local time that the zone skips is taken after the leap. */
function offsetIn(zone: string | undefined, local: number): number | null {
  try {
    return zone ? offsetAt(local - offsetAt(local, zone), zone) / 60_000 : null
  } catch {
    return null
  }
}

interface EnglishNames {
  /** Minutes, for names that say the season or have none. */
  fixed: Map<string, number>
  /** Zones of names such as "eastern time". */
  seasonal: Map<string, string>
}

let english: EnglishNames | undefined
/** Zones with names of their own that Windows has none for. */
const OTHERS = ['UTC', 'Europe/Dublin', 'Asia/Hong_Kong', 'Asia/Manila', 'Asia/Jakarta']
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]

/** Names as the English of ICU has them, read when the first date has one. */
function englishNames(): EnglishNames {
  const names: EnglishNames = { fixed: new Map(), seasonal: new Map() }
  for (const zone of [...WINDOWS_ZONES.values(), ...OTHERS]) {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'long' })
    const nameAt = (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [winter = '', summer = ''] = SEASONS.map((at) => nameAt(at).toLowerCase())
    for (const [i, name] of [winter, summer].entries())
      if (!names.fixed.has(name)) names.fixed.set(name, offsetAt(SEASONS[i] ?? 0, zone) / 60_000)
    const general = winter.replace(/ (standard|daylight|summer) /, ' ')
    if (winter !== summer && !names.seasonal.has(general)) names.seasonal.set(general, zone)
  }
  return names
}
