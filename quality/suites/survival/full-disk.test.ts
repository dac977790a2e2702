/** A disk that fills up under a pass. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Config, parseConfig } from '../../../src/config.ts'
import { makeDailyBackup } from '../../../src/news/backup/daily-backup.ts'
import { restoreEarlier } from '../../../src/news/backup/restore.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { canMount, needs, postmasterOf } from '../../../tests/support/machine.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { startService, until } from '../../../tests/support/service.ts'
import { runChild } from '../../survival/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-disk-'))
const opml = join(folder, 'sources.opml')
let publisher: Publisher

beforeAll(async () => {
  publisher = await startPublisher()
  const outline = `<outline text="Bladet" xmlUrl="${publisher.at('/feed.xml')}" relevance="all" extract="false"/>`
  writeFileSync(opml, `<opml version="2.0"><body>${outline}</body></opml>`)
})
afterAll(async () => {
  await publisher.close()
  rmSync(folder, { recursive: true, force: true })
})

/** `noise` is how many bytes of text that cannot be compressed each article has. */
function publish(items: number, noise: number): void {
  const all = Array.from({ length: items }, (_, n) => ({
    title: `Nyhet ${n}`,
    link: `https://bladet.example/${n}`,
    description: `Apple visar något nytt. ${randomBytes(noise / 2).toString('hex')}`,
  }))
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', all) })
}

/** The database that version 0.2.0 left, which all later migrations wait for. */
async function makeEarlier(config: Config): Promise<Database> {
  const database = await openDatabase(config)
  await restoreEarlier(database, join(import.meta.dirname, '../../../tests/fixtures/release-0.2.0.jsonl.gz'))
  return database
}

