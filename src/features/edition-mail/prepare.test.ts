/** A run over more readers than one batch has. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { shareEdition } from '../../news/editions/queries/shared-edition.ts'
import { type Preparing, prepareEditions } from './prepare.ts'

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb({}, undefined, { alone: true })
})
afterAll(() => web.close())

const at = (time: string) => web.clock.set(new Date(time))

async function startReaders(count: number, tag: number): Promise<void> {
  const { db } = web.database
  await sql`
    insert into users (id, email, created_at) overriding system value
    select n, 'r' || n || '@example.se', now() from generate_series(1, ${count}::integer) n`.execute(db)
  await sql`insert into follows (user_id, kind, key, created_at) select id, 'tag', ${String(tag)}, now() from users`.execute(
    db,
  )
  await sql`
    insert into mail_subscriptions (user_id, list, email, key, created_at, confirmed_at, timezone, morning, days, next_at,
      next_edition, next_day, since)
    select id, 'edition', email, 'key' || id, now(), now(), 'Europe/Stockholm', 420, '{1,2,3,4,5,6,7}',
      '2026-11-23T06:00:00Z', 'morning', '2026-11-23', '2026-11-22T06:00:00Z' from users`.execute(db)
}

/** Numbers of letters that tell it, by edition. */
async function lettersOf(title: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ edition: string; n: number }>`
    select o.edition, count(*) as n from outbox o, jsonb_array_elements(o.content->'rows') r
    join articles a on a.event_id = (r->>'eventId')::bigint where a.title = ${title} group by 1`.execute(
    web.database.db,
  )
  return Object.fromEntries(rows.map(({ edition, n }) => [edition, n]))
}

it('tells an event that comes between two batches to all in the next edition', { tags: 'slow' }, async () => {
  const { database, clock, content } = web.services
  const feed = await seedFeed(database)
  const tag = await seedTag(database, 'Krokar', 'krokar')
  const publish = (title: string) => {
    const now = clock.now()
    const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
    return seedArticles(database, [{ feed_id: feed, title, tag_ids: [tag], ...times }])
  }
  at('2026-11-23T05:00:00Z')
  await startReaders(501, tag)
  await publish('First')
  at('2026-11-23T06:00:00Z')
  const shared = shareEdition({
    db: database.db,
    siteLanguage: content.site.language,
    content: content.search,
    clock,
    inflection: content.inflection,
  })
  let looked = 0
  const edition: Preparing['edition'] = {
    raise: () => shared.raise(),
    editionFor: async (profile, since) => {
      const rows = await shared.editionFor(profile, since)
      if (++looked !== 400) return rows
      at('2026-11-23T06:00:05Z')
      await publish('Second')
      at('2026-11-23T06:00:10Z')
      return rows
    },
  }
  await prepareEditions({ database, clock, edition })
  // As the letters are recorded once they are sent.
  await sql`update outbox set state = 'sent'`.execute(database.db)
  await sql`
    update mail_subscriptions m set since = (o.content->>'until')::timestamptz
    from outbox o where o.mail_id = m.id`.execute(database.db)
  at('2026-11-24T06:00:00Z')
  await prepareEditions({ database, clock, edition })
  expect(await lettersOf('First')).toEqual({ '2026-11-23 morning': 501 })
  expect(await lettersOf('Second')).toEqual({ '2026-11-24 morning': 501 })
})
