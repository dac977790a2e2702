/** Posts of events to networks outside the site, as they enter the outbox: at most once each. */
import { sql } from 'kysely'
import type { PostingRule } from '../../news/events/rules/posted-events.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ChannelName } from '../../platform/outbox/rows.ts'

/** A row for each event that the rule has come to hold for; an event that has one gets no other. */
export async function queuePosts(
  { db }: Database,
  channel: Extract<ChannelName, 'bluesky'>,
  { minSources, firstSince, lastSince }: PostingRule,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbox (channel, event_id, once, try_at, at)
    select ${channel}, e.id, true, ${now}, ${now} from shown_events e
    where e.relevant > 0 and e.source_count >= ${minSources}
      and e.last_at > ${lastSince} and e.first_at > ${firstSince}
    order by e.last_at on conflict do nothing`.execute(db)
}