describe.skipIf(!needs('the right to mount a small disk', canMount()))('a full disk', () => {
  const disk = join(folder, 'disk')
  beforeAll(() => {
    mkdirSync(disk)
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk])
  })
  afterAll(() => void spawnSync('umount', ['-l', disk]))

  const fill = () =>
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k', 'oflag=append', 'conv=notrunc'])

  it('fails what cannot be kept, and loses nothing that was', async () => {
    const env = { DATA_DIR: join(disk, 'data'), SOURCES: opml, FETCH_ALLOW: '127.0.0.1/32' }
    publish(3, 0)
    expect((await runChild(['ingest'], env)).code).toBe(0)
    publish(90, 60_000)
    const filler = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 100_000))
    const deadline = AbortSignal.timeout(120_000)
    const full = await runChild(
      ['ingest'],
      env,
      () => new Promise((resolve) => deadline.addEventListener('abort', () => resolve())),
    )
    expect(full.killed).toBe(false)
    expect(full.code).not.toBe(0)
    expect(full.output).toMatch(/disk is full|No space left|could not (extend|write)/i)
    rmSync(filler)
    expect((await runChild(['ingest'], env)).code).toBe(0)
    const stats = JSON.parse((await runChild(['stats', '--json'], { ...env, LOG_LEVEL: 'silent' })).output)
    expect(stats.articles.published).toBe(90)
  })

  it('breaks a migration off inside, which is told in a sentence and done when there is room', async () => {
    const env = { DATA_DIR: join(disk, 'old'), SOURCES: 'none', LOG_LEVEL: 'silent' }
    const database = await makeEarlier(parseConfig(env))
    const filler = join(disk, 'filler')
    // Backups are read beside this lock; what changes the table waits for it.
    const client = await database.pool.connect()
    await client.query('begin; lock table articles in share mode')
    const running = runChild(['stats', '--json'], env)
    const waits = `select from pg_locks where not granted and relation = 'articles'::regclass`
    await until(async () => (await database.pool.query(waits)).rowCount, Boolean)
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
    await client.query('commit')
    client.release()
    const broken = await running
    expect(broken.code).toBe(1)
    expect(broken.output.trim()).toMatch(/^Migration \S+ failed: .*No space left on device$/)
    rmSync(filler)
    await database.close()
    const whole = await runChild(['stats', '--json'], env)
    expect(whole.code).toBe(0)
    expect(JSON.parse(whole.output).articles.published).toBe(42)
    expect(readdirSync(join(env.DATA_DIR, 'backups')).filter((name) => name.startsWith('before-'))).toHaveLength(1)
  })

  it.each<[string, string, (dataDir: string) => Promise<unknown>]>([
    ['at its first start', 'anew', async () => fill()],
    ['before its server is there', 'data', async () => fill()],
    ['amid its first start', 'amid', (dataDir) => until(async () => postmasterOf(dataDir), Boolean).then(() => fill())],
  ])('holds a service up %s: it says so once, and goes on when there is room', async (_when, name, fillDisk) => {
    const env = { DATA_DIR: join(disk, name), SOURCES: 'none', LOG_LEVEL: 'info' }
    if (name !== 'amid') await fillDisk(env.DATA_DIR)
    let output = ''
    const starting = startService('serve', env, (text) => (output += text))
    if (name === 'amid') await fillDisk(env.DATA_DIR)
    await until(
      async () => output,
      (text) => text.includes('the disk is full, and it waits for room'),
    )
    await sleep(10_000)
    const commands = await runChild(['stats'], env)
    expect(commands).toMatchObject({ code: 1, output: expect.stringMatching(/disk is full|No space left/) })
    const waits = output.match(/the disk is full, and it waits for room/g) ?? []
    rmSync(join(disk, 'filler'))
    const service = await starting
    await until(
      () => fetch(`${service.url}/readyz`).then(({ status }) => status),
      (status) => status === 200,
    )
    expect(await service.stop()).toBe(0)
    // Once for each process that waits.
    expect(waits.length).toBeLessThanOrEqual(3)
    const lines = output.split('\n').map((line) => line.replace(/\d+/g, 'n'))
    const repeats = Math.max(
      ...[
        ...Map.groupBy(
          lines.filter((line) => line.includes('No space left')),
          String,
        ).values(),
      ].map(({ length }) => length),
    )
    expect(repeats).toBeLessThanOrEqual(3)
  })

  it('ends a backup beside a service with a reason, which is made when there is room', async () => {
    const env = { DATA_DIR: join(disk, 'data'), SOURCES: 'none', LOG_LEVEL: 'warn' }
    const service = await startService('serve', env)
    fill()
    // The database makes room now and then, as by its checkpoints.
    const filling = setInterval(fill, 200)
    const file = join(disk, 'full.gz')
    expect(await runChild(['backup', file], env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/disk is full/i),
    })
    for (const args of [['export', join(disk, 'site')], ...ifThere('podcast', ['podd', 'import', disk])])
      expect([args, (await runChild(args, env)).code]).toEqual([args, 1])
    clearInterval(filling)
    rmSync(join(disk, 'filler'))
    expect(await runChild(['backup', file], env)).toMatchObject({ code: 0 })
    rmSync(file)
    expect(await service.stop()).toBe(0)
  })

  it('leaves an older backup as it was, and nothing half-written of the new one', async () => {
    const env = { DATA_DIR: join(disk, 'data'), SOURCES: opml }
    const small = join(folder, 'small')
    mkdirSync(small)
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small])
    const file = join(small, 'karnhuset.jsonl.gz')
    try {
      writeFileSync(file, 'an older one')
      expect(await runChild(['backup', file], env)).toMatchObject({
        code: 1,
        output: 'The disk is full: make room and try again. Nothing was left half-written.\n',
      })
      expect([readdirSync(small), readFileSync(file, 'utf8')]).toEqual([['karnhuset.jsonl.gz'], 'an older one'])
      // The worker's own.
      const database = await openDatabase(parseConfig(env))
      const now = new Date('2026-11-21T12:00:00Z')
      await expect(makeDailyBackup(database, small, now)).rejects.toThrow('ENOSPC')
      await database.close()
      const left = readdirSync(small).filter((name) => name !== 'failed.txt')
      expect([left, readFileSync(file, 'utf8')]).toEqual([['karnhuset.jsonl.gz'], 'an older one'])
    } finally {
      spawnSync('umount', ['-l', small])
    }
  })
})
