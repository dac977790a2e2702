/** Readers whose editions and alerts wait to be mailed. */
import { sql } from 'kysely'
import type { Database } from '../../src/store/database/database.ts'
import { seedEvent } from './events.ts'
import { seedFeed, seedTag } from './seed.ts'

/** An edition and an alert for each of so many. */
export async function seedWaiting(database: Database, readers: number, now: Date): Promise<void> {
  const { db } = database
  const tag = await seedTag(database, 'Krokar')
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
  const feed_id = await seedFeed(database)
  const { eventId } = await seedEvent(database, [{ feed_id, title: 'En krok', tag_ids: [tag], ...times }])
  await sql`
    insert into users (email, created_at)
    select 'r' || n || '@example.se', ${now} from generate_series(1, ${readers}::integer) n`.execute(db)
  await sql`
    insert into edition_mails (user_id, email, timezone, morning, days, key, created_at, confirmed_at, since, next_at, next_edition, next_day)
    select id, email, 'UTC', 420, '{1,2,3,4,5,6,7}', md5(id::text), ${now}, ${now}, ${now},
      ${new Date(now.getTime() + 86_400_000)}::timestamptz, 'morning', ${now.toISOString().slice(0, 10)} from users`.execute(
    db,
  )
  await sql`
    insert into edition_letters (user_id, edition, day, rows, until, state, try_at, at)
    select id, 'morning', ${now.toISOString().slice(0, 10)}::date, ${JSON.stringify([{ eventId, because: [] }])}::jsonb, ${now}, 'waiting',
      ${now}, ${now} from users`.execute(db)
  await sql`
    insert into alert_mails (user_id, email, key, created_at, confirmed_at)
    select id, email, 'a' || md5(id::text), ${now}, ${now} from users`.execute(db)
  await sql`
    insert into alert_rules (user_id, kind, key, min_sources, by_push, by_mail, heeds_quiet, created_at)
    select id, 'tag', ${String(tag)}, 1, false, true, false, ${now} from users`.execute(db)
  await sql`
    insert into alert_sendings (user_id, event_id, rule_id, min_sources, state, try_at, at)
    select user_id, ${eventId}, id, 1, 'waiting', ${now}, ${now} from alert_rules`.execute(db)
}
