/**
 * Countries, continents and languages by their names in any language, from CLDR: they occur in all news and anchor no
 * storyline. Pure.
 */

const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i))
/** Of countries (ISO 3166-1) and of languages (ISO 639-1). */
const PAIRS = LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
/** The world and the continents (UN M49). */
const CONTINENTS = ['001', '002', '003', '005', '009', '019', '142', '150']

interface Regions {
  stems: Set<string>
  /** Adjectives begin alike: "Europe", "European". */
  beginnings: string[]
}

const read = new Map<string, Regions>()

/** True when a word in lower case is one in this language (ISO 639-1), or in English where that is unknown. */
export function isRegion(word: string, language: string | null): boolean {
  const { stems, beginnings } = regionsIn(/^[a-z]{2}(?=-|$)/.exec(language ?? '')?.[0] ?? 'en')
  return (
    stems.has(word) || stems.has(word.replace(/s$/, '')) || beginnings.some((beginning) => word.startsWith(beginning))
  )
}

function regionsIn(language: string): Regions {
  const existing = read.get(language)
  if (existing) return existing
  const named = (type: 'region' | 'language', codes: string[]) => {
    const names = new Intl.DisplayNames(language, { type, fallback: 'none' })
    return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? [])
  }
  const continents = named('region', CONTINENTS)
  const countries = named(
    'region',
    PAIRS.map((code) => code.toUpperCase()),
  )
  const regions = {
    stems: new Set([...continents, ...countries, ...named('language', PAIRS)]),
    beginnings: continents.map((name) => name.slice(0, -1)).filter((name) => name.length > 3),
  }
  read.set(language, regions)
  return regions
}
