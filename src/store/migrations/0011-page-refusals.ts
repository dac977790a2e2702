import { type Kysely, sql } from 'kysely'

/** Why an article's page was not to be had, and a day on which it is asked again: those on record once, in a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table articles add column extract_reason text`.execute(db)
  await sql`
    update articles set extract_after =
      case when discovered_at > now() - interval '23 days' then now() + interval '7 days' end
    where extract_state = 'refused'`.execute(db)
  await sql`
    create index articles_refused on articles (extract_after)
    where extract_state = 'refused' and extract_after is not null`.execute(db)
}
