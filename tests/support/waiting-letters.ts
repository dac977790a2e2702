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
  const content = {
    edition: 'morning',
    day: now.toISOString().slice(0, 10),
    rows: [{ eventId, because: [] }],
    until: now,
  }
  await sql`
    insert into users (email, created_at)
    select 'r' || n || '@example.se', ${now} from generate_series(1, ${readers}::integer) n`.execute(db)
  await sql`
    insert into mail_subscriptions (user_id, list, email, timezone, morning, days, key, created_at, confirmed_at, since, next_at, next_edition, next_day)
    select id, 'edition', email, 'UTC', 420, '{1,2,3,4,5,6,7}', md5(id::text), ${now}, ${now}, ${now},
      ${new Date(now.getTime() + 86_400_000)}::timestamptz, 'morning', ${now.toISOString().slice(0, 10)} from users`.execute(
    db,
  )
  await sql`
    insert into outbox (channel, mail_id, edition, content, once, try_at, at)
    select 'edition', id, 'morning', ${JSON.stringify(content)}::jsonb, true, ${now}, ${now} from mail_subscriptions`.execute(
    db,
  )
  await sql`
    insert into mail_subscriptions (user_id, list, email, key, created_at, confirmed_at)
    select id, 'alerts', email, 'a' || md5(id::text), ${now}, ${now} from users`.execute(db)
  await sql`
    insert into alert_rules (user_id, kind, key, min_sources, by_push, by_mail, heeds_quiet, created_at)
    select id, 'tag', ${String(tag)}, 1, false, true, false, ${now} from users`.execute(db)
  await sql`
    insert into outbox (channel, mail_id, event_id, rule_id, content, once, try_at, at)
    select 'alert', m.id, ${eventId}, r.id, '{"minSources": 1}', true, ${now}, ${now}
    from alert_rules r join mail_subscriptions m on m.user_id = r.user_id and m.list = 'alerts'`.execute(db)
}
