/** What the service keeps on disk is its owner's alone, whatever the umask. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChild } from '../quality/survival/child.ts'
import { ifThere } from './support/features.ts'
import { type Service, startService } from './support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-private-'))
const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal' }
let service: Service
let before: number

beforeAll(async () => {
  before = process.umask(0)
  service = await startService('web', env)
})
afterAll(async () => {
  await service?.stop()
  process.umask(before)
  rmSync(folder, { recursive: true, force: true })
})

it('the data folder, the database, its socket and backups can be opened by nobody else', { tags: 'slow' }, async () => {
  const backup = join(folder, 'backup.gz')
  expect((await runChild(['backup', backup], env)).code).toBe(0)
  const others = (path: string) => statSync(path).mode & 0o077
  const database = join(env.DATA_DIR, 'postgres')
  const folders = readdirSync(env.DATA_DIR, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? join(env.DATA_DIR, entry.name) : [],
  )
  expect(folders).toEqual(expect.arrayContaining([database, ...ifThere('podcast', join(env.DATA_DIR, 'media'))]))
  for (const path of [env.DATA_DIR, ...folders, join(database, '.s.PGSQL.5432'), backup])
    expect([path, others(path)]).toEqual([path, 0])
})
