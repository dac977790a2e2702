/** A file may go between the list of its folder and the question how old it is: another process sweeps there, or renames it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { parseConfig } from '../src/config.ts'
import { sweepSounds } from '../src/features/editions/sounds.ts'
import { sweepFiles } from '../src/features/podcast/episode-files.ts'
import { backupAges } from '../src/news/health/backup-checks.ts'
import { createMailer } from '../src/platform/outbox/mailer.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'karnhuset-swept-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

const now = new Date('2026-11-26T12:00:00Z')
const old = new Date('2026-09-01T00:00:00Z')

it.each<[what: string, folder: string, sweep: (folder: string) => Promise<unknown>, left: string[]]>([
  ['mails of the outbox', 'outbox', () => sendMail(), [expect.stringMatching(/\.eml$/), 'gone.jsonl.gz']],
  ['backups, whose ages are asked', 'backups', () => backupAges(DATA_DIR, now), ['gone.jsonl.gz', 'old.jsonl.gz']],
  ['sounds', 'sounds', (folder) => sweepSounds(folder, new Set(), now), ['gone.jsonl.gz']],
  ['files of an episode', 'episode', () => sweepFiles(DATA_DIR, 'episode', [], [], now), ['gone.jsonl.gz']],
])('%s', async (_what, name, sweep, left) => {
  const folder = join(DATA_DIR, name)
  mkdirSync(folder)
  // The list has it, and there is nothing behind it.
  symlinkSync('nowhere', join(folder, 'gone.jsonl.gz'))
  writeFileSync(join(folder, 'old.jsonl.gz'), '')
  utimesSync(join(folder, 'old.jsonl.gz'), old, old)
  await sweep(folder)
  expect(readdirSync(folder).toSorted()).toEqual(left)
})

async function sendMail(): Promise<void> {
  const mailer = createMailer(parseConfig({ DATA_DIR }), 'Hamnbladet', pino({ level: 'silent' }))
  await mailer.send({ to: 'eva@example.se', subject: 'Kod', text: '123456' })
  mailer.close()
}
