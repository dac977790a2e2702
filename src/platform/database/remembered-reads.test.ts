/** Reads of one pass over a database: those that recur are answered as at first, and nothing else is. */
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { seedTag } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { withMemoizedReads } from './database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const names = async (readDb: typeof database.db, prefix: string) =>
  (await sql<{ name: string }>`select name from tags where name like ${`${prefix}%`} order by name`.execute(readDb))
    .rows

it('remembers an answer by its text and values, for one pass', async () => {
  await seedTag(database, 'Bron')
  const { readDb } = withMemoizedReads(database, true)
  expect(await names(readDb, 'B')).toEqual([{ name: 'Bron' }])
  await seedTag(database, 'Båten')
  expect(await names(readDb, 'B')).toEqual([{ name: 'Bron' }])
  expect((await names(readDb, 'Bå')).length).toBe(1)
  expect((await names(withMemoizedReads(database, false).readDb, 'B')).length).toBe(2)
})

it('keeps an answer from those who change its order, and remembers no failure', async () => {
  const { readDb } = withMemoizedReads(database, true)
  const first = await names(readDb, 'B')
  const order = [...first]
  first.reverse()
  expect(await names(readDb, 'B')).toEqual(order)
  const broken = () => sql`select later from not_yet`.execute(readDb)
  await expect(broken()).rejects.toThrow(/not_yet/)
  await sql`create table not_yet (later integer)`.execute(database.db)
  expect((await broken()).rows).toEqual([])
})
