/** Reads that recur are planned once a connection. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { connectDatabase, type Database, transaction } from './database.ts'

/** One connection, so that every statement meets the same. */
async function connect(options?: { prepare: boolean }): Promise<Database> {
  const opened = await openTestDatabase()
  const database = await connectDatabase(opened.address, 1, options)
  onTestFinished(async () => {
    await database.close()
    await opened.close()
  })
  return database
}

const readTag = ({ db }: Pick<Database, 'db'>) => db.selectFrom('tags').selectAll().where('slug', '=', 'a').execute()

async function readOften(database: Database): Promise<void> {
  for (let n = 0; n < 8; n++) await readTag(database)
}

async function preparedIn({ pool }: Database): Promise<{ text: string; generic_plans: number }[]> {
  const { rows } = await pool.query('select statement as text, generic_plans::int from pg_prepared_statements')
  return rows
}

it('a read that recurs is prepared by name, and planned no more', { tags: 'slow' }, async () => {
  const database = await connect()
  await readTag(database)
  expect(await preparedIn(database)).toEqual([])
  await readOften(database)
  await readOften(database)
  expect(await preparedIn(database)).toEqual([
    { text: 'select * from "tags" where "slug" = $1', generic_plans: expect.any(Number) },
  ])
  expect((await preparedIn(database))[0]?.generic_plans).toBeGreaterThan(0)
})

it('nothing is prepared where DATABASE_PREPARE is off', { tags: 'slow' }, async () => {
  const database = await connect({ prepare: false })
  await readOften(database)
  expect(await preparedIn(database)).toEqual([])
})

it.each([
  ['has another column', 'alter table tags add extra text', { id: 1, name: 'A', slug: 'a', extra: null }],
  ['has a column of another type', 'alter table tags alter id type bigint', { id: 1, name: 'A', slug: 'a' }],
  ['lacks a column', 'alter table tags drop name', { id: 1, slug: 'a' }],
])('a table that %s is read at once, and on a new connection after that', { tags: 'slow' }, async (_, change, row) => {
  const database = await connect()
  await database.db.insertInto('tags').values({ name: 'A', slug: 'a' }).execute()
  await readOften(database)
  await sql.raw(change).execute(database.db)
  expect(await readTag(database)).toEqual([row])
  expect(await preparedIn(database)).toEqual([])
  await readOften(database)
  expect(await preparedIn(database)).toHaveLength(1)
})

it('a transaction that meets a changed table fails with the reason, and the next does not', {
  tags: 'slow',
}, async () => {
  const database = await connect()
  await readOften(database)
  await sql`alter table tags add extra text`.execute(database.db)
  const read = () => transaction(database, (trx) => readTag({ db: trx }))
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  expect(await read()).toEqual([])
})
