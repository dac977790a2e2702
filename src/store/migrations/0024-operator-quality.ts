import { type Kysely, sql } from 'kysely'

/** What an operator rules on single sentences, the switch that stops models, and which articles publishers reserve. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claims add ruling text check (ruling in ('accepted', 'dropped', 'corrected'))`.execute(db)
  // A row is there as long as the switch is on.
  await sql`
    create table operator_switches (
      name text primary key check (name in ('models_stopped')),
      since timestamptz not null
    )`.execute(db)
  await sql`alter table event_texts drop constraint event_texts_reason_check`.execute(db)
  await sql`
    alter table event_texts add constraint event_texts_reason_check
    check (reason in ('second_source', 'new_fact', 'members_changed', 'corrected'))`.execute(db)
  await sql`create index articles_reserved on articles (feed_id, id) where reservation is not null`.execute(db)
}
