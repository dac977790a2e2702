/** Reservation of a text from machines by its publisher, in one of the forms of `FORMS`. Pure. */
import { matchesPath, normalPath, parsePattern } from '../path-pattern.ts'
import { type RobotsGroup, robotsAllow } from '../robots-rules.ts'

interface Form {
  /** As a header, a meta element or a line of robots.txt is named. */
  name: string
  locations: ('header' | 'meta' | 'robots.txt' | 'tdmrep.json')[]
  /** For people. */
  values: string
  withholds: string
  source: string
  /** Of one value; `agent` is our product token. */
  reserves(value: string, agent: string): boolean
}

const USES = 'ai ai-input ai-output ai-train ai-use bots genai search-ai tdm train-ai train-genai'.split(' ')
/** One of `uses` with a no, among others: `search=yes, ai-train=no`. */
const refusal = new RegExp(`(?<![\\w-])(${USES.join('|')})\\s*=\\s*"?(n|no|false|0|\\?0)"?(?![\\w-])`, 'i')
const NAMED_USES = USES.map((use) => `\`${use}\``).join(', ')
const ALL = 'the text, from every model'

/** Every form that is read. Each publisher's word counts alone: one that reserves is not undone by another. */
export const FORMS: readonly Form[] = [
  {
    name: 'tdm-reservation',
    locations: ['header', 'meta', 'tdmrep.json'],
    values: '`1`',
    withholds: ALL,
    source: 'https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/',
    reserves: (value) => value.trim() === '1',
  },
  {
    name: 'Content-Usage',
    locations: ['robots.txt', 'header', 'meta'],
    values: `\`n\` for one of ${NAMED_USES}`,
    withholds: ALL,
    source: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/',
    reserves: (value) => refusal.test(value),
  },
  {
    name: 'Content-Signal',
    locations: ['robots.txt', 'header', 'meta'],
    values: '`no` for one of the same; `search` is no use by a model',
    withholds: ALL,
    source: 'https://contentsignals.org/',
    reserves: (value) => refusal.test(value),
  },
  {
    name: 'X-Robots-Tag',
    locations: ['header', 'meta'],
    values: '`noai`, `noimageai`; for all or after our name (`karnhuset: noai`)',
    withholds: ALL,
    source: 'https://www.deviantart.com/team/journal/UPDATE-All-Deviations-Are-Opted-Out-of-AI-Datasets-934500371',
    reserves: reservesByTag,
  },
  {
    name: 'robots',
    locations: ['meta'],
    values: 'the same, also in a meta element of our name',
    withholds: ALL,
    source: 'https://www.deviantart.com/team/journal/UPDATE-All-Deviations-Are-Opted-Out-of-AI-Datasets-934500371',
    reserves: reservesByTag,
  },
  {
    name: 'Disallow',
    locations: ['robots.txt'],
    values: 'the article’s path, for our agent',
    withholds: `${ALL}; the page is not fetched`,
    source: 'https://www.rfc-editor.org/rfc/rfc9309',
    reserves: () => false,
  },
]

type Headers = Readonly<Record<string, string | undefined>>

/** A header that was sent several times has its values on lines of their own. */
export function headerReservation(headers: Headers, agent: string): string | null {
  const form = FORMS.find(
    ({ name, locations, reserves }) =>
      locations.includes('header') && headers[name.toLowerCase()]?.split('\n').some((value) => reserves(value, agent)),
  )
  return form ? `header ${labelOf(form)}` : null
}

export function metaReservation(name: string, content: string, agent: string): string | null {
  const lower = name.trim().toLowerCase()
  const meant = lower === agent.toLowerCase() ? 'robots' : lower
  const form = FORMS.find(
    (each) => each.locations.includes('meta') && each.name.toLowerCase() === meant && each.reserves(content, agent),
  )
  return form ? `meta ${labelOf(form)}` : null
}

const labelOf = ({ name, reserves }: Form) => (reserves === reservesByTag ? `${name}: noai` : name)

/** Directives that take a value, as an agent's name takes directives. */
const VALUED = /^(max-(snippet|image-preview|video-preview)|unavailable_after)$/i

/** `noai` for all, or after our own name. */
function reservesByTag(value: string, agent: string): boolean {
  let isForUs = true
  for (const word of value.replace(/\s+:/g, ':').split(/[\s,;]+|(?<=:)/)) {
    const [, named] = /^([a-z*][^:]*):$/i.exec(word) ?? []
    if (named && !VALUED.test(named))
      isForUs = named === '*' || named.split('/', 1)[0]?.toLowerCase() === agent.toLowerCase()
    if (isForUs && /^no(image)?ai$/i.test(word)) return true
  }
  return false
}

/**
 * Reservation of a path by robots.txt: all by shutting us out, or by preferences, of which the longest path decides.
 */
export function robotsReservation(group: RobotsGroup, path: string): string | null {
  const form = FORMS.find((each) => each.locations.includes('robots.txt') && isRefused(each, group, path))
  if (form) return `robots.txt: ${form.name}`
  return robotsAllow(group, path) ? null : 'robots.txt'
}

function isRefused({ name, reserves }: Form, { preferences }: RobotsGroup, path: string): boolean {
  const normal = normalPath(path)
  const matching = preferences
    .filter((preference) => preference.name === name.toLowerCase())
    .map(({ value }) => {
      const [, pathPrefix, rest] = /^(\/\S*)(.*)$/.exec(value) ?? []
      return { pattern: parsePattern(pathPrefix ?? '/'), reserved: reserves(rest ?? value, '') }
    })
    .filter(({ pattern }) => matchesPath(pattern, normal))
  const maxLength = Math.max(...matching.map(({ pattern }) => pattern.length))
  return matching.some(({ pattern, reserved }) => reserved && pattern.length === maxLength)
}

/** Of `/.well-known/tdmrep.json`: the first location that matches the path decides. */
export function tdmrepReservation(json: string, path: string): string | null {
  const rule = parseRules(json).find(({ location }) => matchesPath(parsePattern(location), normalPath(path)))
  return rule?.reserved ? 'tdmrep.json' : null
}

function parseRules(json: string): { location: string; reserved: boolean }[] {
  try {
    const parsed: unknown = JSON.parse(json)
    return [parsed].flat().flatMap((rule) => {
      if (typeof rule !== 'object' || rule === null) return []
      const { location, 'tdm-reservation': reservation } = rule as Record<string, unknown>
      return typeof location === 'string' ? [{ location, reserved: String(reservation) === '1' }] : []
    })
  } catch {
    return []
  }
}
