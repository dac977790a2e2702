/** A database of its own for a test file, a bench or an evaluation: migrated and empty, or a copy of another. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '../../src/store/database/database.ts'
import { createFromTemplate, databaseOn, onServer, testServer } from './test-server.ts'

/** Dropped when it is closed. */
export async function openTestDatabase(): Promise<Database> {
  const { address } = await testServer()
  const name = `test_${randomBytes(6).toString('hex')}`
  await createFromTemplate(address, name)
  const database = await connectDatabase(databaseOn(address, name), 5)
  return {
    ...database,
    close: async () => {
      await database.close()
      await onServer(address, `drop database ${name} with (force)`)
    },
  }
}

/** For what a migration in SQL does to rows of before it. */
export async function repeatMigration(db: Database['db'], name: string): Promise<void> {
  await sql.raw(readFileSync(`src/store/migrations/${name}.sql`, 'utf8')).execute(db)
}
