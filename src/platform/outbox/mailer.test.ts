import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { readMail, startMailServer } from '../../../tests/support/played/mail.ts'
import { parseConfig } from '../../config.ts'
import { classifyFailure, createMailer } from './mailer.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-mailer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('writes mail without a server where its owner alone can read it, and forgets an address on demand', async () => {
  const mailer = createMailer(parseConfig({ DATA_DIR: folder }), 'Hamnbladet', pino({ level: 'silent' }))
  const outbox = join(folder, 'outbox')
  for (const to of ['ann@example.se', 'bo@example.se']) await mailer.send({ to, subject: 'Kod', text: '123456' })
  const modes = [outbox, ...readdirSync(outbox).map((name) => join(outbox, name))].map((path) => statSync(path).mode)
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '600', '600'])
  mailer.purge('ann@example.se')
  expect(readdirSync(outbox)).toHaveLength(1)
  mailer.close()
})

it('keeps every mail to one address, also those of one millisecond', async () => {
  const mailer = createMailer(parseConfig({ DATA_DIR: folder }), 'Hamnbladet', pino({ level: 'silent' }))
  const before = readdirSync(join(folder, 'outbox')).length
  const codes = Array.from({ length: 40 }, (_, number) => String(number))
  await Promise.all(codes.map((text) => mailer.send({ to: 'cia@example.se', subject: 'Kod', text })))
  expect(readdirSync(join(folder, 'outbox'))).toHaveLength(before + 40)
  mailer.purge('cia@example.se')
  expect(readdirSync(join(folder, 'outbox'))).toHaveLength(before)
  mailer.close()
})

it.each(['a server', 'the outbox'])('says of every mail that nobody wrote it, by %s', async (way) => {
  const server = await startMailServer()
  const settings: Record<string, string> = way === 'a server' ? { SMTP_URL: server.url, MAIL_FROM: 'a@example.se' } : {}
  const config = parseConfig({ DATA_DIR: folder, ...settings })
  const mailer = createMailer(config, 'Hamnbladet', pino({ level: 'silent' }))
  const kinds = [{}, { headers: { 'List-Id': '<edition.site.example>' } }]
  for (const kind of kinds) await mailer.send({ to: 'eva@example.se', subject: 'Kod', text: '123456', ...kind })
  const outbox = join(folder, 'outbox')
  const written = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  const mails = [...server.mails, ...written].map(readMail).filter(({ headers }) => headers.to === 'eva@example.se')
  expect(mails.map(({ headers }) => headers['auto-submitted'])).toEqual(['auto-generated', 'auto-generated'])
  mailer.purge('eva@example.se')
  mailer.close()
  await server.close()
})

it.each([
  ['550 5.1.1 There is no such user', true],
  ['550 5.2.1 The mailbox is disabled', true],
  ['552 5.2.2 The mailbox is full', false],
  ['550 5.3.0 A failure of ours', false],
  ['554 5.7.1 Refused by policy', false],
  ['450 4.1.1 Try again', false],
  ...['550', '551', '553'].map((code): [string, boolean] => [`${code} No such user`, true]),
  ...['552', '554'].map((code): [string, boolean] => [`${code} Refused`, false]),
])('reads "%s" about a recipient as no mailbox: %s', (response, isGone) => {
  const about = { responseCode: Number(response.slice(0, 3)), response }
  const refusal = isGone ? response : null
  expect(classifyFailure({ cause: { ...about, rejected: ['a@example.se'] } })).toEqual({ certain: true, refusal })
  // To a command before it named the recipient.
  expect(classifyFailure({ cause: about })).toEqual({ certain: true, refusal: null })
})
