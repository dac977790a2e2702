import { type Kysely, sql } from 'kysely'

/**
 * Many readers are due at one instant, and many ask for one event: a batch of them is read from the index in its order, and
 * not sorted out of all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const replace = async (index: string, on: string) => {
    await sql.raw(`drop index ${index}`).execute(db)
    await sql.raw(`create index ${index} on ${on}`).execute(db)
  }
  await replace(
    'edition_mails_next',
    'edition_mails (next_at, user_id) where confirmed_at is not null and stopped_at is null',
  )
  await replace('edition_letters_waiting', `edition_letters (try_at, id) where state = 'waiting'`)
  await replace('alert_sendings_waiting', `alert_sendings (try_at, id) where state = 'waiting'`)
  await replace('alert_rules_key', 'alert_rules (kind, key, min_sources, user_id)')
  await replace('follows_key', 'follows (kind, key, user_id)')
  // A newer letter takes the place of one that waits.
  await sql`create index edition_letters_waiting_user on edition_letters (user_id) where state = 'waiting'`.execute(db)
}
