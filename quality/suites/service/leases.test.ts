/** Whatever a worker had taken when it was killed is free when its supervisor has started it again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { it, onTestFinished } from 'vitest'
import { supervise } from '../../../src/platform/supervisor/process.ts'
import { openTestDatabase, urlOf } from '../../../tests/support/database.ts'
import { seedWaiting } from '../../../tests/support/people.ts'
import { readMail, startMailServer } from '../../../tests/support/played/mail.ts'
import { until } from '../../../tests/support/service.ts'

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
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../../../tests/support/processes/blocking-hook.mjs')).href}`,
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
