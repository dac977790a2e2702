/** Jobs only drive what stands in the domain's tables: none that is lost may leave its work undone. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../database/database.ts'
import { createLog } from '../log/log.ts'
import { type Queue, startQueue } from './queue.ts'
import { queueDepth } from './stages.ts'

const log = pino({ level: 'silent' })
let database: Database
let queue: Queue
beforeAll(async () => {
  database = await openTestDatabase()
  queue = await startQueue(database, log)
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})
beforeEach(() => database.pool.query('delete from pgboss.job'))

/** What is done, by keys, until no job is left. */
async function workOff(fetch: (key: string) => Promise<unknown>) {
  const since = new Date()
  const working = await queue.work({ fetch })
  const failures = await queue.whenIdle('fetch', since)
  await working.stop()
  return failures
}

const waiting = async () => {
  const { rows } = await database.pool.query(`select count(*)::int as n from pgboss.job where state = 'retry'`)
  return rows[0].n
}

it('does each key once, however often it was added', async () => {
  const done: string[] = []
  await queue.add('fetch', ['1', '2', '3'])
  await queue.add('fetch', ['2', '3', '4'])
  expect(await workOff(async (key) => done.push(key))).toEqual([])
  expect(done.sort()).toEqual(['1', '2', '3', '4'])
})

it('tells what failed, keeps it for another try, and tries it at once when it is asked for again', async () => {
  await queue.add('fetch', ['1', '2'])
  const failures = await workOff(async (key) => {
    if (key === '1') throw new Error('no luck')
  })
  expect(failures).toEqual([{ key: '1', message: 'no luck' }])
  const done: string[] = []
  await queue.add('fetch', ['1'])
  expect(await waiting()).toBe(1)
  await queue.add('fetch', ['1'], { now: true })
  expect(await workOff(async (key) => done.push(key))).toEqual([])
  expect(done).toEqual(['1'])
})

it('gives the jobs of a worker that died to another, at once to one that waits for them', {
  tags: 'slow',
}, async () => {
  await queue.add('fetch', ['7'])
  // Taken by a process that has not been heard of for an hour.
  await database.pool.query(`update pgboss.job set state = 'active', started_on = now() - interval '1 hour',
    heartbeat_on = now() - interval '1 hour'`)
  const done: string[] = []
  expect(await workOff(async (key) => done.push(key))).toEqual([])
  expect(done).toEqual(['7'])
})

it('keeps what a job resolves with', async () => {
  await queue.add('fetch', ['1'])
  await workOff(async () => [{ stage: 'cluster' }])
  expect(await queue.last('fetch')).toMatchObject({ state: 'completed' })
})

it('backs off from a job that always throws, shows it, and does the others', { tags: 'slow' }, async () => {
  const tries: string[] = []
  const fetch = async (key: string) => {
    tries.push(key)
    if (key === 'bad') throw new Error('a fault of ours')
  }
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    // As each sweep does, for as long as the source is due.
    await queue.add('fetch', ['bad', `good ${n}`])
    await database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
    await workOff(fetch)
    const { rows } = await database.pool.query(
      `select state, extract(epoch from start_after - now())::float8 as wait from pgboss.job where data->>'key' = 'bad'`,
    )
    expect(rows).toEqual([{ state: 'retry', wait: expect.any(Number) }])
    waits.push(rows[0].wait)
  }
  expect(tries.filter((key) => key === 'bad')).toHaveLength(12)
  expect(tries.filter((key) => key !== 'bad')).toHaveLength(12)
  expect(waits[0]).toBeLessThan(30)
  expect(waits.at(-1)).toBeGreaterThan(140)
  expect((await queueDepth(database)).find(({ stage }) => stage === 'fetch')).toMatchObject({ ready: 0, failed: 1 })
})

it('brings the limits of an older database up to date', async () => {
  const limits = async () => {
    const { rows } = await database.pool.query(
      'select name, expire_seconds, retry_limit, retry_delay_max, notify from pgboss.queue order by name',
    )
    return rows
  }
  const now = await limits()
  await database.pool.query(
    `update pgboss.queue set expire_seconds = 300, retry_limit = 3, retry_delay_max = 900, notify = false where name = 'cluster'`,
  )
  await (await startQueue(database, log)).stop()
  expect(await limits()).toEqual(now)
})

it('logs a cause that goes on once, whatever numbers its message holds', async () => {
  const lines: { msg: string }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const told = createLog({ LOG_LEVEL: 'info' }, 'worker', stream as unknown as NodeJS.WriteStream)
  const other = await startQueue(database, told)
  await other.add(
    'extract',
    Array.from({ length: 40 }, (_, i) => String(i)),
    { now: true },
  )
  const since = new Date()
  const working = await other.work({
    extract: async (key) => {
      throw new Error(`the model is away (call ${key})`)
    },
  })
  await other.whenIdle('extract', since)
  await working.stop()
  await other.stop()
  expect(lines.filter(({ msg }) => msg.includes('the model is away'))).toHaveLength(1)
})
