import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { parseConfig } from '../config.ts'
import { createMailer } from './mailer.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-mailer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('writes mail without a server where its owner alone can read it, and forgets an address on demand', async () => {
  const mailer = createMailer(parseConfig({ DATA_DIR: folder }), 'Hamnbladet', pino({ level: 'silent' }))
  const outbox = join(folder, 'outbox')
  for (const to of ['ann@example.se', 'bo@example.se']) await mailer.send({ to, subject: 'Kod', text: '123456' })
  const modes = [outbox, ...readdirSync(outbox).map((name) => join(outbox, name))].map((path) => statSync(path).mode)
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '600', '600'])
  mailer.forget('ann@example.se')
  expect(readdirSync(outbox)).toHaveLength(1)
  mailer.close()
})
