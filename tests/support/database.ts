/**
 * A fresh migrated database for a test file: embedded PGlite by default, a database of its own on the PostgreSQL that
 * TEST_DATABASE_URL names otherwise.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openEmbedded, openPostgres } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { sha256 } from './hash.ts'

export const testEngine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'

export async function openTestDatabase(): Promise<Database> {
  return process.env.TEST_DATABASE_URL ? openTestPostgres(process.env.TEST_DATABASE_URL) : openTestEmbedded()
}

async function openTestEmbedded(): Promise<Database> {
  return openEmbedded({ tarball: await migratedTarball() })
}

/** Migrating an empty PGlite takes seconds, so the result is kept for all test files under a hash of the migrations. */
async function migratedTarball(): Promise<Uint8Array> {
  const folder = join(tmpdir(), 'karnhuset-tests')
  const file = join(folder, `${migrationsHash()}.tar`)
  if (existsSync(file)) return readFileSync(file)
  const database = await openEmbedded({})
  await migrate(database)
  const tarball = await database.dump()
  await database.close()
  mkdirSync(folder, { recursive: true })
  const partial = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(partial, tarball)
  renameSync(partial, file)
  return tarball
}

function migrationsHash(): string {
  const folder = new URL('../../src/store/database/', import.meta.url)
  const names = ['migrate.ts', ...readMigrationNames(folder)]
  return sha256(names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')).slice(0, 16)
}

function readMigrationNames(folder: URL): string[] {
  const source = readFileSync(new URL('migrate.ts', folder), 'utf8')
  return [...source.matchAll(/'(\.\.\/migrations\/[^']+)'/g)].map((match) => String(match[1]))
}

async function openTestPostgres(url: string): Promise<Database> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runAsAdmin(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = await openPostgres(own.href, 5)
  await migrate(database)
  return {
    ...database,
    close: async () => {
      await database.close()
      await runAsAdmin(url, `drop database ${name} with (force)`)
    },
  }
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
