/** Debian's Liferea under a virtual display: it signs in by the Google Reader API, reads, marks and stars by its keys. */

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProfile } from '../../../src/news/accounts/writes/follows.ts'
import { needs } from '../../../tests/support/machine.ts'
import { signIn } from '../../../tests/support/people.ts'
import { type DemoSite, startDemoSite } from '../../../tests/support/worlds/demo.ts'

const PROGRAMS = ['liferea', 'Xvfb', 'xdotool', 'dbus-run-session']
const hasPrograms = PROGRAMS.every((program) => spawnSync('which', [program]).status === 0)

describe.skipIf(!needs('Liferea with a virtual display', hasPrograms))('Liferea', () => {
  const home = mkdtempSync(join(tmpdir(), 'liferea-'))
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, GSETTINGS_BACKEND: 'memory', NO_AT_BRIDGE: '1' }
  for (const [name, folder] of Object.entries({ CONFIG: '.config', DATA: '.local/share', CACHE: '.cache' }))
    env[`XDG_${name}_HOME`] = join(home, folder)
  const statuses = new Map<string, number>()
  const processes: ChildProcess[] = []
  let site: DemoSite
  let token: string
  let ids: number[]

  const start = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    processes.unshift(child)
    return child
  }

  interface Login {
    user_name: string
    password: string
  }

  async function me<Data>(path: string, body?: object): Promise<Data> {
    const answer = await fetch(`${site.url}/api/v1/me${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return ((await answer.json()) as { data: Data }).data
  }
  const read = async (): Promise<number[]> => (await me<{ read: number[] }>(`/read?event_ids=${ids}`)).read
  const saved = async (): Promise<number[]> =>
    (await me<{ event: { id: number } }[]>('/saved')).map(({ event }) => event.id)

  beforeAll(async () => {
    site = await startDemoSite()
    const { web } = site
    web.app.server.on('request', ({ url = '' }: IncomingMessage, response: ServerResponse) =>
      response.once('finish', () => statuses.set(url.replace(/\?.*/, ''), response.statusCode)),
    )
    const { userId, ...session } = await signIn(web, 'liferea@exempel.se')
    token = session.token
    const source = await web.database.db.selectFrom('feeds').select('id').orderBy('id').executeTakeFirstOrThrow()
    await me('/follows', { kind: 'source', key: String(source.id) })
    ids = (await web.ctx.edition.readingList(await getProfile(web.ctx.database, userId))).map(({ eventId }) => eventId)
    const { user_name: name, password } = await me<Login>('/app-passwords', { name: 'Liferea' })
    mkdirSync(join(home, '.config/liferea'), { recursive: true })
    writeFileSync(
      join(home, '.config/liferea/feedlist.opml'),
      `<opml version="1.0"><head/><body><outline title="Site" type="source" sourceType="fl_google_reader" id="siteone" updateInterval="-1"
        xmlUrl="${site.url}" username="${name}" password="${password}"/></body></opml>`,
    )
    const display = start('Xvfb', '-displayfd', '3', '-screen', '0', '1000x700x24', '-nolisten', 'tcp')
    const [number] = await once(display.stdio[3] as Readable, 'data')
    env.DISPLAY = `:${String(number).trim()}`
    start('dbus-run-session', '--', 'liferea')
  })
  afterAll(async () => {
    for (const child of processes) {
      const ended = once(child, 'exit')
      if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    }
    await site?.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })

  async function press(key: string): Promise<void> {
    const run = (...args: string[]) => promisify(execFile)('xdotool', args, { env })
    const { stdout } = await run('search', '--onlyvisible', '--name', '^Liferea$')
    await run('windowfocus', '--sync', stdout.split('\n')[0] ?? '', 'key', key)
  }

  it('signs in and reads what is followed', async () => {
    await expect.poll(() => statuses.get('/reader/api/0/stream/items/contents')).toBe(200)
    expect(statuses.get('/accounts/ClientLogin')).toBe(200)
  })

  it('marks read, stars, and takes both back', async () => {
    // Keys do nothing before it has drawn its lists.
    const untilRead = async () => {
      await press('ctrl+n').catch(() => {})
      return read()
    }
    await expect.poll(untilRead, { interval: 3000 }).not.toEqual([])
    await press('ctrl+t')
    await expect.poll(saved).toHaveLength(1)
    const [starred = 0] = await saved()
    expect(await read()).toContain(starred)
    await press('ctrl+m')
    await expect.poll(read).not.toContain(starred)
    await press('ctrl+t')
    await expect.poll(saved).toEqual([])
    expect([...statuses].filter(([url, status]) => url.startsWith('/reader') && status !== 200)).toEqual([])
  })
})
