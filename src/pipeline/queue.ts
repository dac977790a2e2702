/**
 * The job queue: pg-boss over our own pool. What has to be done stands in the domain's own tables (a feed's
 * `next_fetch_at`, an article's `…_state`); jobs only drive it, one at most per stage and key, so that they can be lost or
 * made again without harm.
 */
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { messageOf } from '../domain/errors.ts'
import type { Database } from '../store/database/database.ts'

export const stages = ['fetch', 'extract', 'enrich', 'embed', 'cluster', 'stories', 'maintain'] as const
export type Stage = (typeof stages)[number]

/** Does one job; throwing makes the queue try again later. `key` is a feed's or article's id, or '' for a sweep. */
export type Handlers = Record<Stage, (key: string) => Promise<void>>

interface StageOptions {
  /** Jobs of one process at the same time: lanes, each with a batch. */
  lanes: number
  batch: number
  retryLimit: number
  expireInSeconds: number
}

const stageOptions: Record<Stage, StageOptions> = {
  fetch: { lanes: 16, batch: 1, retryLimit: 3, expireInSeconds: 900 },
  // Pages of one site come one a second, so a job may wait long for its turn.
  extract: { lanes: 12, batch: 8, retryLimit: 2, expireInSeconds: 900 },
  enrich: { lanes: 4, batch: 2, retryLimit: 8, expireInSeconds: 900 },
  // While many read, a long backlog takes its time.
  embed: { lanes: 1, batch: 1, retryLimit: 3, expireInSeconds: 3600 },
  cluster: { lanes: 1, batch: 1, retryLimit: 3, expireInSeconds: 3600 },
  stories: { lanes: 1, batch: 1, retryLimit: 3, expireInSeconds: 900 },
  maintain: { lanes: 1, batch: 1, retryLimit: 1, expireInSeconds: 900 },
}

/** A worker that dies is noticed after this long without a heartbeat, and its jobs are given to others. */
const HEARTBEAT_SECONDS = 10

/** A job that failed for a fault of ours and will be tried again. */
export interface JobFailure {
  key: string
  message: string
}

export interface Queue {
  /** Adds a job for each key that has none waiting or running. */
  add(stage: Stage, keys: string[]): Promise<void>
  /** Works off jobs as they come, until `stop`. */
  work(handlers: Handlers): Promise<void>
  /** Works off every job of the stage, those that wait to be tried again too; with `onDone` after each. What failed. */
  drain(stage: Stage, handlers: Handlers, onDone?: (key: string) => void): Promise<JobFailure[]>
  stop(): Promise<void>
}

export async function startQueue(database: Database, log: Logger): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    backend: database.engine === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.debug({ warning }, 'job queue'))
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const stage of stages) {
    const { retryLimit, expireInSeconds } = stageOptions[stage]
    const older = existing.get(stage)
    if (older) {
      if (older.expireInSeconds !== expireInSeconds) await boss.updateQueue(stage, { expireInSeconds })
      continue
    }
    await boss.createQueue(stage, {
      policy: 'exclusive',
      retryLimit,
      retryDelay: 10,
      retryBackoff: true,
      retryDelayMax: 900,
      expireInSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 86_400,
      retentionSeconds: 7 * 86_400,
    })
  }
  // The embedded database has one process: what is active when it starts was left by one that died.
  if (database.engine === 'embedded') await releaseActive(database)
  return makeQueue(boss, database, log)
}

async function releaseActive(database: Database): Promise<void> {
  await database.pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
}

function makeQueue(boss: PgBoss, database: Database, log: Logger): Queue {
  const add: Queue['add'] = async (stage, keys) => {
    for (let i = 0; i < keys.length; i += 500) {
      await boss.insert(
        stage,
        keys.slice(i, i + 500).map((key) => ({ data: { key }, singletonKey: key || 'sweep' })),
      )
    }
  }
  return {
    add,
    work: async (handlers) => {
      for (const stage of stages) {
        await boss.work<{ key: string }>(
          stage,
          {
            localConcurrency: stageOptions[stage].lanes,
            batchSize: stageOptions[stage].batch,
            pollingIntervalSeconds: 2,
            perJobResults: true,
          },
          (jobs) => Promise.all(jobs.map((job) => settle(handlers, stage, job, log))),
        )
      }
    },
    drain: (stage, handlers, onDone) => drain({ boss, database, add, log }, stage, handlers, onDone),
    stop: () => boss.stop({ graceful: true, timeout: 20_000 }),
  }
}

type StageJob = Pick<Job<{ key: string }>, 'id' | 'data'>

/** Does one job and says how it went; what went wrong is logged and kept with the job. */
async function settle(handlers: Handlers, stage: Stage, job: StageJob, log: Logger): Promise<JobResult> {
  const { key } = job.data
  try {
    await handlers[stage](key)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, stage, key }, `${stage} ${key} failed: ${messageOf(error)}`)
    return { id: job.id, status: 'failed', output: { message: messageOf(error) } }
  }
}

