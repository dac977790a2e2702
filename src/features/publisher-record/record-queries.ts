/** Records of publishers, from their months. */
import { sql } from 'kysely'
import { hydrateEvents } from '../../news/events/queries/events.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import {
  type PublisherRow,
  publisherColumns,
  publisherOfFeed,
  toPublisher,
} from '../../news/sources/queries/publishers.ts'
import type { TagRef } from '../../news/tags/queries/views.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import { inNameOrder } from '../../platform/text/collation.ts'
import type { Share } from '../../platform/text/wilson.ts'
import type { Case } from './cases.ts'
import type { Clock } from './clock.ts'
import {
  addCounts,
  addPairs,
  addSums,
  type Counts,
  casesAmong,
  casesBehind,
  type FigureName,
  figureNames,
  isHabit,
  isSharedWith,
  MIN_CASES,
  middle,
  type PairSums,
  type Pairs,
  type Sums,
  shareOf,
  topicFigures,
} from './figures.ts'
import type {
  Comparison,
  FigureShares,
  PairView,
  PublisherName,
  RecordSpan,
  RecordView,
  RumorsBehind,
  SettledRumor,
  TopicRecord,
  TopicShares,
} from './views.ts'

/** Of a record, the current one among them. */
export const MONTHS = 12

/** Months as YYYY-MM. */
export interface Span {
  since: string
  until: string
}

/** The latest months that there are, from the first one on; an empty one where there is none. */
export async function latestMonths(db: ReadDb): Promise<Span> {
  const { rows } = await sql<{ since: string | null; until: string | null }>`
    select to_char(greatest(min(month), max(month) - make_interval(months => ${MONTHS - 1})), 'YYYY-MM') as since,
      to_char(max(month), 'YYYY-MM') as until
    from publisher_months`.execute(db)
  const [found] = rows
  return { since: found?.since ?? '1970-01', until: found?.until ?? '1970-01' }
}

const within = ({ since, until }: Span) => sql`month between ${`${since}-01`}::date and ${`${until}-01`}::date`

interface MonthRow {
  publisher: string
  month: string
  clock: Clock
  figures: Sums
  pairs: Pairs
}

/** Newest first. */
async function selectMonths(db: ReadDb, span: Span, publishers?: readonly string[]): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select publisher, to_char(month, 'YYYY-MM') as month, clock, figures, pairs from publisher_months
    where ${within(span)} and ${publishers ? sql`publisher = any(${publishers}::text[])` : sql`true`}
    order by month desc, publisher`.execute(db)
  return rows
}

/** Of all publishers that have a source. */
async function publisherNames(db: ReadDb): Promise<(domain: string) => PublisherName> {
  const { rows } = await sql<PublisherRow & { feedId: number | null }>`
    select distinct on (f.publisher) ${publisherColumns}, case when f.status = 'active' then f.id end as "feedId"
    from feeds f left join ${publisherOfFeed} order by f.publisher, f.status <> 'active', f.id`.execute(db)
  const names = new Map(rows.map(({ feedId, ...row }) => [row.publisher, { name: toPublisher(row).name, feedId }]))
  return (publisher) => ({ publisher, ...(names.get(publisher) ?? { name: publisher, feedId: null }) })
}

const sharesOf = (counts: Counts): FigureShares =>
  Object.fromEntries(figureNames.map((name) => [name, shareOf(counts[name])])) as FigureShares

const minutesOf = (times: readonly number[]): number | null => {
  const time = middle(times)
  return time === null ? null : Math.round(time / 60_000)
}

function spanOf(of: PublisherName, { since, until }: Span, rows: readonly MonthRow[]): RecordSpan {
  const sums = addSums(rows.map(({ figures }) => figures))
  return {
    ...of,
    title: of.name,
    since,
    until,
    events: sums.events,
    figures: sharesOf(sums.counts),
    correctedAfterMinutes: sums.correctedAfter.length < MIN_CASES ? null : minutesOf(sums.correctedAfter),
    clock: rows.find(({ clock }) => clock !== 'right')?.clock ?? 'right',
  }
}

/** Null for a publisher that no month has. */
export async function findRecord(db: ReadDb, publisher: string): Promise<RecordView | null> {
  const span = await latestMonths(db)
  const { rows: involved } = await sql<{ publisher: string }>`
    select distinct publisher from publisher_months
    where ${within(span)} and (publisher = ${publisher} or pairs ? ${publisher})`.execute(db)
  if (!involved.some((one) => one.publisher === publisher)) return null
  const rows = await selectMonths(
    db,
    span,
    involved.map((one) => one.publisher),
  )
  const nameOf = await publisherNames(db)
  const pairs = (await pairViews(db, rows, nameOf)).filter(({ share }) => share.hits > 0)
  const its = rows.filter((row) => row.publisher === publisher)
  return {
    ...spanOf(nameOf(publisher), span, its),
    rumors: rumorShare(await listRumors(db, span, publisher)),
    copies: pairs.filter((pair) => pair.publisher.publisher === publisher),
    copied: pairs.filter((pair) => pair.other.publisher === publisher),
    months: its.map(({ month, clock, figures }) => ({
      month,
      clock,
      events: figures.events,
      figures: sharesOf(figures.counts),
    })),
  }
}

/** Of a publisher that no month has. */
export async function emptyRecord(db: ReadDb, publisher: string): Promise<RecordView> {
  const nameOf = await publisherNames(db)
  return {
    ...spanOf(nameOf(publisher), await latestMonths(db), []),
    rumors: null,
    copies: [],
    copied: [],
    months: [],
  }
}

/** All that have a month, by name. */
export async function listRecords(db: ReadDb, span: Span, language: string): Promise<RecordSpan[]> {
  const nameOf = await publisherNames(db)
  const byPublisher = Map.groupBy(await selectMonths(db, span), ({ publisher }) => publisher)
  const all = [...byPublisher].map(([publisher, rows]) => spanOf(nameOf(publisher), span, rows))
  return inNameOrder(all, language, ({ name }) => name)
}

/** Months that have a row, newest first. */
export async function listMonths(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(month, 'YYYY-MM') as month from publisher_months order by 1 desc`.execute(db)
  return rows.map(({ month }) => month)
}

