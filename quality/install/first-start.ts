/** The first start of an install: how soon it answers, what memory all its processes take, and whether all of them live. */
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRememberedDemo } from '../../demo/remembered.ts'
import { type MemoryGroup, makeMemoryGroup } from '../../tests/support/machine.ts'
import { freePort } from '../../tests/support/played/small-server.ts'

export interface FirstStart {
  /** Until `/readyz` says 200, with the making of the database. */
  readySeconds: number
  articles: number
  /** Bytes of memory: the processes' own at most, as looked at every 100 ms; and with the files that the kernel kept. */
  processPeak: number
  peak: number
  /** Processes that the kernel killed at the limit. */
  kills: number
  output: string
}

export interface Way {
  /** Memory of all processes together, in bytes; none unless said. */
  limit?: number
  /** As the unit of systemd runs it: as nobody, without rights, on a system of which only DATA_DIR can be written. */
  hardened?: boolean
}

const NOBODY = 65_534

/** Runs `serve` of the install at `root` on an empty folder, with the demo's publishers outside of it, until all is read. */
export async function firstStart(root: string, way: Way = {}): Promise<FirstStart> {
  const folder = mkdtempSync('/var/tmp/karnhuset-first-start-')
  mkdirSync(join(folder, 'data'))
  if (way.hardened) for (const path of [folder, join(folder, 'data')]) chownSync(path, NOBODY, NOBODY)
  mkdirSync(join(folder, 'publisher'))
  const publisher = await startRememberedDemo(join(folder, 'publisher'), resolve('demo/apple'))
  writeFileSync(join(folder, 'sources.opml'), publisher.opml)
  const group = makeMemoryGroup(way.limit ?? null)
  try {
    return await run(root, folder, group, way)
  } finally {
    await publisher.close()
    await group.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A read-only system but for `folder`, an empty /tmp, and no right that could change it. */
const hardened = (folder: string, command: string[]) => [
  ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c'],
  'mount --bind "$0" "$0" && mount -t tmpfs tmpfs /tmp && mount -o remount,bind,ro / && exec "$@"',
  folder,
  ...['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'],
  ...['--inh-caps=-all', ...command],
]

async function run(root: string, folder: string, group: MemoryGroup, way: Way): Promise<FirstStart> {
  const port = await freePort()
  const settings = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    SOURCES: join(folder, 'sources.opml'),
    FETCH_ALLOW: '127.0.0.1/32',
    CONTENT_DIR: join(root, 'content'),
    LOG_LEVEL: 'info',
  }
  const started = performance.now()
  const command = [process.execPath, join(root, 'bin/karnhuset'), 'serve']
  const child = group.spawn(way.hardened ? hardened(join(folder, 'data'), command) : command, {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...settings,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  let processPeak = 0
  const look = setInterval(() => (processPeak = Math.max(processPeak, group.inUse())), 100)
  try {
    await untilReady(port, () => output)
    const readySeconds = (performance.now() - started) / 1000
    const articles = await untilRead(port)
    return { readySeconds, articles, processPeak, peak: group.peak(), kills: group.kills(), output }
  } finally {
    clearInterval(look)
    child.kill('SIGTERM')
    await ended
  }
}

async function untilReady(port: number, output: () => string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (ready?.ok) return
  }
  throw new Error(`the service did not answer within two minutes: ${output()}`)
}

/** How many articles there are once their number has not changed for ten seconds. */
async function untilRead(port: number): Promise<number> {
  let [articles, since] = [0, Date.now()]
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(500)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/entries?per_page=1`).catch(() => null)
    const total = answer?.ok ? ((await answer.json()) as { pagination: { total: number } }).pagination.total : articles
    if (total !== articles) [articles, since] = [total, Date.now()]
    if (articles > 0 && Date.now() - since > 10_000) return articles
  }
  throw new Error(`after five minutes articles still came in: ${articles}`)
}
