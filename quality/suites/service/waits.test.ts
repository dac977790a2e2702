/** A command that waits for the database says so after two seconds, and what it waits for. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createSite } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Base, openBase } from '../../../src/app/base.ts'
import { parseConfig } from '../../../src/config.ts'
import {
  type EmbeddedServer,
  embeddedAddress,
  startEmbedded,
} from '../../../src/platform/database/embedded/postgres-server.ts'
import { createLog } from '../../../src/platform/log/log.ts'
import { postmasterOf } from '../../../tests/support/machine.ts'
import { until } from '../../../tests/support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-waits-'))
const [used, fresh, unused] = ['used', 'fresh', 'unused'].map((name) => join(folder, name)) as [string, string, string]
let base: Base
const servers: EmbeddedServer[] = []
const clients = new Map<string, pg.Client>()
const on = (dataDir: string, statement: string) => clients.get(dataDir)?.query(statement)

beforeAll(async () => {
  base = await openBase(parseConfig({ DATA_DIR: used, SOURCES: 'none' }), createLog({ LOG_LEVEL: 'silent' }))
  for (const dataDir of [fresh, unused]) servers.push(await startEmbedded(dataDir))
  for (const dataDir of [used, fresh, unused]) {
    const client = new pg.Client({ ...embeddedAddress(dataDir), application_name: 'somebody' })
    client.on('error', () => {})
    await client.connect()
    clients.set(dataDir, client)
  }
})
afterAll(async () => {
  for (const client of clients.values()) await client.end().catch(() => {})
  await base.close()
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['bin/karnhuset', ...args], {
    env: { PATH: process.env.PATH, SOURCES: 'none', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  return { said: () => said, ended: new Promise((resolve) => child.once('close', resolve)) }
}

const held = 'a lock in the database that somebody holds'
const lockTable = (name: string) => `begin; lock table ${name}`
const serverOf = (signal: NodeJS.Signals) => process.kill(postmasterOf(used) ?? 0, signal)

it.each<[string, string, string, () => unknown, string, () => unknown]>([
  [
    'the lock of upgrades',
    'stats',
    fresh,
    () => on(fresh, 'select pg_advisory_lock(7263, 5)'),
    held,
    () => on(fresh, 'select pg_advisory_unlock(7263, 5)'),
  ],
  [
    'who stops the server',
    'stats',
    unused,
    () => on(unused, 'select pg_advisory_lock(7263, 4)'),
    held,
    () => on(unused, 'select pg_advisory_unlock(7263, 4)'),
  ],
  [
    'a table',
    'stats',
    used,
    () => on(used, lockTable('articles')),
    `${held} (idle in transaction)`,
    () => on(used, 'rollback'),
  ],
  ['a table, at its start', 'ingest', used, () => on(used, lockTable('tags')), held, () => on(used, 'rollback')],
  ['a table, to examine it', 'doctor', used, () => on(used, lockTable('feeds')), held, () => on(used, 'rollback')],
  [
    'an answer',
    'stats',
    used,
    () => serverOf('SIGSTOP'),
    'the embedded database to answer: ',
    () => serverOf('SIGCONT'),
  ],
])('for %s: %s', async (_, command, dataDir, hold, what, release) => {
  await hold()
  const { said, ended } = start([command], { DATA_DIR: dataDir })
  await until(
    async () => said(),
    (text) => text.includes(`Waiting for ${what}`),
  ).finally(release)
  await ended
  expect(said().match(/^Waiting/gm)).toHaveLength(1)
})

it('for a server that takes connections and says nothing, and gives it up', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const { said, ended } = start(['stats'], { DATABASE_URL: `postgres://ann:hidden@127.0.0.1:${port}/news` })
  expect(await ended).toBe(1)
  expect(said()).toMatch(
    /^Waiting for a connection to the database of DATABASE_URL.*\nCannot reach the database of DATABASE_URL: .*\n$/,
  )
  expect(said()).not.toContain('hidden')
  silent.close()
})

it('says nothing while it works, however long that takes', async () => {
  const slow = createSite((_request, response) => void setTimeout(() => response.end(), 4500))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const sources = join(folder, 'sources.opml')
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
  writeFileSync(sources, `<opml version="2.0"><body><outline text="Bladet" xmlUrl="${url}"/></body></opml>`)
  const { said, ended } = start(['ingest'], { DATA_DIR: used, SOURCES: sources, FETCH_ALLOW: '127.0.0.1/32' })
  await ended
  expect(said()).not.toContain('Waiting')
  slow.close()
})
