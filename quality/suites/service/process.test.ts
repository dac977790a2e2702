/** Faults of the house, met by real processes: settings, files, database, a second process, the clock. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDueFeedIds } from '../../../src/news/feeds/writes/feeds.ts'
import { connectDatabase } from '../../../src/platform/database/database.ts'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../../../tests/support/postgres.ts'
import { type Service, startService, until } from '../../../tests/support/service.ts'
import { runChild } from '../../survival/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-process-'))
let publisher: Publisher
const opml = join(folder, 'sources.opml')

beforeAll(async () => {
  publisher = await startPublisher()
  publish(3)
  const outline = `<outline text="Bladet" xmlUrl="${publisher.at('/feed.xml')}" relevance="all" extract="false"/>`
  writeFileSync(opml, `<opml version="2.0"><body>${outline}</body></opml>`)
})
afterAll(async () => {
  await publisher.close()
  rmSync(folder, { recursive: true, force: true })
})

function publish(items: number): void {
  const all = Array.from({ length: items }, (_, n) => ({
    title: `Nyhet ${n}`,
    link: `https://bladet.example/${n}`,
    description: 'Apple visar något nytt.',
  }))
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', all) })
}

const settings = (name: string) => ({ DATA_DIR: join(folder, name), SOURCES: opml, FETCH_ALLOW: '127.0.0.1/32' })

describe('what is wrong from the start ends it with a reason and a code', () => {
  const cases: [string, string[], Record<string, string>, number, RegExp][] = [
    ['settings', ['serve'], { PORT: 'x', LOG_LEVEL: 'loud' }, 1, /^PORT: .*\nLOG_LEVEL: .*\n$/],
    [
      'a list of sources that is not there',
      ['ingest'],
      { SOURCES: '/none.opml' },
      1,
      /^SOURCES: cannot read \/none\.opml/m,
    ],
    ['a list of sources that is a folder', ['ingest'], { SOURCES: folder }, 1, /^SOURCES: cannot read/m],
    [
      'a list of sources that is none',
      ['ingest'],
      { SOURCES: 'package.json' },
      1,
      /^SOURCES: .*package\.json: .*line 1/m,
    ],
    [
      'a database that is not there',
      ['stats'],
      { DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/x' },
      1,
      /^Cannot reach the database of DATABASE_URL/m,
    ],
    [
      'a database that the processes of a service cannot reach',
      ['serve'],
      { DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/x', PORT: '0' },
      1,
      /^Cannot reach the database of DATABASE_URL/m,
    ],
    ['an address range', ['ingest'], { FETCH_ALLOW: 'home' }, 1, /^FETCH_ALLOW: must be addresses or ranges .*home/m],
    ['an unknown command', ['ingset'], {}, 2, /unknown command.*ingset/],
    ['an argument', ['ingest', '--feed', 'x'], {}, 2, /whole number/],
  ]
  it.each(cases)('%s', async (_name, args, env, code, why) => {
    const ended = await runChild(args, { DATA_DIR: join(folder, 'wrong'), ...env })
    expect(ended.output).toMatch(why)
    expect(ended.code).toBe(code)
    expect(ended.output).not.toMatch(/\n {4}at |pw@/)
  })
})

describe('a service on the embedded database', () => {
  let service: Service
  const env = settings('held')
  beforeAll(async () => {
    service = await startService('serve', env)
  })
  afterAll(() => service?.stop())

  it('is used by commands beside it, with their exit codes', async () => {
    await until(
      () => runChild(['feeds', 'list'], env),
      ({ output }) => /Bladet/.test(output),
    )
    expect(await runChild(['feeds', 'enable', '999'], env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('no source with id 999'),
    })
    expect((await runChild(['ingest', '--feed', 'x'], env)).code).toBe(2)
    expect((await runChild(['backup', join(folder, 'held.gz')], env)).output).toMatch(/tables, \d+ rows/)
  })

  describe('beside a command with other settings', () => {
    const other = () => {
      const path = join(folder, 'other.opml')
      writeFileSync(
        path,
        '<opml version="2.0"><body><outline text="Annat" xmlUrl="https://annat.example/f"/></body></opml>',
      )
      return path
    }
    const listed = async () => JSON.parse((await runChild(['feeds', 'list', '--json'], env)).output).length
    // The service takes its list in soon after it answers.
    beforeAll(() => until(listed, Boolean))

    it.each<[string, string[], Record<string, string>]>([
      ['another list of sources', ['import', 'LIST'], { SOURCES: 'LIST' }],
      ['none', ['feeds', 'add', 'https://annat.example/f'], { SOURCES: 'none' }],
      ['another address', ['feeds', 'import', 'LIST'], { BASE_URL: 'https://annat.example' }],
      ['another topic', ['guides', 'sync'], { CONTENT_DIR: 'demo/bicycles/content' }],
      ['another topic, to publish', ['mcp'], { CONTENT_DIR: 'demo/bicycles/content' }],
      ['another database', ['ingest'], { DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/x' }],
      ['another relevance', ['feeds', 'diff'], { RELEVANCE: 'all' }],
    ])('stops it: %s', async (_what, args, given) => {
      const here = (text: string) => text.replace('LIST', other())
      const before = await listed()
      const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, here(value)]))
      const ended = await runChild(args.map(here), { ...env, ...values })
      expect(ended.output).toMatch(
        /^The service that runs on \S+ has other settings than this command: .* Nothing was done:/,
      )
      for (const name of Object.keys(given)) expect(ended.output).toContain(`${name} (`)
      expect(ended.output).not.toContain('pw@')
      expect([ended.code, await listed()]).toEqual([1, before])
    })

    it.each<[string, string[], RegExp]>([
      ['stats', ['stats'], /^Sources/m],
      ['topic check', ['topic', 'check'], /^No article was judged in the console yet/m],
    ])('lets it read, and says so: %s', async (_what, args, words) => {
      const { output } = await runChild(args, { ...env, SOURCES: other() })
      expect(output).toMatch(/has other settings than this command: SOURCES \(.*\)\.$/m)
      expect(output).toMatch(words)
    })
  })

  it('does not restore under itself', async () => {
    const ended = await runChild(['restore', '--replace', join(folder, 'held.gz')], env)
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('stop it, restore') })
  })

  it('answers who has asked before it ends, within seconds though a visitor says no more', async () => {
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const accepts = 'Accept: application/json, text/event-stream\r\n'
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const port = Number(new URL(service.url).port)
    const [asking, silent] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    silent.on('error', () => {})
    silent.write(head)
    asking.write(`${head}${accepts}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
    // Until both have arrived.
    await fetch(`${service.url}/healthz`)
    await sleep(200)
    const ended = service.stop()
    await sleep(200)
    // As clients do, it keeps its side open until it has its answer.
    asking.write(body.slice(10))
    expect(await text(asking)).toMatch(/^HTTP\/1\.1 200 [\s\S]*search_news/)
    expect(await ended).toBe(0)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends in order at %s, and logs why', async (signal) => {
    const service = await startService('serve', { DATA_DIR: join(folder, signal) })
    await expect.poll(service.output).toContain('"process":"worker"')
    process.kill(service.pid, signal)
    expect(await service.ended).toBe(0)
    expect(service.output()).toMatch(new RegExp(`"process":"supervisor","signal":"${signal}"`))
    for (const part of ['web', 'worker']) expect(service.output()).toContain(`"process":"${part}","reason":"SIGTERM"`)
  })

  it('once it has ended, leaves its list of sources alone whatever a command is given', async () => {
    await service.stop()
    const longer = join(folder, 'longer.opml')
    const outline = (name: string) => `<outline text="${name}" xmlUrl="https://${name}.example/f"/>`
    writeFileSync(longer, `<opml version="2.0"><body>${outline('ett')}${outline('tva')}</body></opml>`)
    const wanted = join(folder, 'wanted.opml')
    writeFileSync(wanted, `<opml version="2.0"><body>${outline('tre')}</body></opml>`)
    const given = { ...env, SOURCES: longer }
    expect((await runChild(['import', wanted], given)).output).toContain('1 source added')
    for (const [code, ...args] of [
      [0, 'guides', 'sync'],
      // There are no pairs.
      [1, 'clusters', 'calibrate', '--list'],
      [0, 'export', join(folder, 'site')],
    ] satisfies [number, ...string[]][])
      expect([args, (await runChild(args, given)).code]).toEqual([args, code])
    const { output } = await runChild(['feeds', 'list'], env)
    expect(output).toContain('tre.example')
    expect(output).not.toMatch(/ett\.example|tva\.example/)
  })

  it('leaves a backup that restores', async () => {
    const ended = await runChild(['restore', '--replace', join(folder, 'held.gz')], env)
    expect(ended.output).toMatch(/Restored \d+ tables/)
    expect((await runChild(['feeds', 'list'], env)).output).toContain('Bladet')
  })
})

describe.skipIf(!hasPostgres)('a database that goes away', () => {
  let server: PostgresServer
  let service: Service
  let url: string
  beforeAll(async () => {
    publish(3)
    server = await startPostgres()
    url = await server.createDatabase()
    service = await startService('serve', { ...settings('away'), DATABASE_URL: url, LOG_LEVEL: 'fatal' })
  })
  afterAll(async () => {
    await service?.stop()
    server?.remove()
  })
  const get = async (path: string) => {
    const response = await fetch(service.url + path, { signal: AbortSignal.timeout(20_000) })
    const { headers } = response
    return {
      status: response.status,
      stale: headers.get('x-stale'),
      retry: headers.get('retry-after'),
      body: await response.text(),
    }
  }

  it('is survived: cached pages marked as stale, others 503, and all is well when it is back', async () => {
    await until(
      () => get('/entries.json'),
      ({ body }) => JSON.parse(body).entries.length === 3,
    )
    await until(
      () => get('/readyz'),
      ({ status }) => status === 200,
    )
    server.stop()
    expect(
      await until(
        () => get('/readyz'),
        ({ status }) => status === 503,
      ),
    ).toBeTruthy()
    const stale = await until(
      () => get('/entries.json'),
      (answer) => answer.stale === '1',
    )
    expect(JSON.parse(stale.body).entries).toHaveLength(3)
    const other = await get('/entries.json?items=7')
    expect(other.status).toBe(503)
    expect(Number(other.retry)).toBeGreaterThan(0)
    expect((await get('/healthz')).status).toBe(200)
    server.start()
    await until(
      () => get('/readyz'),
      ({ status }) => status === 200,
    )
    publish(4)
    expect((await runChild(['ingest'], { ...settings('away2'), DATABASE_URL: url })).code).toBe(0)
    await until(
      () => get('/entries.json'),
      ({ status, stale, body }) => status === 200 && stale === null && JSON.parse(body).entries.length === 4,
    )
  })

  it('may cut every connection at once', async () => {
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'karnhuset%'`,
    )
    await until(
      () => get('/entries.json?items=9'),
      ({ status, stale }) => status === 200 && stale === null,
    )
    publish(5)
    expect((await runChild(['ingest'], { ...settings('away2'), DATABASE_URL: url })).code).toBe(0)
    await until(
      () => get('/entries.json'),
      ({ body }) => JSON.parse(body).entries?.length === 5,
    )
    expect(await service.stop()).toBe(0)
  })

  it('keeps a worker from starting, with a reason', async () => {
    server.stop()
    await expect(startService('worker', { DATABASE_URL: url, DATA_DIR: folder })).rejects.toThrow(
      /Cannot reach the database/,
    )
    await expect(connectDatabase({ connectionString: url }, 1)).rejects.toThrow(/Cannot reach the database/)
  })
})

describe('a clock that was ahead and is set back', () => {
  it('does not leave the feeds waiting for a time that is a year away', async () => {
    const database = await openTestDatabase()
    try {
      const now = new Date('2026-11-21T12:00:00Z')
      const year = new Date('2027-11-21T12:00:00Z')
      const wrong = { last_fetched_at: year, next_fetch_at: year, hold_until: year }
      const ahead = await seedFeed(database, wrong)
      const right = { last_fetched_at: now, next_fetch_at: new Date(now.getTime() + 3_600_000) }
      await seedFeed(database, right)
      await seedArticles(database, [{ feed_id: ahead, sort_at: year, published_at: year }])
      expect(await listDueFeedIds(database, now)).toEqual([ahead])
    } finally {
      await database.close()
    }
  })
})
