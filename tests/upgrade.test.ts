/** A database of an earlier release is brought up to date, after a backup of what it was. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { restoreBackup, restoreEarlier } from '../src/store/backup/restore.ts'
import { upgradeDatabase } from '../src/store/backup/upgrade.ts'
import { connectDatabase, type Database } from '../src/store/database/database.ts'
import { underLock } from '../src/store/database/lock.ts'
import { migrate, schemaState } from '../src/store/database/migrate.ts'
import releases from './fixtures/releases.json' with { type: 'json' }
import { openTestDatabase } from './support/database.ts'
import { fillEmptyTables } from './support/fill-tables.ts'
import { databaseOn, onServer, testServer } from './support/test-server.ts'
import { startTestWeb } from './support/web.ts'

const now = new Date('2026-11-21T12:00:00Z')
const { frozen, ...versions } = releases as unknown as { frozen: Record<string, string> } & Record<
  string,
  { migrations: string[] }
>

it('migrations that were released stay as they are', () => {
  const hashOf = (migration: string) =>
    createHash('sha256')
      .update(readFileSync(`src/store/migrations/${migration}.ts`))
      .digest('hex')
  for (const [migration, hash] of Object.entries(frozen))
    expect([migration, hashOf(migration)]).toEqual([migration, hash])
})

describe.each(Object.entries(versions))('a database of version %s', (_version, { migrations }) => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  let folder: string
  let database: Database
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'karnhuset-upgrade-'))
    const { address } = await testServer()
    await onServer(address, `create database ${name} template template0`)
    database = await connectDatabase(databaseOn(address, name), 5)
  })
  afterAll(async () => {
    await database.close()
    const { address } = await testServer()
    await onServer(address, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true })
  })

  it('is made without a backup', async () => {
    expect((await schemaState(database)).fresh).toBe(true)
    expect(await migrate(database, migrations)).toEqual(migrations)
    expect(readdirSync(folder)).toEqual([])
  })

  it('keeps its rows, and what it was is in a backup, once for processes that start together', async () => {
    // These two take a second article.
    await fillEmptyTables(database, ['event_decisions', 'event_questions'])
    const count = async (table: string) =>
      Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n)
    const kept = ['feeds', 'articles', 'events', 'stories', 'users', 'operator_actions', 'ai_calls', 'fetches']
    const before = await Promise.all(kept.map(count))
    expect(Math.min(...before)).toBeGreaterThan(0)
    const { pending } = await schemaState(database)
    const upgrades = await Promise.all([1, 2].map(() => upgradeDatabase(database, folder, now)))
    expect(upgrades.map(({ ran }) => ran.length > 0).sort()).toEqual([false, pending.length > 0])
    expect(await Promise.all(kept.map(count))).toEqual(before)
    expect((await schemaState(database)).pending).toEqual([])
    expect(readdirSync(folder)).toEqual(pending.slice(0, 1).map((first) => `before-${first}-2026-11-21.jsonl.gz`))
    if (pending.length === 0) return
    const header = JSON.parse(
      gunzipSync(readFileSync(join(folder, readdirSync(folder)[0]!)))
        .toString()
        .split('\n')[0]!,
    )
    expect(header.migrations.sort()).toEqual([...migrations].sort())
    expect(await upgradeDatabase(database, folder, now)).toEqual({ ran: [], backup: null })
  })
})

describe.each([
  ['0.1.0', ['feeds', 'episodes']],
  ['0.2.0', ['follows', 'ai_calls', 'operator_actions']],
])('the backup of a site about bicycles that version %s made', (version, others) => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-upgrade-'))
  const file = `tests/fixtures/release-${version}.jsonl.gz`
  let database: Database
  beforeAll(async () => {
    const { address } = await testServer()
    await onServer(address, `create database ${name} template template0`)
    database = await connectDatabase(databaseOn(address, name), 5)
  })
  afterAll(async () => {
    const { address } = await testServer()
    await onServer(address, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true })
  })

  it('is restored into an empty database, brought up to date there, and read', async () => {
    expect(await restoreEarlier(database, file)).toMatchObject({ rows: expect.any(Number) })
    const count = async (table: string) =>
      Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n)
    const tables = ['articles', 'events', 'stories', 'tags', 'fetches', ...others]
    const before = await Promise.all(tables.map(count))
    expect(Math.min(...before)).toBeGreaterThan(0)
    expect((await upgradeDatabase(database, folder, now)).backup).toContain('before-')
    expect(await Promise.all(tables.map(count))).toEqual(before)
    const web = await startTestWeb({ CONTENT_DIR: 'demo/bicycles/content' }, database)
    onTestFinished(() => web.close())
    const { entries } = (await web.app.inject('/entries.json?items=100')).json()
    expect(entries.length).toBeGreaterThan(20)
    for (const path of ['/', '/events', '/stories', '/corrections', '/api/v1/events', '/entries.rss'])
      expect([path, (await web.app.inject(path)).statusCode]).toEqual([path, 200])
    if (version === '0.1.0') return
    expect(entries).toContainEqual(expect.objectContaining({ title: 'Corrected', summary: 'Put right by hand.' }))
    expect((await web.app.inject('/corrections')).body).toContain('Put right by hand.')
  })
})

it.each(['0.1.0', '0.2.0'])(
  'a backup of version %s is refused where there is a database, with what to do',
  async (version) => {
    const database = await openTestDatabase()
    onTestFinished(() => database.close())
    const file = `tests/fixtures/release-${version}.jsonl.gz`
    expect(await restoreEarlier(database, file)).toBeNull()
    await expect(restoreBackup(database, file, { replace: true })).rejects.toThrow(
      /made by an earlier version, before \d{4}-\S+\. Restore it into an empty database, where it is brought up to date/,
    )
  },
)

it('an empty database is migrated by one process at a time, so that none meets what another has just made', async () => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const { address } = await testServer()
  await onServer(address, `create database ${name} template template0`)
  const [one, other] = await Promise.all([1, 2].map(() => connectDatabase(databaseOn(address, name), 2)))
  if (!one || !other) throw new Error('two connections were asked for')
  const upgrades = await underLock(one, 'upgrade', async () => {
    const waiting = upgradeDatabase(other, '/nonexistent', now)
    await sleep(300)
    const { rows } = await one.pool.query("select to_regclass('kysely_migration') as made")
    expect(rows).toEqual([{ made: null }])
    return { waiting }
  })
  expect((await upgrades.waiting).ran.length).toBeGreaterThan(0)
  await Promise.all([one.close(), other.close()])
  await onServer(address, `drop database ${name} with (force)`)
})
