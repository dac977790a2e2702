/** What the rehearsal plays on: a database with a replica, publishers, the processes, the load; and what was shown so far. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresCluster, type Replica, startCluster, startReplica } from '../../tests/support/postgres.ts'
import { until } from '../../tests/support/service.ts'
import { startBalancer } from './balancer.ts'
import { type Fleet, makeFleet, webs, workers } from './fleet.ts'
import { type Ledger, startLoad } from './ledger.ts'
import { type News, startNews } from './news.ts'

export interface Scene {
  primary: PostgresCluster
  replica: Replica
  /** The one that takes writes. */
  database: PostgresCluster
  news: News
  fleet: Fleet
  load: Ledger
  proxy: string
  folder: string
  /** Sources that an operator's command has added. */
  operator: string[]
  show(act: string, what: string, good: boolean): void
  shown: { act: string; what: string; good: boolean }[]
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>
  close(): Promise<void>
}

export async function openScene(restMs: number): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-rehearsal-'))
  const settings = { shared_buffers: '64MB', wal_retrieve_retry_interval: '500ms' }
  const primary = await startCluster({ settings })
  const replica = await startReplica(primary, { settings })
  const news = await startNews(folder)
  const load = await startLoad(restMs)
  const balancer = await startBalancer()
  const fleet = makeFleet(folder, balancer, {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    BASE_URL: balancer.url,
    SMTP_URL: load.mailUrl,
    MAIL_FROM: 'noreply@rehearsal.example',
    TRUST_PROXY: '127.0.0.1/32',
    FETCH_ALLOW: '127.0.0.1/32',
    SOURCES: news.opml,
    LOG_LEVEL: 'fatal',
  })
  const scene: Scene = {
    primary,
    replica,
    database: primary,
    news,
    fleet,
    load,
    proxy: balancer.url,
    folder,
    operator: [],
    shown: [],
    show: (act, what, good) => {
      scene.shown.push({ act, what, good })
      console.log(`${good ? 'ok   ' : 'FAULT'}  ${act.padEnd(22)} ${what}`)
    },
    query: async (statement) => {
      const client = new pg.Client({ connectionString: scene.database.url })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(statement)).rows
      } finally {
        await client.end()
      }
    },
    close: async () => {
      load.close()
      await fleet.stopAll()
      balancer.close()
      await news.close()
      primary.destroy()
      replica.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return scene
}

/** Everything runs, commits wait for the replica, publishers publish and people read. Ends with the last `stop`. */
export async function raiseCurtain(scene: Scene): Promise<{ stop(): Promise<void> }> {
  const { fleet, load, news } = scene
  await scene.query(`alter system set synchronous_standby_names = '*'`)
  await scene.query('select pg_reload_conf()')
  await fleet.start(webs[0])
  await Promise.all([webs[1], ...workers].map((name) => fleet.start(name)))
  await hurry(scene)
  await until(
    () => frontTitles(fleet.urlOf(webs[0])),
    (titles) => titles.length >= 20,
  )
  load.begin(scene.proxy)
  let publishing = true
  const publishers = (async () => {
    while (publishing) {
      news.publish()
      await hurry(scene).catch(() => {})
      await sleep(500)
    }
  })()
  return {
    stop: async () => {
      publishing = false
      await publishers
    },
  }
}

/** Sources are asked every five minutes at most: here they are due at once. */
export const hurry = (scene: Scene) =>
  scene.query(`update feeds set next_fetch_at = now() - interval '1 second' where status = 'active'`)

export async function frontTitles(url: string): Promise<string[]> {
  const { entries } = (await (await fetch(`${url}/entries.json?items=100`)).json()) as { entries: { title: string }[] }
  return entries.map((entry) => entry.title)
}

/** How the reads of an act went, in words. */
export function showReads(scene: Scene, act: string): void {
  const { answered, stale, unanswered } = scene.load.takeReads()
  const all = answered + unanswered.length
  const share = all === 0 ? 0 : (100 * answered) / all
  const words = `${answered} of ${all} reads answered (${share.toFixed(1)} %)${stale > 0 ? `, ${stale} of them from memory with X-Stale` : ''}`
  const why = unanswered.length > 0 ? `; not: ${[...new Set(unanswered)].slice(0, 3).join(', ')}` : ''
  scene.show(act, words + why, all > 0 && unanswered.length === 0)
}