/** Settled ones of the guides that it brought up, newest first. */
async function listRumors(db: ReadDb, { since, until }: Span, publisher: string): Promise<SettledRumor[]> {
  const { rows } = await sql<SettledRumor>`
    select r ->> 'claim' as claim, r ->> 'on' as on, r ->> 'url' as url, r ->> 'verdict' as verdict,
      r -> 'settled' as settled, json_build_object('slug', slug, 'title', title) as guide,
      (select min(a.event_id) from shown_articles a join feeds f on f.id = a.feed_id
        where f.publisher = ${publisher} and a.url = r ->> 'url') as event
    from guides, jsonb_array_elements(rumors) r
    where r -> 'by' ->> 'domain' = ${publisher} and r ->> 'verdict' in ('true', 'wrong')
      and left(r ->> 'on', 7) between ${since} and ${until} order by r ->> 'on' desc, r ->> 'id'`.execute(db)
  return rows
}

const rumorShare = (rumors: readonly SettledRumor[]): Share | null =>
  shareOf([rumors.filter(({ verdict }) => verdict === 'true').length, rumors.length])

/** Rumors behind their share; null below twenty. */
export async function findRumorsBehind(db: ReadDb, publisher: string, language: string): Promise<RumorsBehind | null> {
  const rumors = await listRumors(db, await latestMonths(db), publisher)
  const share = rumorShare(rumors)
  if (!share) return null
  const ids = new Set(rumors.flatMap(({ event }) => event ?? []))
  return { rumors, share, events: await hydrateEvents(db, [...ids], language) }
}

interface Override {
  publisher: string
  other: string
  copies: boolean
}

/** Pairs that both report twenty events or more, and those that the operator ruled on; most copies first. */
export async function listPairs(db: ReadDb, publishers?: readonly string[]): Promise<PairView[]> {
  return pairViews(db, await selectMonths(db, await latestMonths(db), publishers), await publisherNames(db))
}

async function pairViews(
  db: ReadDb,
  rows: readonly MonthRow[],
  nameOf: (domain: string) => PublisherName,
): Promise<PairView[]> {
  const { rows: overrides } = await sql<Override>`select publisher, other, copies from publisher_pairs`.execute(db)
  const byPublisher = Map.groupBy(rows, ({ publisher }) => publisher)
  return [...byPublisher]
    .flatMap(([publisher, its]) =>
      Object.entries(addPairs(its.map(({ pairs }) => pairs))).flatMap(([other, sums]) => {
        const override = overrides.find((one) => one.publisher === publisher && one.other === other)
        return pairView(nameOf(publisher), nameOf(other), sums, override) ?? []
      }),
    )
    .sort((a, b) => b.share.hits - a.share.hits || b.share.low - a.share.low)
}

function pairView(
  publisher: PublisherName,
  other: PublisherName,
  sums: PairSums,
  override: Override | undefined,
): PairView | null {
  const share = shareOf([sums.copies, sums.shared])
  if (!share) return null
  return {
    publisher,
    other,
    share,
    afterMinutes: minutesOf(sums.after),
    override: override ? (override.copies ? 'copies' : 'independent') : null,
    isCopy: override?.copies ?? isHabit(sums),
  }
}

export async function comparePublishers(db: ReadDb, names: readonly [string, string]): Promise<Comparison | null> {
  const [one, other] = [await findRecord(db, names[0]), await findRecord(db, names[1])]
  if (!one || !other) return null
  const pairOf = (from: RecordView, to: RecordView) =>
    from.copies.find((pair) => pair.other.publisher === to.publisher) ?? null
  const topics = await selectTopics(db, await latestMonths(db), [...names])
  const tags = await selectTags(
    db,
    [...topics.values()].flatMap((byTag) => [...byTag.keys()]),
  )
  return {
    publishers: [one, other],
    pairs: [pairOf(one, other), pairOf(other, one)],
    topics: tags.map((tag) => {
      const sharesIn = (name: string) => topics.get(name)?.get(tag.id) ?? null
      return { tag, figures: [sharesIn(names[0]), sharesIn(names[1])] }
    }),
  }
}

