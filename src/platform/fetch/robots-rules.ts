/** Rules of one robots.txt for an agent (RFC 9309). Runs in the page worker: the file may be made to hurt. */
import { matchesPath, normalPath, type PathPattern, parsePattern } from './path-pattern.ts'

export interface RobotsVerdict {
  allowed: boolean
  reservation: string | null
}

export interface RobotsGroup {
  rules: Rule[]
  /** `Content-Usage` and `Content-Signal`, with names in lower case. */
  preferences: { name: string; value: string }[]
}

interface Rule {
  pattern: PathPattern
  allow: boolean
}

/** Common misspellings are accepted. */
const USER_AGENT = /^user[- ]?agent$/
const ACCESS = /^(allow|dis+al+ow|disallaw|diasllow)$/
const PREFERENCE = /^content-(usage|signal)$/
/** Eight times the longest address that browsers took; nothing sensible is cut. */
const MAX_LINE_LENGTH = 16_663

/** `*`, or a product token in lower case without its version. */
const agentOf = (value: string) => (/^\*(\s|$)/.test(value) ? '*' : (/^[\p{L}\p{N}_-]+/u.exec(value)?.[0] ?? ''))

/**
 * The groups of `agent` as one, else those of `*`. Only `Allow` and `Disallow` end a group's list of agents; a preference
 * is for the agents named right above it, and for everybody before the first agent.
 */
export function robotsGroup(text: string, agent: string): RobotsGroup {
  const groups = new Map<string, RobotsGroup>()
  const forAll: RobotsGroup['preferences'] = []
  let access = { agents: new Set<string>(), closed: false }
  let preferred = { agents: new Set<string>(), closed: false }
  const groupsOf = (agents: Set<string>) => [...agents].flatMap((each) => groups.get(each) ?? [])
  for (const [name, value] of linesOf(text)) {
    if (USER_AGENT.test(name)) {
      if (access.closed) access = { agents: new Set(), closed: false }
      if (preferred.closed) preferred = { agents: new Set(), closed: false }
      const named = agentOf(value.toLowerCase())
      for (const { agents } of [access, preferred]) agents.add(named)
      if (!groups.has(named)) groups.set(named, { rules: [], preferences: [] })
    } else if (ACCESS.test(name)) {
      access.closed = preferred.closed = true
      for (const { rules } of groupsOf(access.agents)) rules.push(...rulesOf(name === 'allow', value))
    } else if (PREFERENCE.test(name)) {
      preferred.closed = true
      if (groups.size === 0) forAll.push({ name, value })
      for (const { preferences } of groupsOf(preferred.agents)) preferences.push({ name, value })
    }
  }
  const group = groups.get(agent.toLowerCase()) ?? groups.get('*')
  return { rules: group?.rules ?? [], preferences: [...forAll, ...(group?.preferences ?? [])] }
}

function* linesOf(text: string): Generator<[name: string, value: string]> {
  for (const line of text.split(/\r\n?|\n/)) {
    const directive = line.slice(0, MAX_LINE_LENGTH).replace(/#.*/, '').trim()
    // The colon may be missing where there are two words.
    const [, name, value] = /^([^:]*):(.*)$/.exec(directive) ?? /^(\S+)\s+(\S+)$/.exec(directive) ?? []
    if (name && value !== undefined) yield [name.trim().toLowerCase(), value.trim()]
  }
}

/** An empty rule has no effect. A folder whose index may be read may be read itself. */
function rulesOf(allow: boolean, value: string): Rule[] {
  if (value === '') return []
  const folder = allow ? /^(.*\/)index\.html?$/.exec(value)?.[1] : undefined
  return [value, ...(folder ? [`${folder}$`] : [])].map((path) => ({ pattern: parsePattern(path), allow }))
}

/** `agent` is the product token alone. The longest rule that matches decides; of two as long, the one that allows. */
export function robotsAllow({ rules }: Pick<RobotsGroup, 'rules'>, path: string): boolean {
  const normal = normalPath(path)
  if (normal === '/robots.txt') return true
  const matching = rules.filter(({ pattern }) => matchesPath(pattern, normal))
  const maxLength = matching.reduce((length, { pattern }) => Math.max(length, pattern.length), 0)
  const deciding = matching.filter(({ pattern }) => pattern.length === maxLength)
  return deciding.length === 0 || deciding.some(({ allow }) => allow)
}
