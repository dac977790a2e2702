/**
 * The job queue: pg-boss over our own pool. Due work is stored in the domain's own tables (a feed's `next_fetch_at`, an
 * article's `…_state`). Jobs only drive it, at most one per stage and key, so that they can be lost or repeated without
 * harm: every stage is idempotent.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import { messageOf } from '../errors.ts'
import { type Stage, stages } from './stages.ts'

/**
 * Does one job. When it throws, the queue retries it with back-off; what it resolves with is stored with the job. `key` is a
 * feed's or article's id, '' for a sweep, a request for `reprocess` and `exams`.
 */
export type Handlers = Record<Stage, (key: string) => Promise<unknown>>

interface StageOptions {
  /** Jobs of one process at the same time are `workers` times `batch`. */
  workers: number
  batch: number
  /** `FOR_EVER` unless given: the work is stored in rows, so that one given up would be added again at once. */
  retryLimit?: number
  expireInSeconds: number
}

const FOR_EVER = 1_000_000
const MAX_RETRY_DELAY_SECONDS = 300

const stageOptions: Record<Stage, StageOptions> = {
  fetch: { workers: 8, batch: 2, expireInSeconds: 900 },
  // The politeness delay lets one page per site start each second, so a job may wait long in the queue.
  extract: { workers: 12, batch: 8, expireInSeconds: 900 },
  // Stages that call models may wait for several answers, each of up to AI_TIMEOUT and retried.
  enrich: { workers: 4, batch: 2, expireInSeconds: 7200 },
  embed: { workers: 1, batch: 1, expireInSeconds: 3600 },
  cluster: { workers: 1, batch: 1, expireInSeconds: 3600 },
  stories: { workers: 1, batch: 1, expireInSeconds: 7200 },
  events: { workers: 1, batch: 1, expireInSeconds: 7200 },
  // Asked again an hour later if not verified: the queue need not.
  subscribe: { workers: 2, batch: 4, retryLimit: 0, expireInSeconds: 300 },
  records: { workers: 1, batch: 1, expireInSeconds: 3600 },
  editions: { workers: 1, batch: 1, expireInSeconds: 3600 },
  letters: { workers: 2, batch: 1, expireInSeconds: 3600 },
  spoken: { workers: 1, batch: 1, expireInSeconds: 3600 },
  alerts: { workers: 1, batch: 1, expireInSeconds: 3600 },
  sendings: { workers: 2, batch: 1, expireInSeconds: 3600 },
  maintain: { workers: 1, batch: 1, retryLimit: 1, expireInSeconds: 900 },
  // It resumes where it stopped, however often it is killed.
  reprocess: { workers: 1, batch: 1, retryLimit: 20, expireInSeconds: 82_800 },
  // It begins again where its worker is killed.
  exams: { workers: 1, batch: 1, retryLimit: 1, expireInSeconds: 82_800 },
  // Asked for again at the console.
  pairs: { workers: 1, batch: 1, retryLimit: 0, expireInSeconds: 3600 },
}

/** A worker process is taken for dead after this long without a heartbeat; its jobs are retried by others. */
const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 5
/**
 * NOTIFY announces new jobs. One statement a process finds the others: retries that fall due, jobs announced while no process
 * listened, and more than workers took. Workers poll by themselves where there is no NOTIFY.
 */
const LOOK_MS = 2000
const POLL_SECONDS = { without: 2, with: 60 }
const POLL_MS = 50
const POLLS_PER_SECOND = 1000 / POLL_MS

/** A job that failed for a reason other than the publisher and will be retried. */
export interface JobFailure {
  key: string
  message: string
}

/** The newest job of a stage. */
export interface LastJob {
  state: 'waiting' | 'active' | 'completed' | 'failed'
  at: Date
  output: unknown
}

/** Jobs of a higher priority are leased first; 0 where there is none. */
export type KeyOfJob = string | { key: string; priority: number }

export interface Queue {
  /**
   * Adds a job for each key that has none waiting or running. With `now`, retries among them are due at once; with
   * `first`, they are leased before the others that wait.
   */
  add(stage: Stage, keys: readonly KeyOfJob[], options?: { now?: boolean; first?: boolean }): Promise<void>
  /** Runs the handlers on jobs as they arrive, until `stop`. */
  work(handlers: Partial<Handlers>): Promise<{ stop(): Promise<void> }>
  /** Resolves once no job of the stage is running or due, in any process; with the jobs that failed since `since`. */
  whenIdle(stage: Stage, since: Date): Promise<JobFailure[]>
  last(stage: Stage): Promise<LastJob | null>
  /** Ends all that works, too: jobs have five seconds. */
  stop(): Promise<void>
}

export async function startQueue(database: Database, log: Logger): Promise<Queue> {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => database.pool.query(text, values as unknown[]),
      listen: async (channel, onMessage, onStart) => listen(database.address, channel, { onMessage, onStart }, log),
    },
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.debug({ warning }, 'job queue'))
  await boss.start()
  await makeQueues(boss)
  return makeQueue(boss, database, log)
}

async function makeQueues(boss: PgBoss): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const stage of stages) {
    const { retryLimit = FOR_EVER, expireInSeconds } = stageOptions[stage]
    const older = existing.get(stage)
    if (older) {
      if (older.expireInSeconds !== expireInSeconds || older.retryLimit !== retryLimit || !older.notify)
        await boss.updateQueue(stage, {
          expireInSeconds,
          retryLimit,
          notify: true,
          retryBackoff: true,
          retryDelayMax: MAX_RETRY_DELAY_SECONDS,
        })
      continue
    }
    await boss.createQueue(stage, {
      policy: 'exclusive',
      retryLimit,
      retryDelay: 10,
      retryBackoff: true,
      retryDelayMax: MAX_RETRY_DELAY_SECONDS,
      expireInSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: 86_400,
      retentionSeconds: 7 * 86_400,
      notify: true,
    })
  }
}

