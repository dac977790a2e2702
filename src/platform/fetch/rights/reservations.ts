/** Reservations of a site from machines, requested once a day: its robots.txt and its tdmrep.json. */
import { LRUCache } from 'lru-cache'
import type { Fetcher } from '../fetcher.ts'
import type { Robots } from '../robots.ts'
import { tdmrepReservation } from './reservation.ts'

export interface Reservations {
  /**
   * The site's reservation of the page at this address, or null. Never rejects: a file that cannot be fetched reserves
   * nothing.
   */
  find(url: string): Promise<string | null>
}

const DAY_MS = 86_400_000
const SITES = 2000
const LARGEST = 512 * 1024

export function createReservations(fetcher: Fetcher, robots: Robots): Reservations {
  const sites = new LRUCache<string, Promise<string>>({ max: SITES, ttl: DAY_MS })
  const tdmrepOf = (origin: string) => {
    const existing = sites.get(origin) ?? readTdmrep(fetcher, origin)
    if (!sites.has(origin)) sites.set(origin, existing)
    return existing
  }
  return {
    async find(address) {
      const url = URL.parse(address)
      if (!url || !/^https?:$/.test(url.protocol)) return null
      const reservation = tdmrepReservation(await tdmrepOf(url.origin), url.pathname + url.search)
      return reservation ?? (await robots.reservation(address).catch(() => null))
    },
  }
}

async function readTdmrep(fetcher: Fetcher, origin: string): Promise<string> {
  try {
    const { body } = await fetcher.get(`${origin}/.well-known/tdmrep.json`, { maxBytes: LARGEST, skipDown: true })
    return new TextDecoder().decode(body)
  } catch {
    return ''
  }
}
