/** A database of the operator's own, on Debian's PostgreSQL, that is not right from the start or stops being so. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '../../../src/platform/database/database.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { hasPostgres, type PostgresCluster, startCluster, startReplica } from '../../../tests/support/postgres.ts'
import { type Service, startService, until } from '../../../tests/support/service.ts'
import { runChild } from '../../survival/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-foreign-'))
const password = 'hemligt-lösen-4711'
const app = encodeURIComponent(password)
let cluster: PostgresCluster

beforeAll(async () => {
  if (!hasPostgres) return
  cluster = await startCluster({ fast: true, settings: { shared_buffers: '32MB' } })
  await run(`create role app login password '${password}'`, 'create role plain login', 'create role reader login')
})
afterAll(() => {
  cluster?.destroy()
  rmSync(folder, { recursive: true, force: true })
})

async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const addressOf = (name: string, login = 'postgres', on = cluster) => `postgres://${login}@127.0.0.1:${on.port}/${name}`
const envOf = (url: string) => ({ DATABASE_URL: url, DATA_DIR: join(folder, 'data'), SOURCES: 'none', PORT: '0' })

async function refusals(url: string): Promise<string[]> {
  const asked = ['serve', 'web', 'worker', 'ingest', 'stats', 'doctor'].map((command) =>
    runChild([command], envOf(url)),
  )
  const ended = await Promise.all(asked)
  // Doctor tells what it finds: a fault is its code 2.
  expect(ended.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 2])
  return ended.map(({ output }) => output)
}

describe.skipIf(!hasPostgres)('is refused from the start, by every command, with the line that cures it', () => {
  it.each([
    [
      'in SQL_ASCII',
      `create database ascii template template0 encoding 'SQL_ASCII' locale 'C'`,
      () => addressOf('ascii'),
      /The database ascii is in SQL_ASCII, not in UTF-8\. Make another with "createdb/,
    ],
    [
      'of a role without rights',
      'create database norights',
      () => addressOf('norights', 'plain'),
      /The role plain may not create .*"grant create on /,
    ],
    [
      'that is read-only',
      'create database readonly owner reader; alter role reader set default_transaction_read_only = on',
      () => addressOf('readonly', 'reader'),
      /read-only for reader: "alter role reader reset default_transaction_read_only"/,
    ],
  ])('one %s', async (_name, make, url, reason) => {
    await run(...make.split('; '))
    for (const output of await refusals(url())) {
      expect(output).toMatch(reason)
      expect(output).not.toMatch(/ at .*\.ts:\d+/)
    }
  })

  it('a true standby', async () => {
    await run('create database original')
    const standby = await startReplica(cluster, { fast: true, settings: { shared_buffers: '32MB' } })
    try {
      for (const output of await refusals(addressOf('original', 'postgres', standby)))
        expect(output).toMatch(/The database is a standby, which takes no writes: name the primary in DATABASE_URL/)
    } finally {
      standby.destroy()
    }
  })
})

it.skipIf(!hasPostgres)('with the ctype C it works, searches what it can, and is warned of', async () => {
  await run(`create database letters template template0 encoding 'UTF8' locale 'C'`)
  const service = await startService('web', envOf(addressOf('letters')))
  expect(service.output()).toMatch(/has the ctype C, which knows no letters beyond ASCII/)
  await seedOne(addressOf('letters'))
  await until(
    async () => (await (await fetch(`${service.url}/sok?q=%C3%A4lgar`)).text()).includes('älgar i Åre'),
    Boolean,
  )
  expect(await service.stop()).toBe(0)
})

async function seedOne(url: string): Promise<void> {
  const database = await connectDatabase({ connectionString: url }, 2)
  const feed_id = await seedFeed(database, { next_fetch_at: new Date(0) })
  await seedArticles(database, [{ feed_id, title: 'Fler älgar i Åre', language: 'sv' }])
  await database.close()
}

/** A web and a worker on a database that is well; what they say when it is not. */
describe.skipIf(!hasPostgres)('that stops being right while the service runs', () => {
  let web: Service
  let worker: Service
  const url = () => addressOf('running', `app:${app}`)
  beforeAll(async () => {
    await run('create database running owner app')
    const hba = join(cluster.dataDir, 'pg_hba.conf')
    writeFileSync(hba, `host running app 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, 'utf8')}`)
    await run('select pg_reload_conf()')
    web = await startService('web', envOf(url()))
    await seedOne(url())
    worker = await startService('worker', envOf(url()))
    await get('/entries.json')
  })
  afterAll(async () => {
    await web?.kill()
    await worker?.kill()
  })

  const get = async (path: string) => {
    const response = await fetch(web.url + path, { signal: AbortSignal.timeout(30_000) })
    const { status, headers } = response
    return {
      status,
      stale: headers.get('x-stale'),
      retry: Number(headers.get('retry-after')),
      body: await response.text(),
    }
  }
  const reasonIs = (reason: RegExp) =>
    until(
      () => get('/readyz'),
      ({ status, body }) => status === 503 && reason.test(JSON.parse(body).reason ?? ''),
    )
  const isWell = () =>
    until(
      () => get('/readyz'),
      ({ status }) => status === 200,
    )
  const cut = () => run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'running'`)

  /** Lines that either has written since, while it was asked for ten seconds. */
  async function linesWhileAsked(): Promise<string[]> {
    const before = [web, worker].map((service) => service.output().length)
    const deadline = Date.now() + 10_000
    for (let n = 0; Date.now() < deadline; n++) await get(`/entries.json?items=${1 + (n % 90)}`)
    return [web, worker].flatMap((service, i) => service.output().slice(before[i]).split('\n').filter(Boolean))
  }

  it.each([
    [
      'has another password',
      () => run(`alter role app password 'something else'`),
      () => run(`alter role app password '${password}'`),
      /password authentication failed for user "app"/,
      true,
    ],
    [
      'is read-only',
      () => run('alter database running set default_transaction_read_only = on'),
      () => run('alter database running reset default_transaction_read_only'),
      /read-only for app/,
      false,
    ],
    [
      'has become a standby',
      async () => becomeStandby(),
      async () => run('select pg_promote()'),
      /is a standby, which takes no writes/,
      false,
    ],
  ])('one that %s is told, in few lines, and used again when it is well', async (_name, spoil, cure, reason, away) => {
    await isWell()
    await spoil()
    await cut()
    await reasonIs(reason)
    const kept = await until(
      () => get('/entries.json'),
      ({ status, stale }) => status === 200 && (stale === '1') === away,
    )
    expect(JSON.parse(kept.body).entries).toEqual([expect.objectContaining({ title: 'Fler älgar i Åre' })])
    const other = await get('/entries.json?items=99')
    expect(away ? [other.status, other.retry > 0] : [other.status]).toEqual(away ? [503, true] : [200])
    const lines = await linesWhileAsked()
    expect(lines.length, lines.join('\n').slice(0, 5000)).toBeLessThan(40)
    const said = (web.output() + worker.output()).replaceAll('\\"', '"')
    expect(said).not.toContain(password)
    if (away) expect(said).toMatch(reason)
    await cure()
    await cut()
    await isWell()
    await until(
      () => get(`/entries.json?items=98`),
      ({ status, stale }) => status === 200 && stale === null,
    )
    // The worker, too: what is due by now is read, in its own words of failure.
    const visits = await count('fetches')
    await again()
    await until(
      () => count('fetches'),
      (n) => n > visits,
    )
  })

  /** Stops it and starts it as one that follows a primary which is not there. */
  function becomeStandby(): void {
    cluster.stop()
    writeFileSync(join(cluster.dataDir, 'standby.signal'), '')
    cluster.start()
  }

  async function ask(statement: string): Promise<{ n: number }[]> {
    const client = new pg.Client({ connectionString: addressOf('running') })
    await client.connect()
    return (await client.query(statement).finally(() => client.end())).rows
  }
  const count = async (table: string) => (await ask(`select count(*)::integer as n from ${table}`))[0]?.n ?? 0
  const again = () => ask('update feeds set next_fetch_at = now(), hold_until = null')
})
