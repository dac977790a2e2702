/** Databases that files use one after the other. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { seedFeed } from './build.ts'
import { databaseOn, openTestDatabase, testServer } from './database.ts'

async function oidOf({ db }: Database): Promise<number> {
  const { rows } = await sql<{ oid: number }>`select oid from pg_database where datname = current_database()`.execute(
    db,
  )
  return Number(rows[0]?.oid)
}

/** True where the next one is the same database, after `work`. */
async function isUsedAgain(work: (database: Database) => Promise<unknown>): Promise<boolean> {
  const database = await openTestDatabase()
  const oid = await oidOf(database)
  await work(database)
  await database.close()
  const next = await openTestDatabase()
  const isSame = (await oidOf(next)) === oid
  await next.close()
  return isSame
}

/** Rows of all tables, and where sequences stand. */
async function contentOf({ db }: Database): Promise<unknown[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`.execute(db)
  const selects = tables.map(({ name }) => `select '${name}' as name, json_agg(t)::text as rows from ${name} t`)
  const { rows } = await sql.raw(selects.join(' union all ')).execute(db)
  const { rows: sequences } = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db)
  return [...rows, ...sequences]
}

it('are as they were made, whatever was written', { tags: 'slow' }, async () => {
  const contents: unknown[] = []
  const write = async (database: Database) => {
    contents.push(await contentOf(database))
    await seedFeed(database)
    await database.db.updateTable('data_versions').set({ version: 99 }).execute()
    await database.db.deleteFrom('site').execute()
    await sql`insert into pgboss.job (name, data) values ('fetch', '{}')`.execute(database.db)
  }
  for (let use = 0; use < 3; use++) expect(await isUsedAgain(write)).toBe(true)
  expect(contents[1]).toEqual(contents[0])
  expect(contents[2]).toEqual(contents[0])
})

it.each([
  ['a table', 'create table other (id integer)'],
  ['a rule', 'create rule forget as on insert to rate_hits do instead nothing'],
  ['a trigger that is off', 'alter table articles disable trigger user'],
  ['statistics', 'analyze feeds'],
])('are dropped with %s', { tags: 'slow' }, async (_, statement) => {
  expect(await isUsedAgain(({ db }) => sql.raw(statement).execute(db))).toBe(false)
})

it('are taken from what a file left running', { tags: 'slow' }, async () => {
  const database = await openTestDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  await database.close()
  const left = new pg.Client(databaseOn((await testServer()).address, rows[0]?.name ?? ''))
  const ended = new Promise((resolve) => left.on('error', resolve))
  await left.connect()
  const next = await openTestDatabase()
  await ended
  await next.close()
})
