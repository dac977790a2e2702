/** A password of any characters, given beside the address as `compose.yaml` gives it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../../../tests/support/machine.ts'
import { hasPostgres, type PostgresCluster, startCluster } from '../../../tests/support/postgres.ts'
import { runChild } from '../../survival/child.ts'

const password = `p@ss:w/o?r#d%41 "'$\\{å}`

describe.skipIf(!needs('PostgreSQL', hasPostgres))('a password', () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startCluster({ fast: true })
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    await client.query(`create role karnhuset login password ${client.escapeLiteral(password)}`)
    await client.query('create database karnhuset owner karnhuset')
    writeFileSync(join(cluster.dataDir, 'pg_hba.conf'), 'host karnhuset karnhuset 127.0.0.1/32 scram-sha-256\n')
    await client.query('select pg_reload_conf()')
    await client.end()
  })
  afterAll(() => cluster.destroy())

  const stats = (PGPASSWORD: string) =>
    runChild(['stats', '--json'], {
      DATABASE_URL: `postgres://karnhuset@127.0.0.1:${cluster.port}/karnhuset`,
      PGPASSWORD,
      SOURCES: 'none',
      LOG_LEVEL: 'silent',
    })

  it('of any characters opens the database, and another does not', async () => {
    const right = await stats(password)
    expect([right.code, JSON.parse(right.output)]).toEqual([0, expect.objectContaining({ events: 0 })])
    const wrong = await stats(`${password}!`)
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('password authentication failed')])
    expect(wrong.output).not.toContain(password)
  })
})
