/** A database of an earlier release is brought up to date, after a backup of what it was. */
import { hash as digest, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { restoreBackup, restoreEarlier } from '../src/news/backup/restore.ts'
import { upgradeDatabase } from '../src/news/backup/upgrade.ts'
import { type ActorDatabase, connectDatabase } from '../src/platform/database/database.ts'
import { underLock } from '../src/platform/database/lock.ts'
import { isMigrated, listRecorded, migrate, migrationNames, schemaState } from '../src/platform/database/migrate.ts'
import releases from './fixtures/releases.json' with { type: 'json' }
import { databaseOn, onServer, openTestDatabase, testServer } from './support/database.ts'
import { ifThere } from './support/features.ts'
import { describeSchema, fillEmptyTables } from './support/tables.ts'
import { startTestWeb } from './support/web.ts'

const now = new Date('2026-11-21T12:00:00Z')
const { frozen, ...versions } = releases as unknown as { frozen: Record<string, string> } & Record<
  string,
  { migrations: string[] }
>

it('migrations are numbered without gaps, each about a subject of its own', () => {
  expect(migrationNames.map((name) => Number(name.slice(0, 4)))).toEqual(migrationNames.map((_, at) => at + 1))
  expect(new Set(migrationNames.map((name) => name.slice(5))).size).toBe(migrationNames.length)
})

it('migrations that were released stay as they are', () => {
  for (const [file, hash] of Object.entries(frozen))
    expect([file, digest('sha256', readFileSync(`src/platform/database/migrations/${file}`, 'utf8'))]).toEqual([
      file,
      hash,
    ])
})

/** As the programs of that version made it, dumped by pg_dump: with names of migrations that this version does not have. */
const release020 = gunzipSync(readFileSync('tests/fixtures/release-0.2.0.sql.gz')).toString()
const names020 = [...release020.matchAll(/INTO public\.kysely_migration VALUES \('([^']+)'/g)].map(
  ([, name]) => name ?? '',
)

/** As development after 0.2.0 left it: every change but the last, under other numbers. */
async function makeDevelopment(database: ActorDatabase): Promise<void> {
  const done = migrationNames.slice(0, -1)
  await migrate(database, done)
  const recorded = [...names020, ...done.slice(1).map((name, at) => `00${at + 29}${name.slice(4)}`)]
  await sql`delete from kysely_migration`.execute(database.db)
  await sql`insert into kysely_migration select name, '2026' from unnest(${recorded}::text[]) name`.execute(database.db)
}

const made: [string, (database: ActorDatabase) => Promise<unknown>][] = [
  ...Object.entries(versions).map(([version, { migrations }]): (typeof made)[0] => [
    `of ${version}`,
    (database) => migrate(database, migrations),
  ]),
  ['that 0.2.0 made itself', ({ address }) => onServer(address, release020)],
  ['of development after 0.2.0', makeDevelopment],
]

describe.each(made)('a database %s', (_, make) => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  let folder: string
  let database: ActorDatabase
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

  it('is made without a backup', { tags: 'slow' }, async () => {
    expect((await schemaState(database)).fresh).toBe(true)
    await make(database)
    expect(await schemaState(database)).toMatchObject({ fresh: false, unknown: [], foreign: false, outdated: false })
    expect(readdirSync(folder)).toEqual([])
  })

  it('keeps its rows, and what it was is in a backup, once for processes that start together', {
    tags: 'slow',
  }, async () => {
    // These two take a second article.
    await fillEmptyTables(database, ['event_decisions', 'event_questions'])
    const count = async (table: string) =>
      Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n)
    const kept = ['feeds', 'articles', 'events', 'stories', 'users', 'operator_actions', 'ai_calls', 'fetches']
    const before = await Promise.all(kept.map(count))
    expect(Math.min(...before)).toBeGreaterThan(0)
    const { pending } = await schemaState(database)
    const recorded = await listRecorded(database.db)
    const upgrades = await Promise.all([1, 2].map(() => upgradeDatabase(database, folder, now)))
    expect(upgrades.map(({ ran }) => ran.length > 0).sort()).toEqual([false, pending.length > 0])
    expect(await Promise.all(kept.map(count))).toEqual(before)
    expect(await listRecorded(database.db)).toEqual(migrationNames)
    expect(await isMigrated(database)).toBe(true)
    expect(readdirSync(folder)).toEqual(pending.slice(0, 1).map((first) => `before-${first}-2026-11-21.jsonl.gz`))
    if (pending.length === 0) return
    const header = JSON.parse(
      gunzipSync(readFileSync(join(folder, readdirSync(folder)[0]!)))
        .toString()
        .split('\n')[0]!,
    )
    expect(header.migrations).toEqual(recorded)
    expect(await upgradeDatabase(database, folder, now)).toEqual({ ran: [], backup: null })
  })

  it('has the schema of a new one then', { tags: 'slow' }, async () => {
    const fresh = await openTestDatabase({ alone: true })
    onTestFinished(() => fresh.close())
    expect(await describeSchema(database.db)).toEqual(await describeSchema(fresh.db))
  })
})

