/** Other events about an event's time that share distinctive words with it, and the reason why they are separate. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import type { Features } from '../../events/clustering/pair-features.ts'
import { type SeparationReason, separationReasonOf } from '../../events/clustering/separation-reason.ts'

export interface EventLine {
  id: number
  title: string
  articles: number
  sources: number
  lastAt: Date
}

export interface NearEvent extends EventLine {
  /** Words that both have and few others, the rarest first, as stems. */
  shared: string[]
  separated: SeparationReason | 'ruling'
}

const title = sql`(select coalesce(x.translated_title, x.title) from event_members y join articles x on x.id = y.article_id
  where y.event_id = e.id order by x.sort_at, x.id limit 1)`

/** Of an event `e`: those of an {@link EventLine}. */
export const lineColumns = sql`e.id, coalesce(${title}, '') as title, e.articles_count as articles, e.source_count as sources,
  e.last_at as "lastAt"`

const MAX_SHARED = 6
/** Of each event, the newest. */
const MAX_COMPARED = 16

/** The likeliest first, by words that few articles of the days around have. */
export async function eventsNear(db: ReadDb, id: number): Promise<NearEvent[]> {
  const { rows } = await sql<EventLine & { terms: string[]; ruled: boolean }>`
    with around as materialized (
      select f.article_id, term from events e
      join article_features f on f.at between e.first_at - interval '4 days' and e.last_at + interval '4 days'
      cross join jsonb_array_elements_text(f.features->'title' || (f.features->'text') || (f.features->'titleWords')
        || (f.features->'textWords')) term
      where e.id = ${id}
    ), found as (
      select term, article_id from around where term in (
        select term from around join event_members m using (article_id) where m.event_id = ${id})
    ), rare as (
      select term, count(*) as n from found group by term having count(*) <= 40
    ), scored as (
      select m.event_id, sum(1.0 / r.n) as score, array_agg(r.term order by r.n, r.term) as terms
      from found p join rare r on r.term = p.term
      join event_members m on m.article_id = p.article_id where m.event_id <> ${id}
      group by m.event_id order by score desc, m.event_id limit 8
    )
    select ${lineColumns}, s.terms, exists (
      select from event_decisions d join event_members x on x.article_id = d.article_a
      join event_members y on y.article_id = d.article_b
      where not d.same and ((x.event_id = ${id} and y.event_id = e.id) or (x.event_id = e.id and y.event_id = ${id}))
    ) as ruled
    from scored s join events e on e.id = s.event_id
    where e.merged_into is null order by s.score desc, e.id`.execute(db)
  const items = await itemsOf(db, [id, ...rows.map((row) => row.id)])
  return rows.map(({ terms, ruled, ...line }) => ({
    ...line,
    shared: plainTerms(terms).slice(0, MAX_SHARED),
    separated: ruled ? 'ruling' : separationReasonOf(items.get(id) ?? [], items.get(line.id) ?? []),
  }))
}

/** Terms without the signs of what they are. */
export const plainTerms = (terms: readonly string[]): string[] => [
  ...new Set(terms.map((term) => term.replace(/^(?:[=#]|[vc$]:)/, ''))),
]

async function itemsOf(db: ReadDb, eventIds: number[]) {
  const { rows } = await sql<{ event: number; id: number; at: Date; publisher: string; features: Features }>`
    select event, id, at, publisher, features from (
      select m.event_id as event, f.article_id as id, f.at, f.features,
        coalesce(a.credited_publisher, s.publisher) as publisher,
        row_number() over (partition by m.event_id order by f.at desc, f.article_id) as nth
      from event_members m join article_features f using (article_id)
      join articles a on a.id = f.article_id join feeds s on s.id = a.feed_id
      where m.event_id = any(${eventIds}::bigint[])
    ) members where nth <= ${MAX_COMPARED}`.execute(db)
  const items = rows.map(({ event, at, ...item }) => ({ event, item: { ...item, at: at.getTime() } }))
  const byEvent = Map.groupBy(items, ({ event }) => event)
  return new Map([...byEvent].map(([event, some]) => [event, some.map(({ item }) => item)]))
}
