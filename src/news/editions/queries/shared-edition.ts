/** The events of the last two weeks, loaded once after each change for all who have an edition of their own. */
import { LRUCache } from 'lru-cache'
import type { Inflection } from '../../../platform/languages/inflection.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Profile } from '../../accounts/rules/profile.ts'
import {
  buildEdition,
  completeEdition,
  type EditionEvent,
  type EditionIndex,
  type EditionRow,
  indexEdition,
} from '../rules/edition.ts'
import { listEditionEvents } from './edition-events.ts'
import { findBySearch, type SavedSearchDeps } from './saved-searches.ts'

/** Days that an edition looks back, and reading apps. */
const EDITION_DAYS = 7
const RETENTION_DAYS = 14
const DAY_MS = 86_400_000
const AGE_MS = 10 * 60_000
const MAX_SEARCHES = 5000

export interface EditionDeps extends SavedSearchDeps {
  clock: Clock
  inflection: Inflection
}

export interface SharedEdition {
  /** Events of the last week that the profile follows, or of those reported on since an instant of the last two. */
  editionFor(profile: Profile, since?: Date): Promise<EditionRow[]>
  /** The same of two weeks for apps; all that is not muted where nothing is followed. */
  readingList(profile: Profile): Promise<EditionRow[]>
  /** Published content has changed. */
  raise(): void
}

interface Week {
  events: EditionEvent[]
  index: EditionIndex
  since: Date
  loadedAt: number
  /** By the search as it was written. */
  found: LRUCache<string, Promise<number[]>>
}

export function shareEdition(parts: EditionDeps): SharedEdition {
  const { db, clock, inflection } = parts
  let week: Promise<Week> | null = null

  async function load(): Promise<Week> {
    const now = clock.now()
    const since = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
    const events = await listEditionEvents(db, since)
    const found = new LRUCache<string, Promise<number[]>>({ max: MAX_SEARCHES })
    return { events, index: indexEdition(events), since, loadedAt: now.getTime(), found }
  }

  async function current(): Promise<Week> {
    week ??= load()
    const loading = week
    try {
      const loaded = await loading
      if (Math.abs(clock.now().getTime() - loaded.loadedAt) < AGE_MS) return loaded
    } catch (error) {
      if (week === loading) week = null
      throw error
    }
    if (week === loading) week = load()
    return week
  }

  function find({ found, since }: Week, query: string): Promise<number[]> {
    const existing = found.get(query)
    if (existing) return existing
    const ids = findBySearch(parts, query, { since, now: clock.now() })
    found.set(query, ids)
    ids.catch(() => found.delete(query))
    return ids
  }

  async function rowsOf(profile: Profile, loaded: Week, since?: Date): Promise<EditionRow[]> {
    const searches = new Map<string, number[]>()
    for (const { kind, key } of profile.follows) if (kind === 'search') searches.set(key, await find(loaded, key))
    return buildEdition(loaded.index, profile, { now: clock.now(), since, inflection, searches })
  }

  return {
    async editionFor(profile, since = new Date(clock.now().getTime() - EDITION_DAYS * DAY_MS)) {
      return rowsOf(profile, await current(), since)
    },
    async readingList(profile) {
      const loaded = await current()
      return profile.follows.length > 0 ? rowsOf(profile, loaded) : completeEdition(loaded.events, profile, inflection)
    },
    raise() {
      week = null
    },
  }
}