async function drain(
  { boss, database, add, log }: { boss: PgBoss; database: Database; add: Queue['add']; log: Logger },
  stage: Stage,
  handlers: Handlers,
  onDone?: (key: string) => void,
): Promise<JobFailure[]> {
  const { lanes, batch } = stageOptions[stage]
  const failures: JobFailure[] = []
  /** Keys that were tried here, or given another chance. */
  const seen = new Set<string>()
  const { rows } = await database.pool.query('select now() as since')
  await hurry(database, stage)
  const held = new Set<string>()
  const touch = () => boss.touch(stage, [...held]).catch(() => {})
  const heartbeat = setInterval(() => void (held.size > 0 && touch()), (HEARTBEAT_SECONDS * 1000) / 3)
  // Lanes that wait at the same time ask and report together.
  const take = together(async (asking: null[]) => {
    const jobs = await boss.fetch<{ key: string }>(stage, { batchSize: asking.length })
    for (const { id } of jobs) held.add(id)
    return jobs
  })
  const complete = together((ids: string[]) => boss.complete(stage, ids).then(() => []))
  const lane = async (): Promise<void> => {
    for (;;) {
      const job = await take(null)
      if (!job) return
      seen.add(job.data.key)
      const { id, status, output } = await settle(handlers, stage, job, log)
      if (status === 'failed') failures.push({ key: job.data.key, message: String(output?.message) })
      onDone?.(job.data.key)
      if (status === 'failed') await boss.fail(stage, id, output ?? null)
      else await complete(id)
      held.delete(id)
    }
  }
  try {
    do {
      await Promise.all(Array.from({ length: lanes * batch }, lane))
      const givenUp = (await listGivenUp(database, stage, rows[0]?.since)).filter((key) => !seen.has(key))
      for (const key of givenUp) seen.add(key)
      await add(stage, givenUp)
    } while (await waitForOthers(boss, database, stage))
  } finally {
    clearInterval(heartbeat)
  }
  return failures
}

/** Calls that come while one is under way are one call after it. `work` answers in the order of what it is given. */
function together<Item, Answer>(
  work: (items: Item[]) => Promise<Answer[]>,
): (item: Item) => Promise<Answer | undefined> {
  let waiting: Item[] = []
  let next: Promise<Answer[]> | null = null
  let running: Promise<unknown> = Promise.resolve()
  const run = async () => {
    await running
    const items = waiting
    waiting = []
    next = null
    const answers = work(items)
    running = answers.catch(() => {})
    return answers
  }
  return async (item) => {
    const at = waiting.push(item) - 1
    next ??= run()
    return (await next)[at]
  }
}

/** Keys of jobs that were given up since then, such as those of a process that was killed once too often. */
async function listGivenUp({ pool }: Database, stage: Stage, since: Date): Promise<string[]> {
  const { rows } = await pool.query(
    `select distinct data->>'key' as key from pgboss.job where name = $1 and state = 'failed' and completed_on >= $2`,
    [stage, since],
  )
  return rows.map(({ key }) => key)
}

/** While another process (or one that was killed) holds jobs of the stage, waits; true when some may be ready again. */
async function waitForOthers(boss: PgBoss, database: Database, stage: Stage): Promise<boolean> {
  const counts = (await queueDepth(database))[stage]
  if (counts.active === 0) return counts.ready > 0
  await new Promise((resolve) => setTimeout(resolve, 500))
  await boss.supervise(stage)
  // What a killed process had is given back with a delay, which a pass by hand does not wait for.
  await hurry(database, stage)
  return true
}

/** Jobs that wait to be tried again may be tried now. */
async function hurry(database: Database, stage: Stage): Promise<void> {
  await database.pool.query(`update pgboss.job set start_after = now() where name = $1 and state = 'retry'`, [stage])
}

export interface Depth {
  ready: number
  active: number
  failed: number
}

/** Jobs by stage: ready or waiting for a retry that is due, being done, given up. All zero before any queue was started. */
export async function queueDepth({ pool }: Pick<Database, 'pool'>): Promise<Record<Stage, Depth>> {
  const there = await pool.query(`select to_regclass('pgboss.job') is not null as yes`)
  const { rows } = !there.rows[0]?.yes
    ? { rows: [] }
    : await pool.query(`
    select name,
      count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as ready,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed
    from pgboss.job where state < 'completed' or state = 'failed' group by name`)
  const byName = new Map(rows.map((row) => [row.name, { ready: row.ready, active: row.active, failed: row.failed }]))
  const entries = stages.map((stage) => [stage, byName.get(stage) ?? { ready: 0, active: 0, failed: 0 }])
  return Object.fromEntries(entries)
}
