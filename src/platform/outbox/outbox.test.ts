/** The outbox: which rows are leased and begun, of every channel in every state; and what an upgrade moves into it. */

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { seedWebhook } from '../../../tests/support/build.ts'
import { databaseOn, onServer, openTestDatabase, testServer } from '../../../tests/support/database.ts'
import { planAt, seedWaiting } from '../../../tests/support/people.ts'
import { listEditionEmails } from '../../features/edition-mail/emails.ts'
import { leaseInboxes, removeInboxes } from '../../features/fediverse/activities.ts'
import { saveFollower } from '../../features/fediverse/followers.ts'
import { pauseWebhook, removeWebhook } from '../../features/webhooks/store.ts'
import { leaseSubscriptions, removeSubscription, saveSubscription } from '../../features/websub/hub-subscriptions.ts'
import { deleteAccount } from '../../news/accounts/writes/accounts.ts'
import { removeMade } from '../../news/accounts/writes/made-by-programs.ts'
import { saveMail, stopMail } from '../../news/editions/writes/mail-subscriptions.ts'
import { type ActorDatabase, connectDatabase } from '../database/database.ts'
import { migrate, schemaState } from '../database/migrate.ts'
import {
  beginRows,
  dropRows,
  failRows,
  finishRows,
  freeLeases,
  leaseRows,
  type OutboxRow,
  postponeRows,
  purgeExpiredRows,
} from './rows.ts'
import { leaseWebhooks } from './webhook-streams.ts'

