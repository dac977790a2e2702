/** Editions that are mailed by a process that is killed again and again, to a played mail server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { bindEditions } from '../../../src/app/bind-editions.ts'
import { parseConfig } from '../../../src/config.ts'
import { readContent } from '../../../src/content.ts'
import { openTestDatabase } from '../../support/database.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { readMail } from '../../support/read-mail.ts'
import { seedArticles, seedFeed, seedTag } from '../../support/seed.ts'
import { databaseOn, testServer } from '../../support/test-server.ts'

const READERS = 60
/** Kills, each after so many letters in all. */
const KILLS = [5, 17, 30, 44]
/** That a process has in the mail server's hands at once. */
const IN_HAND = 4

it('reaches every reader once over four kills, but for letters that were in the mail server’s hands', async () => {
  const database = await openTestDatabase()
  const mail = await startMailServer()
  onTestFinished(async () => {
    await mail.close()
    await database.close()
  })
  const now = new Date()
  const tag = await seedTag(database, 'Krokar')
  const times = { published_at: now, discovered_at: now, sort_at: now, updated_at: now }
  await seedArticles(database, [{ feed_id: await seedFeed(database), title: 'En krok', tag_ids: [tag], ...times }])
  await sql`insert into users (email, created_at) select 'r' || n || '@example.se', ${now} from generate_series(1, ${READERS}::integer) n`.execute(
    database.db,
  )
  await sql`insert into follows (user_id, kind, key, created_at) select id, 'tag', ${String(tag)}, ${now} from users`.execute(
    database.db,
  )
  await sql`
    insert into mail_subscriptions (user_id, list, email, timezone, morning, days, key, created_at, confirmed_at, since, next_at, next_edition, next_day)
    select id, 'edition', email, 'UTC', 420, '{1,2,3,4,5,6,7}', md5(id::text), ${now}, ${now},
      ${new Date(now.getTime() - 86_400_000)}::timestamptz, ${now}, 'morning', ${now.toISOString().slice(0, 10)} from users`.execute(
    database.db,
  )
  const content = readContent('content')
  const config = parseConfig({ SOURCES: 'none' })
  const editions = bindEditions({
    config,
    content,
    database,
    clock: { now: () => now },
  })
  await editions.prepare()

  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const address = databaseOn((await testServer()).address, rows[0]?.name ?? '')
  const program = join(import.meta.dirname, '../../support/send-editions-process.ts')
  const send = () =>
    spawn(process.execPath, [program, JSON.stringify(address), mail.url], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (const after of KILLS) {
    const child = send()
    while (mail.mails.length < after && child.exitCode === null) await sleep(1)
    expect(child.exitCode).toBe(null)
    child.kill('SIGKILL')
    await once(child, 'close')
    // Five minutes later its lease has ended.
    await sql`update outbox set leased_until = null where state = 'waiting'`.execute(database.db)
  }
  const [code] = await once(send(), 'close')
  expect(code).toBe(0)

  const got = mail.mails.map((raw) => readMail(raw).headers.to ?? '')
  expect(new Set(got).size).toBe(got.length)
  const letters = await database.db
    .selectFrom('outbox')
    .innerJoin('mail_subscriptions', 'mail_subscriptions.id', 'mail_id')
    .select(['state', 'email'])
    .execute()
  expect(letters).toHaveLength(READERS)
  const without = letters.filter(({ email }) => !got.includes(email))
  expect(without.every(({ state }) => state === 'sending')).toBe(true)
  expect(letters.filter(({ state }) => state !== 'sent').every(({ state }) => state === 'sending')).toBe(true)
  expect(without.length).toBeLessThanOrEqual(KILLS.length * IN_HAND)
  console.log(
    `${got.length} of ${READERS} letters arrived, ${without.length} were in the mail server's hands at a kill`,
  )
}, 300_000)
