/** Accounts in the database: sessions that live by being used, and two accounts that turn out to be one person's. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../src/store/accounts/accounts.ts'
import { follow, followedFeeds, unfollow } from '../src/store/accounts/follows.ts'
import { issueToken, userOfToken } from '../src/store/accounts/tokens.ts'
import type { Database } from '../src/store/database/database.ts'
import { openTestDatabase } from './support/database.ts'
import { seedFeed } from './support/seed.ts'

const start = new Date('2026-11-21T12:00:00Z')
const after = (days: number) => new Date(start.getTime() + days * 86_400_000)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('users').execute())

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

it('leaves one source and keeps the others', async () => {
  const feeds = [await seedFeed(database), await seedFeed(database)] as const
  const { id } = await byMail('ann@example.se')
  for (const feed of feeds) await follow(database, id, source(feed), start)
  await unfollow(database, id, source(feeds[0]))
  expect(await followedFeeds(database, id)).toEqual([feeds[1]])
})