const now = new Date('2026-11-23T07:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const database = await openTestDatabase({ alone: true })
afterAll(() => database.close())

const topic = 'https://site.example/entries.rss'
const callback = 'https://reader.example/push'
const idOf = async (table: 'users' | 'webhooks' | 'push_subscriptions') =>
  (await database.db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id

beforeEach(async () => {
  for (const table of [
    'users',
    'webhooks',
    'hub_subscriptions',
    'fediverse_inboxes',
    'events',
    'articles',
    'tags',
    'feeds',
  ] as const)
    await database.db.deleteFrom(table).execute()
  await seedWaiting(database, 1, now)
  await sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth, device, created_at)
    select id, 'https://push.example/1', 'key', 'secret', 'Firefox', ${now} from users`.execute(database.db)
  await sql`
    insert into outbox (channel, device_id, event_id, rule_id, content, try_at, at)
    select 'push', p.id, e.id, r.id, '{"minSources": 1}', ${now}, ${now}
    from push_subscriptions p, events e, alert_rules r`.execute(database.db)
  await sql`insert into outbox (channel, event_id, once, try_at, at) select 'bluesky', id, true, ${now}, ${now} from events`.execute(
    database.db,
  )
  await seedWebhook(database, 'https://hook.example/', { created_at: now })
  await database.db.updateTable('webhooks').set({ cursor: '0' }).execute()
  const wanted = { mode: 'subscribe', topic, callback, secret: null, leaseSeconds: 864_000 } as const
  await saveSubscription(database, wanted, 'before', now)
  const follower = {
    actor: 'site',
    follower: 'https://social.example/ann',
    inbox: 'https://social.example/inbox',
    accept: {},
  }
  await saveFollower(database, follower, now)
  await database.db.updateTable('outbox').set({ try_at: now, leased_until: null, state: 'waiting' }).execute()
})

interface Played {
  lease(at: Date): Promise<OutboxRow[]>
  /** The reader or the operator wants nothing more for now; null where that cannot be. */
  pause: (() => Promise<unknown>) | null
  /** The receiver does not exist any more. */
  remove: (() => Promise<unknown>) | null
  once: boolean
}

const account = async () => deleteAccount(database, await idOf('users'))
const stop = (list: 'edition' | 'alerts') => async () => stopMail(database, list, { userId: await idOf('users') }, now)
const deletePosts = () => database.db.deleteFrom('outbox').where('channel', '=', 'bluesky').execute()
const unsubscribe = () => removeSubscription(database, topic, callback)
const channels: Record<OutboxRow['channel'], Played> = {
  edition: {
    lease: (at) => leaseRows(database, 'edition', at, 9),
    pause: stop('edition'),
    remove: account,
    once: true,
  },
  alert: { lease: (at) => leaseRows(database, 'alert', at, 9), pause: stop('alerts'), remove: account, once: true },
  push: {
    lease: (at) => leaseRows(database, 'push', at, 9),
    pause: async () =>
      removeMade(database, 'push_subscriptions', {
        userId: await idOf('users'),
        id: await idOf('push_subscriptions'),
      }),
    remove: account,
    once: false,
  },
  webhook: {
    lease: (at) => leaseWebhooks(database, sql`w.user_id is null`, at, 9),
    pause: async () => pauseWebhook(database, await idOf('webhooks'), now),
    remove: async () => removeWebhook(database, await idOf('webhooks'), now),
    once: false,
  },
  websub: {
    lease: (at) => leaseSubscriptions(database, new Map([[topic, 'after']]), 9, at),
    pause: unsubscribe,
    remove: unsubscribe,
    once: false,
  },
  fediverse: {
    lease: (at) => leaseInboxes(database, at, 9),
    pause: null,
    remove: async () => removeInboxes(database, () => true),
    once: false,
  },
  notice: { lease: (at) => leaseRows(database, 'notice', at, 9), pause: null, remove: null, once: false },
  bluesky: {
    lease: (at) => leaseRows(database, 'bluesky', at, 9),
    pause: deletePosts,
    remove: deletePosts,
    once: true,
  },
}

const isLeased = async (channel: Played, at = now) => (await channel.lease(at)).length === 1
const set = (channel: string, values: object) =>
  database.db
    .updateTable('outbox')
    .set(values)
    .where('channel', '=', channel as 'push')
    .execute()
const recordOf = (channel: string) =>
  database.db
    .selectFrom('outbox')
    .selectAll()
    .where('channel', '=', channel as 'push')
    .execute()
/** Longer than any lease. */
const AFTER_LEASE = 301

describe.each(Object.entries(channels))('a row of the channel %s', (name, channel) => {
  const STATES = [
    ['due', {}, true],
    ['not due yet', { try_at: later(60) }, false],
    ['leased by another process', { leased_until: later(10), leased_by: 'other' }, false],
    ['leased until now', { leased_until: now, leased_by: 'other' }, true],
    ['in the hands of the receiver', { state: 'sending' }, false],
    ['sent', { state: 'sent' }, false],
    ['given up', { state: 'failed' }, false],
    ['dropped', { state: 'dropped' }, false],
  ] as const
  it('is leased where it is due, and neither leased, begun nor ended', async () => {
    for (const [state, values, expected] of STATES) {
      await set(name, { state: 'waiting', try_at: now, leased_until: null, leased_by: null, ...values })
      expect(await isLeased(channel), state).toBe(expected)
    }
  })

  it('is leased once, and begun by who has the lease alone', async () => {
    const first = await channel.lease(now)
    expect([first.length, await isLeased(channel)]).toEqual([1, false])
    const second = await channel.lease(later(AFTER_LEASE))
    expect([(await beginRows(database, first, later(AFTER_LEASE))).size, second.length]).toEqual([0, 1])
    expect((await beginRows(database, second, later(AFTER_LEASE))).size).toBe(1)
  })

  it('that was begun by a killed process is begun again, unless it is sent at most once', async () => {
    await beginRows(database, await channel.lease(now), now)
    expect(await isLeased(channel, later(AFTER_LEASE))).toBe(!channel.once)
  })

  it('that failed is due at its next try, and a stream that was taken is due again', async () => {
    const rows = await channel.lease(now)
    await beginRows(database, rows, now)
    await failRows(database, rows, { error: 'busy', tryAt: later(60), now })
    expect([await isLeased(channel, later(59)), await isLeased(channel, later(60))]).toEqual([false, true])
    await set(name, { leased_until: null, try_at: now })
    const again = await channel.lease(now)
    await beginRows(database, again, now)
    await finishRows(database, again, now)
    expect(await isLeased(channel, later(1))).toBe(['webhook', 'websub', 'notice', 'fediverse'].includes(name))
  })

  it.each(['sending', 'sent', 'failed', 'dropped'] as const)(
    'that is %s stays so, whatever is stopped or put off',
    async (state) => {
      const rows = await channel.lease(now)
      await set(name, { state })
      const before = await recordOf(name)
      await postponeRows(database, rows, later(60))
      await freeLeases(database)
      if (name === 'edition')
        await saveMail(
          database,
          await idOf('users'),
          { list: 'edition', email: 'other@example.se', plan: planAt(now) },
          now,
        )
      if (name === 'edition' || name === 'alert') await stop(name === 'alert' ? 'alerts' : name)()
      expect(await recordOf(name)).toEqual(before)
    },
  )

  it('that nothing holds of any more is dropped, and a stream goes on', async () => {
    await dropRows(database, await channel.lease(now), now)
    const isStream = ['webhook', 'websub', 'notice', 'fediverse'].includes(name)
    expect((await recordOf(name)).map(({ state }) => state)).toEqual([isStream ? 'waiting' : 'dropped'])
  })

  it('that is not repeated is deleted after 30 days', async () => {
    await purgeExpiredRows(database, later(30 * 86_400))
    expect(await recordOf(name)).toHaveLength(1)
    await purgeExpiredRows(database, later(30 * 86_400 + 1))
    expect(await recordOf(name)).toHaveLength(['webhook', 'websub', 'notice', 'fediverse'].includes(name) ? 1 : 0)
  })

  it.runIf(channel.pause)('that was leased before its receiver was paused or removed is not begun', async () => {
    for (const end of [channel.pause, channel.remove]) {
      const rows = await channel.lease(now)
      await end?.()
      expect([(await beginRows(database, rows, now)).size, await isLeased(channel, later(AFTER_LEASE))]).toEqual([
        0,
        false,
      ])
    }
  })
})

it('an edition that comes late tells of nothing twice: the time from which the next one tells never goes back', async () => {
  const since = async () =>
    (
      await database.db
        .selectFrom('mail_subscriptions')
        .select('since')
        .where('list', '=', 'edition')
        .executeTakeFirst()
    )?.since
  await database.db
    .updateTable('mail_subscriptions')
    .set({ since: later(0) })
    .where('list', '=', 'edition')
    .execute()
  for (const [until, expected] of [
    [later(-60), later(0)],
    [later(60), later(60)],
  ] as const) {
    await set('edition', { content: JSON.stringify({ until }), state: 'waiting', leased_until: null })
    const rows = await leaseRows(database, 'edition', now, 9)
    await beginRows(database, rows, now)
    await finishRows(database, rows, now)
    expect(await since()).toEqual(expected)
  }
})

describe('a database of before', () => {
  it('has all that waits moved, once: sent as it would have been, and not what was sent or stopped', {
    tags: 'slow',
  }, async () => {
    const old = await openBefore('0020-outbox')
    await sql.raw(WAITING).execute(old.db)
    await migrate(old)
    const { rows } = await sql`
      select channel, coalesce(o.key, m.list, 'device ' || device_id) as receiver, state, once, repeats, tries, error,
        coalesce(edition, 'event ' || event_id) as about
      from (select o.*, w.url as key from outbox o left join webhooks w on w.id = o.webhook_id) o
      left join mail_subscriptions m on m.id = o.mail_id order by o.id`.execute(old.db)
    const row = { once: false, repeats: false, tries: 0, error: null, state: 'waiting' }
    expect(rows).toEqual([
      {
        ...row,
        channel: 'edition',
        receiver: 'edition',
        about: '2026-11-23 morning',
        once: true,
        tries: 1,
        error: 'busy',
      },
      { ...row, channel: 'edition', receiver: 'edition', about: '2026-11-22 morning', once: true, state: 'sending' },
      { ...row, channel: 'alert', receiver: 'alerts', about: 'event 5', once: true },
      { ...row, channel: 'push', receiver: 'device 9', about: 'event 5' },
      { ...row, channel: 'webhook_alert', receiver: 'https://hook.example/', about: 'event 5', state: 'sent' },
      {
        ...row,
        channel: 'webhook',
        receiver: 'https://hook.example/',
        about: null,
        repeats: true,
        tries: 3,
        error: 'HTTP 500',
      },
      { ...row, channel: 'websub', receiver: null, about: null, repeats: true },
      { ...row, channel: 'notice', receiver: null, about: null, repeats: true },
    ])
    const leased = await leaseRows(old, 'edition', now, 9)
    expect(await listEditionEmails(old, leased)).toMatchObject([
      { userId: 1, email: 'ann@example.se', key: 'k1', edition: 'morning', day: '2026-11-23', rows: [{ eventId: 5 }] },
    ])
    const lists = sql`select list, key, confirmed_at is not null as confirmed, next_day from mail_subscriptions order by id`
    expect((await lists.execute(old.db)).rows).toEqual([
      { list: 'edition', key: 'k1', confirmed: true, next_day: '2026-11-24' },
      { list: 'alerts', key: 'k2', confirmed: true, next_day: null },
    ])
  })
})

/** A database without this migration and those after it. */
async function openBefore(name: string): Promise<ActorDatabase> {
  const { address } = await testServer()
  const databaseName = `outbox_${randomBytes(6).toString('hex')}`
  await onServer(address, `create database ${databaseName} template template0`)
  const old = await connectDatabase(databaseOn(address, databaseName), 5)
  onTestFinished(async () => {
    await old.close()
    await onServer(address, `drop database ${databaseName} with (force)`)
  })
  const { pending } = await schemaState(old)
  await migrate(old, pending.slice(0, pending.indexOf(name)))
  return old
}

const WAITING = `
  insert into users (id, email, created_at) values (1, 'ann@example.se', now());
  insert into events (id, created_at, first_at, last_at) values (5, now(), now(), now());
  insert into edition_mails (user_id, email, timezone, morning, days, key, created_at, confirmed_at, since, next_at, next_edition, next_day)
    values (1, 'ann@example.se', 'UTC', 420, '{1}', 'k1', now(), now(), '2026-11-22', '2026-11-24', 'morning', '2026-11-24');
  insert into edition_letters (user_id, edition, day, rows, until, state, tries, try_at, at, error) values
    (1, 'morning', '2026-11-23', '[{"eventId": 5, "because": []}]', '2026-11-23', 'waiting', 1, '2026-11-23', now(), 'busy'),
    (1, 'morning', '2026-11-22', '[]', '2026-11-22', 'sending', 0, '2026-11-22', now(), null);
  insert into alert_mails (user_id, email, key, created_at, confirmed_at) values (1, 'ann@example.se', 'k2', now(), now());
  insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, device, created_at)
    values (9, 1, 'https://push.example/1', '', '', '', now());
  insert into alert_rules (id, user_id, kind, key, min_sources, by_push, by_mail, heeds_quiet, created_at)
    values (2, 1, 'followed', '', 3, true, true, true, now());
  insert into alert_sendings (user_id, event_id, rule_id, subscription_id, min_sources, state, try_at, at) values
    (1, 5, 2, null, 3, 'waiting', now(), now()), (1, 5, 2, 9, 3, 'waiting', now(), now());
  insert into webhooks (id, url, secret, kind, min_sources, tries, failing_since, last_error, created_at)
    values (1, 'https://hook.example/', 's', 'alerts', 3, 3, now(), 'HTTP 500', now());
  insert into webhook_alerts (webhook_id, event_id, at, send_at, state) values (1, 5, now(), now(), 'sent');
  insert into hub_subscriptions (topic, callback, expires_at) values ('https://site.example/entries.rss', 'https://r.example/', now())`
