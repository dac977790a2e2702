/** Jobs only drive what stands in the domain's tables: none that is lost may leave its work undone. */
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type Handlers, type Stage, stages, startQueue } from '../src/pipeline/queue.ts'
import { openTestDatabase } from './support/database.ts'

it('does what those had who were killed once too often', async () => {
  const database = await openTestDatabase()
  const queue = await startQueue(database, pino({ level: 'silent' }))
  const done: string[] = []
  const handlers = Object.fromEntries(
    stages.map((stage: Stage) => [stage, async (key: string) => void done.push(key)]),
  ) as Handlers
  await queue.add('fetch', ['7'])
  // Taken by a process that has not been heard of for an hour, the last time that it may be tried again.
  await database.pool.query(`update pgboss.job set state = 'active', retry_count = retry_limit,
    started_on = now() - interval '1 hour', heartbeat_on = now() - interval '1 hour' where name = 'fetch'`)
  await queue.add('fetch', ['7'])
  expect(await queue.drain('fetch', handlers)).toEqual([])
  expect(done).toEqual(['7'])
  await queue.stop()
  await database.close()
})

it('brings the limits of an older database up to date', async () => {
  const database = await openTestDatabase()
  const log = pino({ level: 'silent' })
  await (await startQueue(database, log)).stop()
  const limits = async () => {
    const { rows } = await database.pool.query('select name, expire_seconds from pgboss.queue order by name')
    return rows
  }
  const now = await limits()
  await database.pool.query(`update pgboss.queue set expire_seconds = 300 where name = 'cluster'`)
  await (await startQueue(database, log)).stop()
  expect(await limits()).toEqual(now)
  await database.close()
})
