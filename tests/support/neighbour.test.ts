/** The neighbour itself: it is in each database, and a change to it is seen. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { openTestDatabase } from './database.ts'
import { emptyTables, NEIGHBOUR, restoreNeighbour, tablesChanged, tablesWithout } from './neighbour.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const changed = async () => {
  const client = await database.pool.connect()
  return tablesChanged(client).finally(() => client.release())
}

it('is unchanged at first', async () => {
  expect(await changed()).toEqual([])
})

it('is left by emptyTables, with what depends on it', async () => {
  await emptyTables(database, 'events', 'users', 'follows', 'oauth_clients')
  expect(await changed()).toEqual([])
})

it('is seen to be deleted, and restored', async () => {
  await database.db.deleteFrom('events').execute()
  expect(await changed()).toEqual(expect.arrayContaining(['events', 'event_texts', 'saved_events', 'read_events']))
  await restoreNeighbour(database)
  expect(await changed()).toEqual([])
})

it('is seen to be updated', async () => {
  await sql`update webhooks set state = 'active'`.execute(database.db)
  expect(await changed()).toEqual(['webhooks'])
  await sql`update webhooks set state = 'paused' where id = ${NEIGHBOUR}`.execute(database.db)
})

it('has a row of each table, but for those that are named', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
      and to_regclass('neighbour.' || c.relname) is null order by 1`.execute(database.db)
  expect(rows.map(({ name }) => name)).toEqual(tablesWithout.toSorted())
})

it('is left out of a database that is opened alone', { tags: 'slow' }, async () => {
  const alone = await openTestDatabase({ alone: true })
  const { rows } = await sql`select from users union all select from articles`.execute(alone.db)
  await alone.close()
  expect(rows).toEqual([])
})
