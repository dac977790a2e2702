/** A file may go between the list of its folder and the question how old it is: another process sweeps there, or renames it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { parseConfig } from '../src/config.ts'
import { backupAges } from '../src/news/health/backup-checks.ts'
import { createMailer } from '../src/platform/outbox/mailer.ts'
import { leftAfter } from './support/swept-folder.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'karnhuset-swept-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

const now = new Date('2026-11-26T12:00:00Z')

it.each<[what: string, folder: string, sweep: () => Promise<unknown>, left: string[]]>([
  ['mails of the outbox', 'outbox', () => sendMail(), [expect.stringMatching(/\.eml$/), 'gone.jsonl.gz']],
  ['backups, whose ages are asked', 'backups', () => backupAges(DATA_DIR, now), ['gone.jsonl.gz', 'old.jsonl.gz']],
])('%s', async (_what, name, sweep, left) => {
  expect(await leftAfter(join(DATA_DIR, name), sweep)).toEqual(left)
})

async function sendMail(): Promise<void> {
  const mailer = createMailer(parseConfig({ DATA_DIR }), 'Hamnbladet', pino({ level: 'silent' }))
  await mailer.send({ to: 'eva@example.se', subject: 'Kod', text: '123456' })
  mailer.close()
}
