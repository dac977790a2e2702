/** One search over all that an operator looks after, by words in names; articles have a search of their own. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { parseId } from '../../../platform/ids.ts'
import { inNameOrder } from '../../../platform/text/collation.ts'
import { normalForm } from '../../../platform/text/normal-form.ts'

export interface Found {
  id: number
  title: string
  at: Date | null
}

export interface FoundThings {
  sources: Found[]
  events: Found[]
  stories: Found[]
  /** Acts on things of that name. */
  actions: (Found & { action: string })[]
}

const EACH = 20

/** Patterns of which all must fit. */
export const likePatterns = (q: string): string[] =>
  normalForm(q)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** Every word must stand in the name; a number finds what has it. */
export async function findThings(db: ReadDb, q: string, language: string): Promise<FoundThings> {
  const patterns = likePatterns(q)
  const id = parseId(q) ?? 0
  const fits = (text: ReturnType<typeof sql>) => sql`search_normal(${text}) ilike all(${patterns}::text[])`
  const sources = await sql<Found>`
    select id, title, last_new_at as at from feeds
    where status <> 'removed' and (id = ${id} or ${fits(sql`(title || ' ' || url || ' ' || publisher)`)})
    order by id`.execute(db)
  const events = await sql<Found>`
    select e.id, min(coalesce(a.translated_title, a.title)) as title, e.last_at as at
    from events e join event_members m on m.event_id = e.id join articles a on a.id = m.article_id
    where e.merged_into is null and (e.id = ${id} or ${fits(sql`coalesce(a.translated_title, a.title)`)})
    group by e.id order by e.last_at desc, e.id desc limit ${EACH}`.execute(db)
  const stories = await sql<Found>`
    select id, title, last_at as at from stories where merged_into is null and (id = ${id} or ${fits(sql`title`)})
    order by last_at desc nulls last, id desc limit ${EACH}`.execute(db)
  const actions = await sql<FoundThings['actions'][number]>`
    select id, subject as title, action, at from operator_actions where ${fits(sql`subject`)} and subject <> ''
    order by id desc limit ${EACH}`.execute(db)
  const named = inNameOrder(sources.rows, language, ({ title }) => title).slice(0, EACH)
  return { sources: named, events: events.rows, stories: stories.rows, actions: actions.rows }
}
