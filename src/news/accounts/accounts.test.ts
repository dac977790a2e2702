/** Accounts in the database: sessions that live by being used, and two accounts that turn out to be one person's. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/neighbour.ts'
import { planAt } from '../../../tests/support/people.ts'
import type { Database } from '../../platform/database/database.ts'
import { saveMail } from '../editions/writes/mail-subscriptions.ts'
import { signIn } from './writes/accounts.ts'
import { callerOfApiKey, makeApiKey } from './writes/app-passwords.ts'
import { follow, followedFeeds, unfollow } from './writes/follows.ts'
import { issueToken, userOfToken } from './writes/tokens.ts'

const start = new Date('2026-11-21T12:00:00Z')
const after = (days: number) => new Date(start.getTime() + days * 86_400_000)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyTables(database, 'users'))

const source = (id: number) => ({ kind: 'source' as const, key: String(id) })
const byMail = (email: string) => signIn(database, { provider: 'email', subject: email, email }, start)

it('keeps a session for a year from its last use, and ends it after a year of disuse', async () => {
  const { id, email } = await byMail('ann@example.se')
  const { token } = await issueToken(database, id, start)
  expect(await userOfToken(database, token, after(300))).toEqual({ id, email })
  expect(await userOfToken(database, token, after(600))).toEqual({ id, email })
  expect(await userOfToken(database, token, after(965))).toBeNull()
})

it('joins two accounts into the older one, with the sessions and the sources of both', async () => {
  const feeds = [await seedFeed(database), await seedFeed(database)] as const
  const google = await signIn(database, { provider: 'google', subject: 'g1', email: null }, start)
  const mail = await byMail('ann@example.se')
  expect(mail.id).not.toBe(google.id)
  await follow(database, google.id, source(feeds[0]), start)
  await follow(database, mail.id, source(feeds[1]), start)
  const [one, other] = [await issueToken(database, google.id, start), await issueToken(database, mail.id, start)]
  const joined = await signIn(database, { provider: 'google', subject: 'g1', email: 'ann@example.se' }, start)
  expect(joined).toEqual({ id: google.id, email: 'ann@example.se' })
  for (const { token } of [one, other]) expect(await userOfToken(database, token, after(1))).toEqual(joined)
  expect((await followedFeeds(database, joined.id)).sort()).toEqual([...feeds].sort())
})

it('joins two accounts with the keys of both', async () => {
  const google = await signIn(database, { provider: 'google', subject: 'g3', email: null }, start)
  const mail = await byMail('bo@example.se')
  const keys: string[] = []
  for (const { id } of [google, mail])
    keys.push(await makeApiKey(database, id, { name: `${id}`, access: 'full' }, start))
  const { id } = await signIn(database, { provider: 'google', subject: 'g3', email: 'bo@example.se' }, start)
  for (const key of keys) expect(await callerOfApiKey(database, key, start)).toMatchObject({ id, access: 'full' })
})

it('joins two accounts with what waits for either: an edition goes on, and of two lists the older account’s stays', async () => {
  const google = await signIn(database, { provider: 'google', subject: 'g2', email: null }, start)
  const mail = await byMail('eva@example.se')
  await saveMail(database, mail.id, { list: 'edition', email: 'eva@example.se', plan: planAt(start) }, start)
  for (const { id } of [google, mail])
    await saveMail(database, id, { list: 'alerts', email: `${id}@example.se` }, start)
  await sql`
    insert into outbox (channel, mail_id, edition, content, once, try_at, at)
    select 'edition', id, '2026-11-23 morning', '{}', true, ${start}, ${start} from mail_subscriptions
    where user_id = ${mail.id} and list = 'edition'`.execute(database.db)
  const { id } = await signIn(database, { provider: 'google', subject: 'g2', email: 'eva@example.se' }, start)
  const { rows } = await sql`
    select list, m.email, o.edition from mail_subscriptions m left join outbox o on o.mail_id = m.id
    where m.user_id in (${google.id}, ${mail.id}) and m.user_id = ${id} order by list`.execute(database.db)
  expect(rows).toEqual([
    { list: 'alerts', email: `${google.id}@example.se`, edition: null },
    { list: 'edition', email: 'eva@example.se', edition: '2026-11-23 morning' },
  ])
})

it('joins two accounts with the audio editions of both, one a day', async () => {
  const google = await signIn(database, { provider: 'google', subject: 'g4', email: null }, start)
  const mail = await byMail('ida@example.se')
  await sql`
    insert into spoken_editions (user_id, day, event_ids, asked_at)
    values (${google.id}, '2026-11-20', '{1}', ${start}), (${mail.id}, '2026-11-20', '{2}', ${start}),
      (${mail.id}, '2026-11-21', '{3}', ${start})`.execute(database.db)
  const { id } = await signIn(database, { provider: 'google', subject: 'g4', email: 'ida@example.se' }, start)
  const { rows } = await sql`select event_ids from spoken_editions where user_id = ${id} order by day`.execute(
    database.db,
  )
  expect(rows).toEqual([{ event_ids: [1] }, { event_ids: [3] }])
})

it('leaves one source and keeps the others', async () => {
  const feeds = [await seedFeed(database), await seedFeed(database)] as const
  const { id } = await byMail('ann@example.se')
  for (const feed of feeds) await follow(database, id, source(feed), start)
  await unfollow(database, id, source(feeds[0]))
  expect(await followedFeeds(database, id)).toEqual([feeds[1]])
})
