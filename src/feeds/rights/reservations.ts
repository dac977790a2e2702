/** What a site reserves from machines, asked for once a day: its robots.txt and its tdmrep.json. */
import { LRUCache } from 'lru-cache'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Robots } from '../fetch/robots.ts'
import { robotsReservation, tdmrepReservation } from './reservation.ts'

export interface Reservations {
  /** Where the site reserves the page at this address, or null. Never rejects: what cannot be had reserves nothing. */
  find(url: string): Promise<string | null>
}

interface SiteRules {
  robots: string
  tdmrep: string
}

const DAY_MS = 86_400_000
const SITES = 2000
const LARGEST = 512 * 1024

export function createReservations(fetcher: Fetcher, robots: Robots): Reservations {
  const sites = new LRUCache<string, Promise<SiteRules>>({ max: SITES, ttl: DAY_MS })
  const rulesOf = (origin: string) => {
    const known = sites.get(origin) ?? readSite(fetcher, origin)
    if (!sites.has(origin)) sites.set(origin, known)
    return known
  }
  return {
    async find(address) {
      const url = URL.parse(address)
      if (!url || !/^https?:$/.test(url.protocol)) return null
      const rules = await rulesOf(url.origin)
      const path = url.pathname + url.search
      const said = tdmrepReservation(rules.tdmrep, path) ?? robotsReservation(rules.robots, path)
      return said ?? (await forbidden(robots, address))
    },
  }
}

async function forbidden(robots: Robots, url: string): Promise<string | null> {
  const refusal = await robots.refusal(url).catch(() => null)
  return refusal?.refused === 'robots' ? 'robots.txt' : null
}

async function readSite(fetcher: Fetcher, origin: string): Promise<SiteRules> {
  const [robots, tdmrep] = await Promise.all([
    readFile(fetcher, `${origin}/robots.txt`),
    readFile(fetcher, `${origin}/.well-known/tdmrep.json`),
  ])
  return { robots, tdmrep }
}

async function readFile(fetcher: Fetcher, url: string): Promise<string> {
  try {
    const { status, body } = await fetcher.get(url, { accept: '*/*', maxBytes: LARGEST, skipDown: true })
    return status === 200 ? new TextDecoder().decode(body) : ''
  } catch {
    return ''
  }
}