describe('the backup of a site about bicycles that version 0.2.0 made', () => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-upgrade-'))
  const file = 'tests/fixtures/release-0.2.0.jsonl.gz'
  let database: ActorDatabase
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

  it('is restored into an empty database, brought up to date there, and read', { tags: 'slow' }, async () => {
    expect(await restoreEarlier(database, file)).toMatchObject({ rows: expect.any(Number) })
    const count = async (table: string) =>
      Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n)
    const tables = ['articles', 'events', 'stories', 'tags', 'fetches', 'follows', 'ai_calls', 'operator_actions']
    const before = await Promise.all(tables.map(count))
    expect(Math.min(...before)).toBeGreaterThan(0)
    expect((await upgradeDatabase(database, folder, now)).backup).toContain('before-')
    expect(await Promise.all(tables.map(count))).toEqual(before)
    const web = await startTestWeb({ CONTENT_DIR: 'demo/bicycles/content' }, database)
    onTestFinished(() => web.close())
    const { entries } = (await web.app.inject('/entries.json?items=100')).json()
    expect(entries.length).toBeGreaterThan(20)
    const corrections = ifThere('corrections', '/corrections')
    for (const path of ['/', '/events', '/stories', ...corrections, '/api/v1/events', '/entries.rss'])
      expect([path, (await web.app.inject(path)).statusCode]).toEqual([path, 200])
    expect(entries).toContainEqual(expect.objectContaining({ title: 'Corrected', summary: 'Put right by hand.' }))
    for (const path of corrections) expect((await web.app.inject(path)).body).toContain('Put right by hand.')
  })
})

it('a backup of version 0.2.0 is refused where there is a database, with what to do', async () => {
  const database = await openTestDatabase({ alone: true })
  onTestFinished(() => database.close())
  const file = 'tests/fixtures/release-0.2.0.jsonl.gz'
  expect(await restoreEarlier(database, file)).toBeNull()
  await expect(restoreBackup(database, file, { replace: true })).rejects.toThrow(
    /made by an earlier version, before \d{4}-\S+\. Restore it into an empty database, where it is brought up to date/,
  )
})

describe('version 0.1.0 is sent by way of 0.2.0', () => {
  const oldNames = names020.filter((name) => name < '0012' || name.startsWith('0013'))
  const byWay = /of a version before 0\.2\.0.*go by way of version 0\.2\.0/

  it('where its database is started on', async () => {
    const database = await openTestDatabase({ alone: true })
    onTestFinished(() => database.close())
    await sql`delete from kysely_migration`.execute(database.db)
    await sql`insert into kysely_migration select name, '2026' from unnest(${oldNames}::text[]) name`.execute(
      database.db,
    )
    await expect(upgradeDatabase(database, '/nonexistent', now)).rejects.toThrow(byWay)
    expect(await listRecorded(database.db)).toEqual(oldNames)
    expect(await isMigrated(database)).toBe(false)
  })

  it.each(['empty', 'of this version'])(
    'where its backup is restored into a database that is %s',
    { tags: 'slow' },
    async (state) => {
      const database = await openTestDatabase({ alone: true })
      onTestFinished(() => database.close())
      if (state === 'empty') await sql`drop schema public cascade; create schema public`.execute(database.db)
      const before = await describeSchema(database.db)
      const file = 'tests/fixtures/release-0.1.0.jsonl.gz'
      const restore =
        state === 'empty' ? restoreEarlier(database, file) : restoreBackup(database, file, { replace: true })
      await expect(restore).rejects.toThrow(byWay)
      expect(await describeSchema(database.db)).toEqual(before)
    },
  )
})

it('an empty database is migrated by one process at a time, so that none meets what another has just made', {
  tags: 'slow',
}, async () => {
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
