/** All that root makes in a DATA_DIR of another user, as a command does: the service can use it. */
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { noteService } from '../../app/running-service.ts'
import { stageFolders } from '../../cli/folders.ts'
import { parseConfig } from '../../config.ts'
import { openSecret, sealSecret } from '../database/secrets.ts'
import { FileCache } from '../media/images/file-cache.ts'
import { createMailer } from '../outbox/mailer.ts'
import { makeOwnedFolder } from './data-owner.ts'

const OWNER = 1234
const mail = { to: 'anna@example.org', subject: 'a', text: 'b' }

const MAKERS: Record<string, (folder: string) => unknown> = {
  'folders below one another': (folder) => makeOwnedFolder(join(folder, 'media/podd/1')),
  'secret.key': (folder) => sealSecret(folder, 'x'),
  'the cache of images': (folder) => new FileCache(join(folder, 'images'), 1000).put('a', Buffer.from('a')),
  'the outbox of mail': (folder) =>
    createMailer(parseConfig({ DATA_DIR: folder }), 'Bladet', pino({ level: 'silent' })).send(mail),
  'media that are restored': async (folder) => {
    const saved = mkdtempSync(join(tmpdir(), 'karnhuset-saved-'))
    onTestFinished(() => rmSync(saved, { recursive: true }))
    mkdirSync(join(saved, 'all.gz.media/podd'), { recursive: true })
    writeFileSync(join(saved, 'all.gz.media/podd/a.mp3'), 'sound')
    const config = parseConfig({ DATA_DIR: folder })
    const staged = await stageFolders(config, join(saved, 'all.gz'), { withMedia: true })
    await staged.put()
    await staged.discard()
  },
  'the note of a service': (folder) => noteService(parseConfig({ DATA_DIR: folder })),
}

it.runIf(process.getuid?.() === 0).each(Object.entries(MAKERS))('%s', async (_, make) => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const data = join(folder, 'data')
  mkdirSync(data)
  chownSync(data, OWNER, OWNER)
  await make(data)
  const made = readdirSync(data, { recursive: true, encoding: 'utf8' })
  expect(made).not.toEqual([])
  expect(made.filter((name) => lstatSync(join(data, name)).uid !== OWNER)).toEqual([])
})

it('a key that this user may not read is not taken for another one: the message has the command that helps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  const sealed = sealSecret(folder, 'x')
  chmodSync(join(folder, 'secret.key'), 0)
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(OWNER)
  onTestFinished(() => void (isRoot && process.seteuid?.(0)))
  const refused = new RegExp(`^This user \\(id ${process.geteuid?.()}\\) may not read .*secret.key: run "chown \\d+ `)
  const whose: [string, string] = ['The login', 'Enter it again.']
  expect(() => openSecret(folder, sealed, whose)).toThrow(refused)
  expect(() => sealSecret(folder, 'y')).toThrow(refused)
})
