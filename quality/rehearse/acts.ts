/** The acts: each does something to the house that runs, and shows what came of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../tests/support/service.ts'
import { runChild } from '../survival/child.ts'
import { webs, workers } from './fleet.ts'
import { frontTitles, hurry, type Scene, showReads } from './scene.ts'

const readiness = async (scene: Scene, name: string) => {
  const answer = await fetch(`${scene.fleet.urlOf(name)}/readyz`)
  return { status: answer.status, body: (await answer.json()) as { reason?: string; checks: Record<string, boolean> } }
}

const allReady = (scene: Scene) =>
  until(
    () => Promise.all(webs.map((name) => readiness(scene, name))),
    (answers) => answers.every(({ status }) => status === 200),
  )

const SOON_MS = 1000
const MOST_TRIES = 6

/**
 * How long a committed article takes to stand in the list of every web process, which read from the replica. A machine that
 * is busy with all the rest may be late at times; one that is never in time has a fault.
 */
export async function newsIsSeen(scene: Scene, times: number): Promise<void> {
  const delays: number[] = []
  for (let n = 0; n < times || (n < MOST_TRIES && Math.min(...delays) > SOON_MS); n++) {
    const title = scene.news.publish()
    await hurry(scene)
    await until(
      () => scene.query(`select 1 from articles where status = 'published' and title = '${title}'`),
      (rows) => rows.length > 0,
    )
    const committed = Date.now()
    await Promise.all(
      webs.map((name) =>
        until(
          () => frontTitles(scene.fleet.urlOf(name)),
          (titles) => titles.includes(title),
        ),
      ),
    )
    delays.push(Date.now() - committed)
  }
  const words = `a committed article is in the lists of both webs after ${delays.join(', ')} ms`
  scene.show('new data', words, Math.min(...delays) <= SOON_MS)
  showReads(scene, 'new data')
}

/** SIGKILL, a command of the operator meanwhile, and a new start. */
export async function isKilled(scene: Scene, name: string): Promise<void> {
  const source = `operator${scene.operator.length}`
  const list = scene.news.another(source)
  await scene.fleet.kill(name)
  const command = await runChild(['feeds', 'import', list], { ...scene.fleet.env, DATA_DIR: scene.folder })
  if (command.code === 0) scene.operator.push(source)
  await scene.fleet.start(name)
  if (name.startsWith('web')) await allReady(scene)
  scene.show(`kill ${name}`, 'killed, started again; an operator added a source meanwhile', command.code === 0)
  showReads(scene, `kill ${name}`)
}

/** The database alone goes away: its replica answers what readers ask, fresh; readiness says what is wrong. */
export async function databaseRestarts(scene: Scene, pauseMs: number): Promise<void> {
  const { primary, replica } = scene
  primary.stop('immediate')
  const alone = await until(
    () => Promise.all(webs.map((name) => readiness(scene, name))),
    (answers) => answers.every(({ status }) => status === 503),
  )
  scene.show(
    'database away',
    `/readyz of both webs: 503 "${alone[0]?.body.reason}" ${JSON.stringify(alone[0]?.body.checks)}`,
    alone.every(({ body }) => body.checks.replica === true),
  )
  const fresh = await Promise.all(webs.map((name) => fetch(`${scene.fleet.urlOf(name)}/entries.json?items=61`)))
  scene.show(
    'database away',
    'what is not in memory comes from the replica',
    fresh.every((answer) => answer.status === 200 && !answer.headers.has('x-stale')),
  )
  await sleep(pauseMs)
  showReads(scene, 'database away')
  replica.stop('immediate')
  await sleep(pauseMs)
  await bothUnreachable(scene)
  primary.start()
  replica.start()
  await allReady(scene)
  await until(
    () => Promise.all(webs.map((name) => fetch(`${scene.fleet.urlOf(name)}/entries.json`))),
    (answers) => answers.every((answer) => !answer.headers.has('x-stale')),
  )
  const fallen = scene.fleet.fallen()
  scene.show(
    'both back',
    `ready again without a restart; processes that ended: ${fallen.join(', ') || 'none'}`,
    fallen.length === 0,
  )
}

async function bothUnreachable(scene: Scene): Promise<void> {
  const seen = await Promise.all(
    webs.map(async (name) => {
      const url = scene.fleet.urlOf(name)
      const [kept, other, alive] = await Promise.all(
        ['/entries.json', '/entries.json?items=62', '/healthz'].map((path) => fetch(url + path)),
      )
      return {
        stale: kept?.status === 200 && kept.headers.get('x-stale') === '1',
        refused: other?.status === 503 && Number(other.headers.get('retry-after')) > 0,
        alive: alive?.status === 200,
      }
    }),
  )
  const all = (part: 'stale' | 'refused' | 'alive') => seen.every((web) => web[part])
  scene.show('both away', 'what is in memory is served with X-Stale: 1', all('stale'))
  scene.show('both away', 'what is not is 503 with Retry-After; /healthz is 200', all('refused') && all('alive'))
  showReads(scene, 'both away')
}

/** The database dies for good: its replica takes over, and every process is started again with the new setting. */
export async function failsOver(scene: Scene): Promise<void> {
  scene.primary.stop('immediate')
  scene.replica.promote()
  scene.database = scene.replica
  const { DATABASE_REPLICA_URL: _old, ...rest } = scene.fleet.env
  scene.fleet.env = { ...rest, DATABASE_URL: scene.replica.url }
  const again = async (name: string) => {
    await scene.fleet.stop(name)
    await scene.fleet.start(name)
  }
  // One at a time: the next is stopped when the one before is ready.
  for (const name of webs) {
    await again(name)
    await until(
      () => readiness(scene, name),
      ({ status }) => status === 200,
    )
  }
  await Promise.all(workers.map(again))
  await allReady(scene)
  scene.show('failover', 'the replica was promoted, and every process started again with its address', true)
  showReads(scene, 'failover')
}
