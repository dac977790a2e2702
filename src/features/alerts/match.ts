/** Checks each event that has changed once, and finds the readers that it alerts. */

import { mutesOf } from '../../news/accounts/writes/follows.ts'
import { muting } from '../../news/editions/rules/edition.ts'
import { type Database, transaction } from '../../platform/database/database.ts'
import { underLock } from '../../platform/database/lock.ts'
import type { Inflection } from '../../platform/languages/inflection.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type QuietTime, quietUntil } from '../../platform/time/quiet-time.ts'
import { queueWebhookAlerts } from './operator-webhooks/queue.ts'
import { type Alert, listMatched, listNamesInRules, type MatchedReader, saveAlerts } from './store/matching.ts'
import { findExisting, listChangedEvents, saveProgress, saveReported } from './store/progress.ts'
import { listLikelySearches, listNewSearches, saveSearchStems } from './store/searches.ts'
import { type AlertEvent, type AlertTrigger, namesOfEvent, reportedAs, triggerOf } from './trigger.ts'

export interface Matching {
  database: Database
  clock: Clock
  inflection: Inflection
  /** The site's, by which webhooks are quiet. */
  timezone: string
  /** The operator's are alerted, too. */
  withWebhooks: boolean
  /** Those of these events that readers see. */
  readEvents(ids: number[]): Promise<AlertEvent[]>
  /** Stems of which every article that a saved search finds has one. */
  stemsOf(query: string): Promise<string[]>
  /** Of these events, those that a saved search finds in an article since then. */
  findBySearch(query: string, scope: { since: Date; now: Date; eventIds: number[] }): Promise<number[]>
}

/** Older articles of an event that has changed are not what a search is asked for. */
const SEARCHED_MS = 14 * 86_400_000

const EVENTS_AT_ONCE = 50
const READERS_AT_ONCE = 1000
const SEARCHES_AT_ONCE = 500

export const areAlertsDue = async (database: Database): Promise<boolean> =>
  (await listChangedEvents(database)).until !== null

/**
 * Until nothing is left to check; returns the number of events. Readers are alerted in batches, each a transaction, and
 * only then the states of some events are stored. A process that dies between them finds the rest at its next check, without
 * those who were alerted.
 */
export function matchAlerts(parts: Matching): Promise<number> {
  const { database } = parts
  return underLock(database, 'alerts', async () => {
    for (let matched = 0; ; ) {
      const { ids, until } = await listChangedEvents(database)
      if (!until) return matched
      const events = ids.length > 0 ? await parts.readEvents(ids) : []
      const searches = events.length > 0 ? await findSearches(parts, events) : new Map<number, string[]>()
      for (let at = 0; at < events.length; at += EVENTS_AT_ONCE)
        await alertOf(parts, events.slice(at, at + EVENTS_AT_ONCE), searches)
      await saveProgress(database, until)
      matched += events.length
    }
  })
}

async function saveNewSearchStems({ database, stemsOf }: Matching): Promise<void> {
  for (;;) {
    const queries = await listNewSearches(database.db, SEARCHES_AT_ONCE)
    if (queries.length === 0) return
    for (const query of queries) await saveSearchStems(database.db, query, await stemsOf(query))
  }
}

/** The saved searches that find each event. */
async function findSearches(parts: Matching, events: AlertEvent[]): Promise<Map<number, string[]>> {
  const { db } = parts.database
  await saveNewSearchStems(parts)
  const now = parts.clock.now()
  const scope = { eventIds: events.map(({ id }) => id), since: new Date(now.getTime() - SEARCHED_MS), now }
  const found = new Map<number, string[]>()
  for (const query of await listLikelySearches(db, scope.eventIds))
    for (const id of await parts.findBySearch(query, scope)) found.set(id, [...(found.get(id) ?? []), query])
  return found
}

async function alertOf(parts: Matching, events: AlertEvent[], searches: Map<number, string[]>): Promise<void> {
  const { database, timezone } = parts
  const now = parts.clock.now()
  const states = await findExisting(database.db, [...new Set(events.flatMap(lineageOf))])
  const checked = events.map((event) => {
    const names = namesOfEvent(event, searches.get(event.id))
    const existing = lineageOf(event)
      .map((id) => states.get(id))
      .find((each) => each !== undefined)
    const state = reportedAs(event, names, existing ?? null)
    // An event that was split from it may be the next.
    states.set(event.id, state)
    return { event, names, state, trigger: triggerOf(event, names, existing ?? null, now) }
  })
  const triggered = checked.flatMap(({ trigger, ...rest }) => (trigger ? [{ ...rest, trigger }] : []))
  const all = new Set(triggered.flatMap(({ trigger }) => trigger.names.map(({ name }) => name)))
  const wanted = all.size > 0 ? await listNamesInRules(database.db, [...all]) : all
  for (const { event, trigger } of triggered)
    if (trigger.names.some(({ name }) => wanted.has(name))) await notifyReaders(parts, { event, trigger, now })
  await transaction(database, async (trx) => {
    await saveReported(
      trx,
      checked.map(({ event, state }) => ({ eventId: event.id, ...state })),
    )
    if (parts.withWebhooks) await queueWebhookAlerts(trx, triggered, { now, timezone })
  })
}

const lineageOf = (event: AlertEvent): number[] => [event.id, ...event.splitFrom]

async function notifyReaders(
  { database: { db }, inflection }: Matching,
  reported: { event: AlertEvent; trigger: AlertTrigger; now: Date },
): Promise<void> {
  const { event, trigger, now } = reported
  const until = quietEnds(now)
  for (let after = 0; ; ) {
    const matched = await listMatched(db, trigger, event.sourceCount, { after, max: READERS_AT_ONCE })
    const mutes = await mutesOf(
      db,
      matched.map(({ userId }) => userId),
    )
    const isMuted = ({ userId, byItself }: MatchedReader) =>
      !byItself && mutes.has(userId) && muting({ mutes: mutes.get(userId) ?? [] }, inflection)(event)
    const alerts = matched.filter((reader) => !isMuted(reader)).map((reader) => alertFor(reader, now, until))
    await saveAlerts(db, event, alerts, now)
    if (matched.length < READERS_AT_ONCE) return
    after = matched.at(-1)?.userId ?? after
  }
}

function alertFor(reader: MatchedReader, now: Date, until: (quiet: QuietTime | null) => Date): Alert {
  const { userId, ruleId, minSources, quiet } = reader
  const when = (wanted: boolean, atOnce: boolean) => (!wanted ? null : atOnce ? now : until(quiet))
  return {
    userId,
    ruleId,
    minSources,
    pushAt: when(reader.push, reader.pushAtOnce),
    mailAt: when(reader.mail, reader.mailAtOnce),
    webhookAt: when(reader.webhook, reader.webhookAtOnce),
  }
}

/** Many readers have the same night, and a calendar is slow. */
function quietEnds(now: Date): (quiet: QuietTime | null) => Date {
  const existing = new Map<string, Date>()
  return (quiet) => {
    if (!quiet) return now
    const key = `${quiet.timezone} ${quiet.from} ${quiet.until}`
    const until = existing.get(key) ?? quietUntil(now, quiet) ?? now
    existing.set(key, until)
    return until
  }
}
