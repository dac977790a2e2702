/** A power cut, played: everything ends at once, and what the disk holds is started elsewhere. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type EmbeddedServer,
  embeddedAddress,
  startEmbedded,
} from '../../../src/platform/database/embedded/postgres-server.ts'
import { partsOf, postmasterOf, serverProcesses, signalAll } from '../../../tests/support/machine.ts'
import { startService, until } from '../../../tests/support/service.ts'
import { startWorld } from '../../survival/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-cut-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function query(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(embeddedAddress(dataDir))
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** Commits row after row until the server goes; the rows that were acknowledged. */
async function commitUntilCut(dataDir: string): Promise<number[]> {
  const acknowledged: number[] = []
  const client = new pg.Client(embeddedAddress(dataDir))
  client.on('error', () => {})
  await client.connect()
  try {
    for (let n = 1; ; n++) {
      await client.query(`insert into acknowledged select $1::int, repeat(md5($1::int::text), 200)`, [n])
      acknowledged.push(n)
    }
  } catch (error) {
    if (!/terminat|crash|not queryable|ECONNRESET|EPIPE/.test(String(error))) throw error
    return acknowledged
  }
}

/** The folder as a machine finds it that was switched on again: in another place, with the locks of the one that is gone. */
function copyOf(dataDir: string): string {
  const copy = `${dataDir}-copy`
  cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('.s.PGSQL.5432') })
  return copy
}

async function startCopy(dataDir: string): Promise<EmbeddedServer & { dataDir: string }> {
  const copy = copyOf(dataDir)
  return { dataDir: copy, ...(await startEmbedded(copy, { withParent: true })) }
}

const signals = ['SIGQUIT', 'SIGKILL'] as const

describe.each(signals)('a server that is ended amid writing by %s', (signal) => {
  it('has on disk what it acknowledged', async () => {
    const dataDir = join(folder, signal)
    const server = await startEmbedded(dataDir, { withParent: true })
    const [kept] = await query(
      dataDir,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('full_page_writes') as pages`,
    )
    expect(kept).toEqual({ fsync: 'on', commit: 'on', pages: 'on' })
    await query(dataDir, 'create table acknowledged (n int, filling text)')
    const writing = Promise.all([1, 2, 3].map(() => commitUntilCut(dataDir)))
    await until(
      async () => Number((await query(dataDir, 'select count(*) from acknowledged'))[0]?.count),
      (n) => n > 30,
    )
    signalAll(signal === 'SIGKILL' ? serverProcesses(dataDir) : [server.pid], signal)
    const acknowledged = (await writing).flat().sort((a, b) => a - b)
    await server.ended
    const again = await startCopy(dataDir)
    const rows = await query(again.dataDir, 'select n from acknowledged order by n')
    await again.stop()
    const there = rows.map(({ n }) => Number(n))
    expect(acknowledged.length).toBeGreaterThan(30)
    // A row that was committed and not yet acknowledged may be there: one of each writer.
    for (const n of acknowledged) there.splice(there.indexOf(n), there.includes(n) ? 1 : 0)
    expect(there.length).toBeLessThanOrEqual(3)
    expect(rows.length - there.length).toBe(acknowledged.length)
  })
})

it('a service whose machine loses its power shows on another what readers had seen', async () => {
  const world = await startWorld(mkdtempSync(join(folder, 'world-')))
  const dataDir = join(folder, 'service')
  const env = { DATA_DIR: dataDir, SOURCES: world.opml, FETCH_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'warn' }
  const titlesOf = async (url: string) => {
    const answer = await fetch(`${url}/entries.json?items=100`)
    return answer.ok ? ((await answer.json()) as { entries: { title: string }[] }).entries.map((e) => e.title) : []
  }
  const service = await startService('serve', env)
  const seen = await until(
    () => titlesOf(service.url),
    (titles) => titles.length >= 10,
  )
  const parts = [service.pid, ...partsOf(service.pid, 'web'), ...partsOf(service.pid, 'worker')]
  signalAll([...parts, ...serverProcesses(dataDir)], 'SIGKILL')
  await service.ended
  expect(postmasterOf(dataDir)).toBeGreaterThan(0)
  const again = await startService('serve', { ...env, DATA_DIR: copyOf(dataDir), SOURCES: 'none' })
  const now = await titlesOf(again.url)
  expect(await again.stop()).toBe(0)
  await world.close()
  // What came between stands above.
  expect(now.length).toBeGreaterThanOrEqual(seen.length)
})
