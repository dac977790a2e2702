/** Counts of one publisher, from the events that it and others report. */
import { sql } from 'kysely'
import type { StoredPoint } from '../../domain/events/event-text.ts'
import type { ReadDb } from '../articles/articles.ts'
import { copiedFrom } from './event-sources.ts'

export interface PublisherRecord {
  since: Date
  /** Events that it reported before every other publisher. */
  first: number
  /** Agreed points that it gave before every other publisher that gives them. */
  agreed: number
  /** Disputes that it settled by a correction of its own. */
  corrected: number
  /** Texts in another publisher's words. */
  copies: number
}

interface Report {
  id: number
  publisher: string
  creditedPublisher: string | null
  publishedAt: Date | null
  original: { summary: string }
}

interface EventRow {
  id: number
  firstAt: Date
  /** Of its text; empty without one. */
  points: StoredPoint[]
  /** Articles of each correction that settled a dispute. */
  corrections: number[][]
}

const REACH_MS = 90 * 86_400_000
const MAX_EVENTS = 300
/** As many as an event's page reads. */
const MAX_REPORTS = 100

/** Of its last 90 days, or as far back as its latest events reach. */
export async function findPublisherRecord(db: ReadDb, publisher: string, now: Date): Promise<PublisherRecord> {
  const reach = new Date(now.getTime() - REACH_MS)
  const events = await selectEvents(db, publisher, reach)
  const reports = await selectReports(
    db,
    events.map(({ id }) => id),
  )
  const counts = events.map((event) => countsOf(event, reports.get(event.id) ?? [], publisher))
  const sum = (key: keyof (typeof counts)[number]) => counts.reduce((total, one) => total + one[key], 0)
  return {
    since: events.length < MAX_EVENTS ? reach : (events.at(-1)?.firstAt ?? reach),
    first: sum('first'),
    agreed: sum('agreed'),
    corrected: sum('corrected'),
    copies: sum('copies'),
  }
}

function countsOf({ points, corrections }: EventRow, reports: Report[], publisher: string) {
  const copied = copiedFrom(reports)
  const originals = reports.filter(({ id }) => !copied.has(id))
  const published = new Set(reports.filter((report) => report.publisher === publisher).map(({ id }) => id))
  const agreed = points.filter(({ status, statements: [statement] }) => {
    const given = originals.filter(({ id }) => statement?.articles.includes(id))
    return status === 'agreed' && isFirst(given, publisher)
  })
  return {
    first: Number(isFirst(originals, publisher)),
    agreed: agreed.length,
    corrected: corrections.filter((ids) => ids.some((id) => published.has(id))).length,
    copies: [...copied.keys()].filter((id) => published.has(id)).length,
  }
}

/** Before each report of the others, one at least. A report without a date may have come at any time. */
function isFirst(reports: Report[], publisher: string): boolean {
  const times = (of: Report[]) => of.map(({ publishedAt }) => publishedAt?.getTime() ?? null)
  const others = times(reports.filter((report) => report.publisher !== publisher))
  const itsTimes = times(reports.filter((report) => report.publisher === publisher)).filter((at) => at !== null)
  const earliest = Math.min(...itsTimes)
  return others.length > 0 && others.every((at) => at !== null && earliest < at)
}

/** Newest first. */
async function selectEvents(db: ReadDb, publisher: string, since: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.first_at as "firstAt", coalesce(t.points, '[]') as points,
      (select coalesce(json_agg(s.brought_by), '[]') from settlements_of(e.id) s
        where s.settled and s.settled_by = 'source' and t.points is not null) as corrections
    from (
      select * from shown_events where first_at >= ${since} and relevant > 0 and published > 1 and id in (
        select a.event_id from feeds f join shown_articles a on a.feed_id = f.id
        where f.publisher = ${publisher} and a.sort_at >= ${since})
      order by first_at desc, id desc limit ${MAX_EVENTS}) e
    left join lateral (
      select points from shown_event_texts where event_id = e.id order by revision desc limit 1) t on true
    order by e.first_at desc, e.id desc`.execute(db)
  return rows
}

/** In the order of publication. */
async function selectReports(db: ReadDb, eventIds: number[]): Promise<Map<number, Report[]>> {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<Omit<Report, 'original'> & { eventId: number; excerpt: string }>`
    select a.id, a.event_id as "eventId", f.publisher, a.credited_publisher as "creditedPublisher",
      a.published_at as "publishedAt", a.excerpt
    from (
      select *, row_number() over (partition by event_id order by sort_at, id) as place
      from shown_articles where event_id = any(${eventIds}::bigint[])) a join feeds f on f.id = a.feed_id
    where a.place <= ${MAX_REPORTS} order by a.event_id, a.place`.execute(db)
  const reports = rows.map(({ eventId, excerpt, ...report }) => ({
    eventId,
    ...report,
    original: { summary: excerpt },
  }))
  return Map.groupBy(reports, ({ eventId }) => eventId)
}
