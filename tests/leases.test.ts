/** What a worker had taken when it was killed is free when it starts again, and what others have taken is not. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { supervise } from '../src/app/supervisor/process.ts'
import { freeLeases, leaseRows } from '../src/store/outbox/rows.ts'
import { openTestDatabase, urlOf } from './support/database.ts'
import { seedWaiting } from './support/people.ts'
import { readMail, startMailServer } from './support/played/mail.ts'
import { until } from './support/service.ts'

it('a worker frees its own leases, and no other’s', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const now = new Date('2026-11-23T07:00:00Z')
  await seedWaiting(database, 6, now)
  const [one, other, third] = ['one', 'other', 'third'].map((holder) => ({ ...database, holder })) as [
    typeof database,
    typeof database,
    typeof database,
  ]
  for (const worker of [one, other]) {
    expect(await leaseRows(worker, 'edition', now, 3)).toHaveLength(3)
    expect(await leaseRows(worker, 'alert', now, 3)).toHaveLength(3)
  }
  const free = async () => [
    (await leaseRows(third, 'edition', now, 10)).length,
    (await leaseRows(third, 'alert', now, 10)).length,
  ]
  expect(await free()).toEqual([0, 0])
  await freeLeases(third)
  expect(await free()).toEqual([0, 0])
  await freeLeases(one)
  expect(await free()).toEqual([3, 3])
})

it('a worker that is killed sends what waited as soon as its supervisor has started it again', async () => {
  const [readers, inHand] = [12, 4]
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-leases-'))
  const database = await openTestDatabase()
  const [stuck, mail] = [await startMailServer(), await startMailServer()]
  stuck.hang()
  await seedWaiting(database, readers, new Date())
  writeFileSync(join(folder, 'told'), '')
  const ready = () =>
    [...readFileSync(join(folder, 'told'), 'utf8').matchAll(/^(\d+) ready$/gm)].map(([, pid]) => Number(pid))
  const env = {
    DATABASE_URL: urlOf(database.address),
    DATA_DIR: folder,
    SOURCES: 'none',
    LOG_LEVEL: 'silent',
    // Vitest has a BASE_URL of its own.
    BASE_URL: 'https://site.example',
    MAIL_FROM: 'news@site.example',
    SMTP_URL: stuck.url,
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'support/processes/blocking-hook.mjs')).href}`,
    BLOCKING_FOLDER: folder,
  }
  const { stop } = supervise('worker', env, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await stop()
    for (const server of [stuck, mail]) await server.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const states = async () => {
    const rows = await database.db.selectFrom('outbox').select('state').where('channel', '=', 'edition').execute()
    return rows.filter(({ state }) => state === 'sending').length
  }
  await until(states, (sending) => sending === inHand)
  // The same settings are those of the next process.
  env.SMTP_URL = mail.url
  const [pid = 0] = ready()
  process.kill(pid, 'SIGKILL')
  const editions = async () => mail.mails.map(readMail).filter(({ headers }) => headers['list-id']?.includes('edition'))
  await until(editions, ({ length }) => length === readers - inHand, 120)
})
