/** PG* variables of the machine are for other programs: none reaches the embedded server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { runChild } from '../../../../quality/survival/child.ts'
import { shareOf } from '../../../../tests/support/sweep.ts'
import { parseConfig } from '../../../config.ts'
import { connectDatabase, openDatabase } from '../database.ts'
import { embeddedAddress } from './postgres-server.ts'
import { joinEmbedded } from './sharing.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-pg-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const variables: Record<string, string> = {
  PGAPPNAME: 'other',
  PGBINARY: '1',
  PGCLIENTENCODING: 'none-such',
  PGCLIENT_ENCODING: 'SQL_ASCII',
  PGCONNECT_TIMEOUT: '-1',
  PGDATA: '/none',
  PGDATABASE: 'other',
  PGDATESTYLE: 'none-such',
  PGHOST: 'db.invalid',
  PGHOSTADDR: '192.0.2.1',
  PGOPTIONS: '-c search_path=elsewhere -c default_transaction_read_only=on',
  PGPASSFILE: '/none/pgpass',
  PGPASSWORD: 'secret',
  PGPORT: '1',
  PGREPLICATION: 'database',
  PGSERVICE: 'other',
  PGSERVICEFILE: '/none/services',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGSSLROOTCERT: '/none/root.crt',
  PGSYSCONFDIR: '/none',
  PGTZ: 'Nowhere/City',
  PGUSER: 'other',
}

it('a first start with all of them, as a command, makes a database and ends', { tags: 'slow' }, async () => {
  const env = { DATA_DIR: join(folder, 'first'), SOURCES: 'none', ...variables }
  const ended = await runChild(['stats'], env)
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('Sources') })
})

it('all together and each alone change nothing of a connection', { tags: 'slow' }, async () => {
  const dataDir = join(folder, 'first')
  const leave = await joinEmbedded(dataDir)
  const settings = async (env: Record<string, string>) => {
    Object.assign(process.env, env)
    const database = await openDatabase(parseConfig({ DATA_DIR: dataDir }))
    const { rows } = await sql`
      select current_user, current_database(), current_setting('search_path') as path, now() as at,
        current_setting('client_encoding') as encoding, current_setting('datestyle') as dates,
        current_setting('default_transaction_read_only') as frozen, current_setting('application_name') as name`
      .execute(database.db)
      .finally(() => database.close())
    for (const name of Object.keys(env)) delete process.env[name]
    return { ...(rows[0] as object), at: typeof (rows[0] as { at: unknown }).at }
  }
  const usual = await settings({})
  expect(await settings(variables)).toEqual(usual)
  for (const [name, value] of shareOf(Object.entries(variables), 4))
    expect({ [name]: await settings({ [name]: value }) }).toEqual({ [name]: usual })
  await leave()
})

it('they keep their meaning for the database of DATABASE_URL', { tags: 'slow' }, async () => {
  const dataDir = join(folder, 'first')
  const leave = await joinEmbedded(dataDir)
  const { host } = embeddedAddress(dataDir)
  Object.assign(process.env, { PGHOST: host, PGUSER: 'karnhuset', PGOPTIONS: '-c search_path=elsewhere' })
  const database = await connectDatabase({ connectionString: 'postgres:///postgres' }, 1)
  const { rows } = await sql`show search_path`.execute(database.db)
  await database.close()
  await leave()
  expect(rows).toEqual([{ search_path: 'elsewhere' }])
})
