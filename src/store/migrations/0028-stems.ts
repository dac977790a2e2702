import { type Kysely, sql } from 'kysely'

/** Words have other stems than before: what stories compare is read anew, and each story that runs is looked at again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from story_features`.execute(db)
  await sql`
    update events e set story_state = 'pending'
    from story_events l join stories s on s.id = l.story_id and s.status = 'active' where l.event_id = e.id`.execute(db)
}
