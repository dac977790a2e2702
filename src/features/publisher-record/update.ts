/** Keeps the months of publishers: counts events that have changed, and retains counts of articles that are deleted. */
import { sql } from 'kysely'
import {
  type Database,
  type Db,
  publishing,
  rowsParameter,
  type Trx,
  transaction,
} from '../../platform/database/database.ts'
import { type Case, casesOf, type RecordedEvent, type Report } from './cases.ts'
import { type Clock, clockOf } from './clock.ts'
import { pairsOf, type Skewed, sumsOf, topicsOf } from './figures.ts'

/** Between two passes: each reads and writes the month of every publisher. */
const WAIT_MS = 24 * 3_600_000
/** Events of one read. */
const AT_ONCE = 500
/** As many as an event's page reads. */
const MAX_REPORTS = 100

/** True with changes that are not counted, a day after the last pass. Sooner, if that saw less than half. */
export async function isUpdateDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (
      select from publisher_month_progress p, change_log l, (select coalesce(max(position), 0) as last from changes) c
      where p.epoch = l.epoch and (p.position >= c.last
        or (p.position * 2 >= c.last and p.at > ${new Date(now.getTime() - WAIT_MS)})))
    as due`.execute(db)
  return rows[0]?.due ?? false
}

interface Progress {
  epoch: string
  position: number
  /** End of the last pass; null if all is to be counted again. */
  since: number | null
  prunedBefore: Date | null
}

/** `keepDays`: age at which articles are deleted. The months are the same however often and after whichever change it runs. */
export async function updateMonths(database: Database, now: Date, keepDays?: number): Promise<void> {
  await transaction(database, async (trx) => {
    const progress = await startPass(trx, now, keepDays)
    const events = progress.since === null ? null : await listChanged(trx, progress.since, progress.position)
    for (const month of await listMonths(trx, events)) await updateMonth(trx, month, events, progress.prunedBefore)
  })
  // Pages that are cached show the months as they were. Raised at the end: other writers wait for the version.
  await publishing(database, async () => {})
}

/** One pass at a time. */
async function startPass(trx: Trx, now: Date, keepDays: number | undefined): Promise<Progress> {
  await sql`select pg_advisory_xact_lock(hashtext('publisher_month_progress'))`.execute(trx)
  const { rows } = await sql<Progress>`
    select l.epoch, coalesce((select max(position) from changes), l.forgotten_to) as position, p.pruned_before as "prunedBefore",
      case when p.epoch = l.epoch and p.position >= l.forgotten_to then p.position end as since
    from change_log l left join publisher_month_progress p on true`.execute(trx)
  const [found] = rows
  const before = found?.prunedBefore?.getTime() ?? Number.NEGATIVE_INFINITY
  const limit = Math.max(before, keepDays === undefined ? before : now.getTime() - keepDays * 86_400_000)
  const { epoch = '', position = 0, since = null } = found ?? {}
  const progress = { epoch, position, since, prunedBefore: Number.isFinite(limit) ? new Date(limit) : null }
  await sql`
    insert into publisher_month_progress (epoch, position, at, pruned_before)
    values (${epoch}, ${position}, ${now}, ${progress.prunedBefore})
    on conflict (one) do update set epoch = excluded.epoch, position = excluded.position, at = excluded.at,
      pruned_before = excluded.pruned_before`.execute(trx)
  return progress
}

/** Events that changed, those of changed articles among them. */
async function listChanged(trx: Trx, since: number, until: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with log as (select kind, id, into_id, from_id from changes where position > ${since} and position <= ${until})
    select x.id::bigint as id from log c, unnest(array[c.id, c.into_id, c.from_id]) x(id) where c.kind = 'event' and x.id is not null
    union select a.event_id from log c join shown_articles a on a.id = c.id::bigint
    where c.kind = 'entry' and a.event_id is not null`.execute(trx)
  return rows.map(({ id }) => id)
}

