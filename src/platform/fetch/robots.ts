/** Permissions of a site's robots.txt (RFC 9309) for a page and our agent; it is requested once a day. */

import { messageOf } from '../errors.ts'
import { slugify } from '../text/text.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import type { Fetcher } from './fetcher.ts'
import type { RobotsVerdict } from './robots-rules.ts'

export interface Robots {
  /** The product token of our User-Agent, which site owners write rules for. */
  agent: string
  /** Null if the page may be read, else why not. Rejects as the document reader does. */
  refusal(url: string): Promise<RobotsRefusal | null>
  /** The file's reservation of the page from models, or null. Rejects as the document reader does. */
  reservation(url: string): Promise<string | null>
}

/** Applies the text of a robots.txt to an address: such a text is read where hostile ones are. */
export interface RobotsReader {
  read(job: { task: 'robots'; text: string; url: string; agent: string }): Promise<RobotsVerdict>
}

export interface RobotsRefusal {
  /** `unreachable` where the rules could not be fetched: a later attempt may succeed. */
  refused: 'robots' | 'unreachable'
  /** One sentence. */
  reason: string
}

const DAY_MS = 24 * 60 * 60_000
/** Rules that could not be fetched are fetched again sooner. */
const UNREACHABLE_MS = 10 * 60_000
const MAX_CACHED_ORIGINS = 2000
/** RFC 9309, 2.5: at least 500 KiB are to be read. Of a longer file the start counts. */
const LARGEST = 512 * 1024
const UNSAID: RobotsVerdict = { allowed: true, reservation: null }

type Rules = { text: string } | { unreachable: string }
interface Entry {
  until: number
  rules: Promise<Rules>
}

/** The product token of a site's crawler, in User-Agent and robots.txt. */
export const robotName = (siteName: string): string => slugify(siteName) || 'newsreader'

export function createRobots(
  fetcher: Fetcher,
  reader: RobotsReader,
  agent: string,
  clock: Clock = systemClock,
): Robots {
  const origins = new Map<string, Entry>()
  const rulesOf = (origin: string) => {
    const now = clock.now().getTime()
    const existing = origins.get(origin)
    if (existing && existing.until > now) return existing.rules
    const rules = fetchRules(fetcher, origin).then((read) => {
      if ('unreachable' in read) entry.until = now + UNREACHABLE_MS
      return read
    })
    const entry: Entry = { until: now + DAY_MS, rules }
    cache(origins, origin, entry)
    return entry.rules
  }
  const decide = async (url: string, rules: Rules): Promise<RobotsVerdict> => {
    if ('unreachable' in rules || rules.text.trim() === '') return UNSAID
    return reader.read({ task: 'robots', text: rules.text, url, agent })
  }
  return {
    agent,
    async refusal(url) {
      const rules = await rulesOf(new URL(url).origin)
      if ('unreachable' in rules)
        return { refused: 'unreachable', reason: `The site's robots.txt cannot be had: ${rules.unreachable}` }
      const { allowed } = await decide(url, rules)
      return allowed ? null : { refused: 'robots', reason: "The site's robots.txt does not let us read the page." }
    },
    async reservation(url) {
      return (await decide(url, await rulesOf(new URL(url).origin))).reservation
    },
  }
}

/** 2.3.1: a file that is not there allows everything; one that cannot be reached forbids everything. Never rejects. */
async function fetchRules(fetcher: Fetcher, origin: string): Promise<Rules> {
  try {
    const { status, body } = await fetcher.get(`${origin}/robots.txt`, {
      accept: 'text/plain,*/*;q=0.5',
      skipDown: true,
    })
    if (status >= 200 && status < 300) return { text: textOf(body) }
    if (status >= 400 && status < 500 && status !== 429) return { text: '' }
    return { unreachable: `HTTP ${status}.` }
  } catch (error) {
    return { unreachable: messageOf(error) }
  }
}

/** A line that is cut would be another rule. */
function textOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, LARGEST))
  return body.length > LARGEST ? text.replace(/[^\r\n]*$/, '') : text
}

function cache(origins: Map<string, Entry>, origin: string, entry: Entry): void {
  origins.delete(origin)
  origins.set(origin, entry)
  const oldest = origins.keys().next().value
  if (origins.size > MAX_CACHED_ORIGINS && oldest !== undefined) origins.delete(oldest)
}
