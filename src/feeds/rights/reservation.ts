/**
 * Whether a publisher reserves a text from machines, as TDMRep, Content-Usage and `noai` say it. Each reader gives where
 * it is said, for people, or null. Pure.
 */

type Headers = Readonly<Record<string, string | undefined>>

const NO_AI = /(^|[\s,;:])(noai|noimageai)([\s,;]|$)/i
/** `ai=n`, `train-ai=n` and their like of the IETF's drafts on AI preferences. */
const USAGE = /(^|[\s,;])(bots|ai|train-ai|genai|train-genai|search-ai|ai-output)\s*=\s*(n|no|\?0)(?=[\s,;]|$)/i

export function headerReservation(headers: Headers): string | null {
  if (headers['tdm-reservation']?.trim() === '1') return 'header tdm-reservation'
  if (USAGE.test(headers['content-usage'] ?? '')) return 'header Content-Usage'
  return NO_AI.test(headers['x-robots-tag'] ?? '') ? 'header X-Robots-Tag: noai' : null
}

export function metaReservation(name: string, content: string): string | null {
  const lower = name.trim().toLowerCase()
  if (lower === 'tdm-reservation') return content.trim() === '1' ? 'meta tdm-reservation' : null
  return lower === 'robots' && NO_AI.test(content) ? 'meta robots: noai' : null
}

/** Of `/.well-known/tdmrep.json`: the first location that matches the path decides; `*` stands for anything. */
export function tdmrepReservation(json: string, path: string): string | null {
  const rules = parseRules(json)
  const rule = rules.find(({ location }) => matches(location, path))
  return rule?.reserved ? 'tdmrep.json' : null
}

/** A line `Content-Usage: ai=n` of robots.txt, for the paths that it names or for all. */
export function robotsReservation(text: string, path: string): string | null {
  for (const [, value = ''] of text.matchAll(/^\s*content-usage\s*:\s*(.+)$/gim)) {
    const [first = '', ...rest] = value.trim().split(/\s+/)
    const hasPath = first.startsWith('/')
    if (USAGE.test(hasPath ? rest.join(' ') : value) && (!hasPath || matches(first, path)))
      return 'robots.txt: Content-Usage'
  }
  return null
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

/** A prefix of the path, with `*` for anything and `$` for its end, as in robots.txt. */
function matches(pattern: string, path: string): boolean {
  const parts = pattern.replace(/\$$/, '').split('*').slice(0, 20)
  let at = 0
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !pattern.endsWith('$') || at === path.length
}