function makeQueue(boss: PgBoss, database: Database, log: Logger): Queue {
  const lookouts = new Set<() => Promise<void>>()
  return {
    add: async (stage, keys, { now, first } = {}) => {
      for (let i = 0; i < keys.length; i += 500) {
        const some = keys
          .slice(i, i + 500)
          .map((one) => (typeof one === 'string' ? { key: one, priority: first ? 1 : 0 } : one))
        await boss.insert(
          stage,
          some.map(({ key, priority }) => ({ data: { key }, singletonKey: key || 'sweep', priority })),
        )
        if (now)
          await retryNow(
            database,
            stage,
            some.map(({ key }) => key),
          )
      }
    },
    work: async (handlers) => {
      const stages = Object.entries(handlers) as [Stage, Handlers[Stage]][]
      const workers = new Map<string, string[]>()
      for (const [stage, handler] of stages) workers.set(stage, await startWorkers(boss, stage, handler, log))
      const stopLooking = everySoOften(async () => {
        for (const stage of await listReady(database, [...workers.keys()]))
          for (const id of workers.get(stage) ?? []) boss.notifyWorker(id)
      }, log)
      lookouts.add(stopLooking)
      return {
        stop: async () => {
          lookouts.delete(stopLooking)
          await stopLooking()
          await Promise.all(stages.map(([stage]) => boss.offWork(stage, { wait: true })))
        },
      }
    },
    whenIdle: async (stage, since) => {
      for (let round = 1; await isBusy(database, stage, since); round++) {
        await sleep(POLL_MS)
        if (round % POLLS_PER_SECOND !== 0) continue
        await boss.supervise(stage)
        await retryAbandonedNow(database, stage, since)
      }
      return listFailures(database, stage, since)
    },
    last: (stage) => findLast(database, stage),
    stop: async () => {
      await Promise.all([...lookouts].map((stopLooking) => stopLooking()))
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** The ids of the stage's workers, each of which looks for jobs when it is notified. */
async function startWorkers(boss: PgBoss, stage: Stage, handler: Handlers[Stage], log: Logger): Promise<string[]> {
  const { workers, batch } = stageOptions[stage]
  const start = () =>
    boss.work<{ key: string }>(
      stage,
      {
        batchSize: batch,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: POLL_SECONDS.without,
        notifyPollingIntervalSeconds: POLL_SECONDS.with,
        perJobResults: true,
      },
      (jobs) => Promise.all(jobs.map((job) => recordOutcome(handler, stage, job, log))),
    )
  return Promise.all(Array.from({ length: workers }, start))
}

/** Looks until the result is called, which waits for the last look. */
function everySoOften(look: () => Promise<void>, log: Logger): () => Promise<void> {
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => log.warn({ err: error }, 'job queue'))
      .finally(() => {
        looking = null
      })
  }, LOOK_MS)
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** Stages with jobs that may run now. */
async function listReady({ pool }: Database, among: string[]): Promise<string[]> {
  const { rows } = await pool.query(
    `select stage from unnest($1::text[]) stage where exists (
       select from pgboss.job where name = stage and state < 'active' and not blocked and start_after <= now())`,
    [among],
  )
  return rows.map(({ stage }) => stage)
}

/** Does one job and reports its result; an error is logged and stored with the job. */
async function recordOutcome(
  handler: Handlers[Stage],
  stage: Stage,
  job: Pick<Job<{ key: string }>, 'id' | 'data'>,
  log: Logger,
): Promise<JobResult> {
  const { key } = job.data
  try {
    const output = await handler(key)
    return { id: job.id, status: 'completed', ...(output === undefined ? {} : { output }) }
  } catch (error) {
    log.warn({ err: error, stage, key }, `${stage} ${key} failed: ${messageOf(error)}`)
    return { id: job.id, status: 'failed', output: { message: messageOf(error) } }
  }
}

/** True while jobs run, are ready, or wait for a retry because their process died. */
async function isBusy({ pool }: Database, stage: Stage, since: Date): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pgboss.job where name = $1 and (state = 'active'
       or state in ('created', 'retry') and start_after <= now() or state = 'retry' and started_on < $2) limit 1`,
    [stage, since],
  )
  return rows.length > 0
}

async function listFailures({ pool }: Database, stage: Stage, since: Date): Promise<JobFailure[]> {
  const { rows } = await pool.query(
    `select data->>'key' as key, coalesce(output->>'message', 'it was ended before it was done') as message
     from pgboss.job where name = $1 and state in ('retry', 'failed') and started_on >= $2`,
    [stage, since],
  )
  return rows
}

/** Makes the retries of these keys due at once. */
async function retryNow(database: Database, stage: Stage, keys: string[]): Promise<void> {
  await database.pool.query(
    `update pgboss.job set start_after = now() where name = $1 and state = 'retry' and data->>'key' = any($2)`,
    [stage, keys],
  )
}

/** Makes retries due at once of jobs that were started before `since`, by processes that have died. */
async function retryAbandonedNow(database: Database, stage: Stage, since: Date): Promise<void> {
  await database.pool.query(
    `update pgboss.job set start_after = now() where name = $1 and state = 'retry' and started_on < $2`,
    [stage, since],
  )
}

async function findLast({ pool }: Database, stage: Stage): Promise<LastJob | null> {
  const { rows } = await pool.query(
    `select case when state in ('created', 'retry') then 'waiting' else state::text end as state,
       coalesce(completed_on, started_on, created_on) as at, output
     from pgboss.job where name = $1 order by created_on desc limit 1`,
    [stage],
  )
  return rows[0] ?? null
}