/** From the first month that has one of the events, or had one: the clock of a month may be that of the month before. */
async function listMonths(trx: Trx, events: number[] | null): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with found as (
      select date_trunc('month', e.first_at at time zone 'UTC')::date as month from shown_events e
        where ${events === null ? sql`true` : sql`e.id = any(${events}::bigint[])`}
      union select month from publisher_months where ${events === null ? sql`true` : sql`event_ids && ${events}::bigint[]`})
    select month from found
    union select month from publisher_months where month > (select min(month) from found) order by month`.execute(trx)
  return rows.map(({ month }) => month)
}

interface Row {
  publisher: string
  clock: Clock
  inherited: boolean
  /** Null where none of its cases has changed. */
  cases: Case[] | null
}

/** Cases of the month whose events have changed are made again. Those of events that may have lost articles stay. */
async function updateMonth(trx: Trx, month: string, events: number[] | null, prunedBefore: Date | null): Promise<void> {
  const changed = events && new Set(events)
  const limit = prunedBefore?.getTime() ?? Number.NEGATIVE_INFINITY
  const isFinal = (one: Case) => one.at < limit || (changed !== null && !changed.has(one.event))
  const fresh = await readCases(trx, month, events, prunedBefore)
  const rows = await readRows(trx, month, events, [...fresh.keys()])
  const before = new Map(rows.map((row) => [row.publisher, row]))
  const after = new Map<string, Case[]>()
  for (const publisher of new Set([...before.keys(), ...fresh.keys()])) {
    const stored = before.get(publisher)
    if (stored && stored.cases === null) continue
    const remaining = (stored?.cases ?? []).filter(isFinal)
    after.set(
      publisher,
      [...remaining, ...(fresh.get(publisher) ?? [])].sort((a, b) => a.at - b.at || a.event - b.event),
    )
  }
  const clocks = await clocksOf(trx, month, rows, after)
  const skewed = skewedOf([...clocks].map(([publisher, { clock }]) => ({ publisher, clock })))
  // Each figure of the month leaves out publishers whose clock is wrong.
  if (skewed.join() !== skewedOf(rows).join())
    for (const row of await readRows(trx, month, null, []))
      if (!after.has(row.publisher)) after.set(row.publisher, row.cases ?? [])
  await saveRows(trx, month, after, clocks, new Set(skewed))
}

type Clocks = ReadonlyMap<string, Pick<Row, 'clock' | 'inherited'>>

async function clocksOf(trx: Trx, month: string, rows: readonly Row[], all: Map<string, Case[]>): Promise<Clocks> {
  const { rows: earlier } = await sql<{ publisher: string; clock: Clock }>`
    select publisher, clock from publisher_months where month = ${month}::date - interval '1 month'`.execute(trx)
  const before = new Map(earlier.map(({ publisher, clock }) => [publisher, clock]))
  const found = new Map(rows.map(({ publisher, clock, inherited }) => [publisher, inherited ? null : clock]))
  for (const [publisher, cases] of all) found.set(publisher, clockOf(cases.map(({ lag }) => lag)))
  return new Map(
    [...found].map(([publisher, clock]) => [
      publisher,
      { clock: clock ?? before.get(publisher) ?? 'right', inherited: clock === null },
    ]),
  )
}

const skewedOf = (rows: readonly Pick<Row, 'publisher' | 'clock'>[]): string[] =>
  rows.flatMap(({ publisher, clock }) => (clock === 'right' ? [] : [publisher])).sort()

/** With cases where an event of theirs has changed, or a case is new. */
async function readRows(trx: Trx, month: string, events: number[] | null, publishers: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select publisher, clock, clock_inherited as inherited,
      case when ${events === null} or event_ids && ${events ?? []}::bigint[] or publisher = any(${publishers}::text[])
        then cases end as cases
    from publisher_months where month = ${month}`.execute(trx)
  return rows
}

