import { type Kysely, sql } from 'kysely'

/** Stories are held together by anchors, dissolve when nothing holds them, and are titled after their newest event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Where the address of a story that is none any more leads.
  await sql`
    create table dissolved_stories (
      story_id bigint primary key,
      event_id bigint references events on delete set null,
      at timestamptz not null
    )`.execute(db)
  // When the newest event happened that the text was written from.
  await sql`alter table stories add text_newest_at timestamptz`.execute(db)
  await sql`
    update stories s set text_newest_at = (
      select max(e.first_at) from story_events l join events e on e.id = l.event_id where l.story_id = s.id)
    where status = 'dormant'`.execute(db)
  // Features are read anew, with anchors; then each story that runs is looked at again.
  await sql`delete from story_features`.execute(db)
  await sql`
    update events e set story_state = 'pending'
    from story_events l join stories s on s.id = l.story_id and s.status = 'active' where l.event_id = e.id`.execute(db)
}
