/** Articles that are about the topic because their event is: decided again whenever the event may have changed. */
import { sql } from 'kysely'
import { type Database, type Db, publishing, type Trx } from '../../../platform/database/database.ts'
import { type EventEvidence, isRelevantByEvent } from '../rules/event-relevance.ts'
import { hasRelevanceOverride } from './has-relevance-override.ts'

interface Open extends EventEvidence {
  id: number
  byEvent: boolean
}

/**
 * Articles whose own text leaves it open, without a verdict of a model or an operator, and those that an event decided. What an
 * event decided is no evidence for another article. The bounds are those of the index articles_open.
 */
async function listOpen(db: Db, eventIds: number[] | null): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select a.id, a.relevance_score as score, a.relevant_by_event as "byEvent", (
      select count(distinct coalesce(o.credited_publisher, p.publisher)) from articles o join feeds p on p.id = o.feed_id
      where o.event_id = a.event_id and o.status = 'published' and o.relevant
        and (not o.relevant_by_event or o.relevance_score >= 1 or ${hasRelevanceOverride('o')})
        and coalesce(o.credited_publisher, p.publisher) <> coalesce(a.credited_publisher, f.publisher)
    ) as publishers
    from articles a join feeds f on f.id = a.feed_id
    where (a.relevant_by_event or a.relevance_score >= 0.5 and a.relevance_score < 1)
      and ${eventIds === null ? sql`true` : sql`a.event_id = any(${eventIds}::bigint[])`}
      and a.status <> 'removed' and a.translated_by is null and a.enrich_state <> 'pending'
      and not ${hasRelevanceOverride('a')}`.execute(db)
  return rows
}

const listChanged = async (db: Db, eventIds: number[] | null): Promise<Open[]> =>
  (await listOpen(db, eventIds)).filter((open) => isRelevantByEvent(open) !== open.byEvent)

/** Decides the open articles of these events. Idempotent; the order of calls leaves no trace. */
export async function decideByEvents(trx: Trx, eventIds: number[] | null): Promise<void> {
  const changed = await listChanged(trx, eventIds)
  if (changed.length === 0) return
  await sql`
    update articles a set relevant_by_event = not a.relevant_by_event,
      relevant = not a.relevant_by_event or coalesce(a.relevance_score >= 1, false)
    where id = any(${changed.map(({ id }) => id)}::bigint[])`.execute(trx)
}

/** For all events: after other writes than clustering's, such as the answer of a model or an operator about another article. */
export async function decideByAllEvents(database: Database): Promise<void> {
  if ((await listChanged(database.db, null)).length > 0) await publishing(database, (trx) => decideByEvents(trx, null))
}