async function saveRows(
  trx: Trx,
  month: string,
  all: Map<string, Case[]>,
  clocks: Clocks,
  skewed: Skewed,
): Promise<void> {
  const rows = [...all].map(([publisher, cases]) => ({
    publisher,
    cases,
    ids: cases.map(({ event }) => event),
    clock: clocks.get(publisher)?.clock ?? 'right',
    inherited: clocks.get(publisher)?.inherited ?? true,
    figures: sumsOf(cases, publisher, skewed),
    topics: topicsOf(cases, publisher, skewed),
    pairs: pairsOf(cases),
  }))
  const without = rows.flatMap(({ publisher, cases }) => (cases.length === 0 ? publisher : []))
  if (without.length > 0)
    await sql`delete from publisher_months where month = ${month} and publisher = any(${without}::text[])`.execute(trx)
  await sql`
    insert into publisher_months (publisher, month, cases, event_ids, clock, clock_inherited, figures, topics, pairs)
    select r.publisher, ${month}, r.cases, array(select jsonb_array_elements_text(r.ids)::bigint), r.clock, r.inherited, r.figures, r.topics, r.pairs
    from jsonb_to_recordset(${rowsParameter(rows.filter(({ cases }) => cases.length > 0))}::jsonb)
      r(publisher text, cases jsonb, ids jsonb, clock text, inherited boolean, figures jsonb, topics jsonb, pairs jsonb)
    on conflict (publisher, month) do update set cases = excluded.cases, event_ids = excluded.event_ids, clock = excluded.clock,
      clock_inherited = excluded.clock_inherited, figures = excluded.figures, topics = excluded.topics, pairs = excluded.pairs`.execute(
    trx,
  )
}

/** Of the events that are shown now, by publisher. */
async function readCases(
  trx: Trx,
  month: string,
  events: number[] | null,
  prunedBefore: Date | null,
): Promise<Map<string, Case[]>> {
  const all = new Map<string, Case[]>()
  const ids = await listCountable(trx, month, events, prunedBefore)
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const event of await readEvents(trx, ids.slice(at, at + AT_ONCE)))
      for (const [publisher, one] of casesOf(event)) {
        const cases = all.get(publisher) ?? []
        all.set(publisher, cases)
        cases.push(one)
      }
  return all
}

/** Relevant events that began in the month, of which no article is gone. */
async function listCountable(
  trx: Trx,
  month: string,
  events: number[] | null,
  prunedBefore: Date | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from shown_events e
    where e.relevant > 0 and e.first_at >= ${month}::date::timestamp at time zone 'UTC'
      and e.first_at < (${month}::date + interval '1 month') at time zone 'UTC'
      and ${events === null ? sql`true` : sql`e.id = any(${events}::bigint[])`}
      and ${
        prunedBefore === null
          ? sql`true`
          : sql`e.first_at >= ${prunedBefore} and not exists (
        select from publisher_months m, jsonb_array_elements(m.cases) c
        where m.event_ids @> array[e.id] and (c ->> 'event')::bigint = e.id and (c ->> 'at')::bigint < ${prunedBefore.getTime()})`
      }
    order by e.id`.execute(trx)
  return rows.map(({ id }) => id)
}

type EventRow = Omit<RecordedEvent, 'reports'>

async function readEvents(trx: Trx, ids: number[]): Promise<RecordedEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.first_at as "firstAt", coalesce(t.points, '[]') as points,
      case when t.points is null then '[]' else (
        select coalesce(jsonb_agg(jsonb_build_object('point', s.point, 'settledBy', s.settled_by, 'broughtBy', s.brought_by) order by s.id), '[]')
        from settlements_of(e.id) s where s.settled) end as settlements
    from shown_events e left join lateral (
      select points from shown_event_texts where event_id = e.id order by revision desc limit 1) t on true
    where e.id = any(${ids}::bigint[]) order by e.id`.execute(trx)
  const reports = await readReports(trx, ids)
  return rows.map((event) => ({ ...event, reports: reports.get(event.id) ?? [] }))
}

async function readReports(trx: Trx, ids: number[]): Promise<Map<number, Report[]>> {
  const { rows } = await sql<Report & { eventId: number }>`
    select a.id, a.event_id as "eventId", f.publisher, a.credited_publisher as "creditedPublisher",
      a.published_at as "publishedAt", a.discovered_at as "discoveredAt", a.excerpt,
      coalesce(a.published_at, a.discovered_at - interval '1 hour') < f.created_at as early, a.tag_ids as "tagIds"
    from (
      select *, row_number() over (partition by event_id order by sort_at, id) as place
      from shown_articles where event_id = any(${ids}::bigint[])) a join feeds f on f.id = a.feed_id
    where a.place <= ${MAX_REPORTS} order by a.event_id, a.place`.execute(trx)
  return Map.groupBy(rows, ({ eventId }) => eventId)
}