/** By publisher and tag, as far as there are cases enough. */
async function selectTopics(
  db: ReadDb,
  span: Span,
  publishers: readonly string[] | null,
  tag: number | null = null,
): Promise<Map<string, Map<number, TopicShares>>> {
  const { rows } = await sql<{ publisher: string; tag: number; counts: Counts[] }>`
    select m.publisher, t.key::integer as tag, jsonb_agg(t.value) as counts from publisher_months m, jsonb_each(m.topics) t
    where ${within(span)} and (${publishers}::text[] is null or m.publisher = any(${publishers}::text[]))
      and (${tag}::integer is null or t.key = ${tag}::text) group by 1, 2`.execute(db)
  const shares = rows.flatMap(({ publisher, tag: of, counts }) => {
    const sum = addCounts(counts)
    const figures = Object.fromEntries(topicFigures.map((name) => [name, shareOf(sum[name])])) as TopicShares
    return Object.values(figures).some(Boolean) ? [{ publisher, tag: of, figures }] : []
  })
  return new Map(
    [...Map.groupBy(shares, ({ publisher }) => publisher)].map(([publisher, its]) => [
      publisher,
      new Map(its.map((one) => [one.tag, one.figures])),
    ]),
  )
}

async function selectTags(db: ReadDb, ids: number[]): Promise<TagRef[]> {
  return db
    .selectFrom('tags')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', [0, ...ids])
    .orderBy('name')
    .execute()
}

/** Of one topic; most often first first. */
export async function listTopicRecords(db: ReadDb, tag: number): Promise<TopicRecord[]> {
  const nameOf = await publisherNames(db)
  const topics = await selectTopics(db, await latestMonths(db), null, tag)
  return [...topics]
    .flatMap(([publisher, byTag]) => [...byTag.values()].map((figures) => ({ ...nameOf(publisher), figures })))
    .sort((a, b) => (b.figures.first?.low ?? 0) - (a.figures.first?.low ?? 0))
}

/** Topics that records have figures of. */
export async function listTopics(db: ReadDb): Promise<TagRef[]> {
  const topics = await selectTopics(db, await latestMonths(db), null)
  return selectTags(db, [...new Set([...topics.values()].flatMap((byTag) => [...byTag.keys()]))])
}

export interface EventsBehind {
  /** Newest first. */
  events: EventView[]
  share: Share
  total: number
  /** Of the total, those whose articles are deleted, or that became part of another event. */
  gone: number
}

/** Of a case of a month. */
export interface AmongCases {
  tag: number | null
  /** YYYY-MM */
  month: string | null
  other: string | null
}

/** Events that a figure counts; null below twenty cases. */
export async function listEventsBehind(
  db: ReadDb,
  publisher: string,
  name: FigureName,
  { tag, month: only, other }: AmongCases,
  { page, perPage, language }: { page: number; perPage: number; language: string },
): Promise<EventsBehind | null> {
  const span = only === null ? await latestMonths(db) : { since: only, until: only }
  const { rows } = await sql<{ month: string; cases: Case[] }>`
    select to_char(month, 'YYYY-MM') as month, cases from publisher_months
    where ${within(span)} and publisher = ${publisher} order by month desc`.execute(db)
  const { rows: skewed } = await sql<{ month: string; publisher: string }>`
    select to_char(month, 'YYYY-MM') as month, publisher from publisher_months
    where ${within(span)} and clock <> 'right'`.execute(db)
  const isAmong = (one: Case) =>
    (tag === null || one.tags.includes(tag)) && (other === null || isSharedWith(one, other))
  const found = rows.map(({ month, cases }) => {
    const ofMonth = new Set(skewed.filter((one) => one.month === month).map((one) => one.publisher))
    const among = casesAmong(name, cases.filter(isAmong), publisher, ofMonth)
    const behind = casesBehind(name, among, publisher, ofMonth)
    const its = other === null || name !== 'copies' ? behind : behind.filter(({ copyOf }) => copyOf === other)
    return { of: among.length, ids: its.map(({ event }) => event).reverse() }
  })
  const ids = found.flatMap((one) => one.ids)
  const share = shareOf([ids.length, found.reduce((sum, { of }) => sum + of, 0)])
  if (!share) return null
  const { rows: shown } = await sql<{ id: number }>`
    select id from shown_events where id = any(${ids}::bigint[])`.execute(db)
  const existing = new Set(shown.map(({ id }) => id))
  const left = ids.filter((id) => existing.has(id))
  const events = await hydrateEvents(db, left.slice((page - 1) * perPage, page * perPage), language)
  return { events, share, total: ids.length, gone: ids.length - left.length }
}

export const findTopic = (db: ReadDb, slug: string) =>
  db.selectFrom('tags').select(['id', 'name', 'slug']).where('slug', '=', slug).executeTakeFirst()
