/** `restore --replace` with folders: all of the backup, or nothing. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seedFeed } from '../../tests/support/build.ts'
import { openTestDatabase, urlOf } from '../../tests/support/database.ts'
import { recordedIo } from '../../tests/support/recorded-io.ts'
import { execute } from '../main.ts'
import { connectDatabase, type Database } from '../platform/database/database.ts'
import { shippedContent } from '../platform/package/package-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-restore-'))
const [content, media, file] = [join(folder, 'content'), join(folder, 'data/media'), join(folder, 'all.gz')]
let database: Database

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  await seedFeed(database, { title: 'Posten' })
  mkdirSync(media, { recursive: true })
  mkdirSync(content)
  cpSync(join(shippedContent, 'site.yaml'), join(content, 'site.yaml'))
  change('of the backup')
  for (const [name, value] of Object.entries({
    DATABASE_URL: urlOf(database.address as ClientConfig),
    CONTENT_DIR: content,
    DATA_DIR: join(folder, 'data'),
    SOURCES: 'none',
    LOG_LEVEL: 'silent',
    BASE_URL: 'https://site.example',
  }))
    vi.stubEnv(name, value)
  expect(await run('backup', file, '--with-content', '--with-media')).toEqual({ code: 0, note: '' })
  writeFileSync(join(folder, 'cut.gz'), readFileSync(file).subarray(0, -100))
  for (const name of ['content', 'media'])
    cpSync(`${file}.${name}`, join(folder, `cut.gz.${name}`), { recursive: true })
  change('of today')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function run(...argv: string[]) {
  const { io, notes } = recordedIo()
  const code = await execute(argv, { ...io, cwd: folder })
  return { code, note: notes.join('\n') }
}

const restore = (name: string) => run('restore', join(folder, name), '--replace', '--with-content', '--with-media')

function change(text: string): void {
  for (const one of [content, media]) writeFileSync(join(one, 'text'), text)
}

const state = () => ({
  texts: [content, media].map((one) => readFileSync(join(one, 'text'), 'utf8')),
  entries: [content, media].map((one) => readdirSync(one).sort()),
  beside: [...readdirSync(folder), ...readdirSync(join(folder, 'data'))].filter((name) => /partial|old/.test(name)),
})
const withTexts = (text: string) => ({
  texts: [text, text],
  entries: [['site.yaml', 'text'], ['text']],
  beside: [],
})

it('a restore that is refused, since the service runs, leaves the folders', async () => {
  expect(await restore('all.gz')).toMatchObject({
    code: 1,
    note: expect.stringContaining('is running on this database'),
  })
  expect(state()).toEqual(withTexts('of today'))
})

it('a restore of a file that is cut short leaves the folders', async () => {
  await database.pool.end()
  expect(await restore('cut.gz')).toMatchObject({ code: 1, note: expect.stringContaining('Nothing was changed') })
  expect(state()).toEqual(withTexts('of today'))
})

it('a restore puts all of it in its place, the content folder of a new machine too', async () => {
  expect(await restore('all.gz')).toEqual({ code: 0, note: '' })
  expect(state()).toEqual(withTexts('of the backup'))
  rmSync(content, { recursive: true })
  expect(await restore('all.gz')).toEqual({ code: 0, note: '' })
  expect(state()).toEqual(withTexts('of the backup'))
  const restored = await connectDatabase(database.address, 1)
  try {
    expect(await restored.db.selectFrom('feeds').select('title').execute()).toEqual([{ title: 'Posten' }])
  } finally {
    await restored.close()
  }
})
