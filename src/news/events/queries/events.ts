/** Events as readers see them: one or many by their ids, and the redirects of merged ones. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { hydrateArticles } from '../../articles/queries/articles.ts'
import type { ArticleView } from '../../articles/queries/views.ts'
import { findMergeTarget, type Lookup, resolve } from '../../resources/queries/moved.ts'
import type { Settlement } from '../rules/settlement.ts'
import { assembleEvent, type EventRow, type TextRow } from './assemble.ts'
import type { EventView } from './views.ts'

/** Articles that one event's view holds. */
const maxEntries = 100

/** Views of the events among `ids` that have a published article, in the order of `ids`; what was merged is left out. */
export async function hydrateEvents(db: ReadDb, ids: number[], siteLanguage: string): Promise<EventView[]> {
  if (ids.length === 0) return []
  const rows = await selectEvents(db, ids)
  const members = await membersOf(db, [...rows.keys()], siteLanguage)
  return ids.flatMap((id) => {
    const [row, entries] = [rows.get(id), members.get(id)]
    return row && entries ? [assembleEvent(row, entries, siteLanguage)] : []
  })
}

/** The event, or null; one that was merged is null here, see `resolveEvent`. */
export async function findEvent(db: ReadDb, id: number, siteLanguage: string): Promise<EventView | null> {
  return (await hydrateEvents(db, [id], siteLanguage))[0] ?? null
}

/** The event, or the id of the one that it was merged into. */
export const resolveEvent = (db: ReadDb, id: number, siteLanguage: string): Promise<Lookup<EventView>> =>
  resolve(
    () => findEvent(db, id, siteLanguage),
    () => findMergeTarget(db, 'events', id),
  )

/** The event, or the one that it was merged into. */
export async function findShownEvent(db: ReadDb, id: number, siteLanguage: string): Promise<EventView | null> {
  const lookup = await resolveEvent(db, id, siteLanguage)
  if (!lookup || 'found' in lookup) return lookup?.found ?? null
  return findEvent(db, Number(lookup.moved), siteLanguage)
}

type Row = Omit<EventRow, 'text' | 'settlements'> & {
  text: (Omit<TextRow, 'at'> & { at: string }) | null
  settlements: (Omit<Settlement, 'at'> & { at: string })[]
}

async function selectEvents(db: ReadDb, ids: number[]): Promise<Map<number, EventRow>> {
  const { rows } = await sql<Row>`
    select e.id, e.last_at as "lastAt", e.source_count as "sourceCount", e.split_from as "splitFrom",
      (select count(*) from shown_articles a where a.event_id = e.id) as "entriesCount",
      (select json_build_object('id', s.id, 'title', s.title, 'status', s.status)
        from story_events l join shown_stories s on s.id = l.story_id where l.event_id = e.id) as story,
      (select json_build_object('revision', t.revision, 'title', t.title, 'summary', t.summary, 'points', t.points,
          'by', t.text_by, 'model', t.model, 'at', t.at, 'articleIds', (
            select l.article_ids from shown_event_texts l
            where l.event_id = t.event_id and (l.text_by = 'ai' or l.revision = t.revision)
            order by l.text_by = 'ai' desc, l.revision desc limit 1))
        from shown_event_texts t where t.event_id = e.id
        order by t.revision desc limit 1) as text,
      (select coalesce(json_agg(json_build_object('point', s.point, 'settled', s.settled, 'settledBy', s.settled_by,
          'broughtBy', s.brought_by, 'reason', s.reason, 'model', s.model, 'at', s.at) order by s.id), '[]')
        from settlements_of(e.id) s) as settlements
    from shown_events e where e.id = any(${ids}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ text, settlements, ...row }) => [
      row.id,
      {
        ...row,
        text: text && { ...text, at: new Date(text.at) },
        settlements: settlements.map((one) => ({ ...one, at: new Date(one.at) })),
      },
    ]),
  )
}

async function membersOf(db: ReadDb, ids: number[], siteLanguage: string): Promise<Map<number, ArticleView[]>> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by event_id order by sort_at, id) as place
      from shown_articles where event_id = any(${ids}::bigint[])
    ) m where place <= ${maxEntries} order by place`.execute(db)
  const articles = await hydrateArticles(
    db,
    rows.map((row) => row.id),
    siteLanguage,
  )
  return Map.groupBy(articles, (article) => article.event?.id ?? 0)
}
