/** `npm run sizes`: from a fresh clone, what both installs take on the disk, and the first start of the operator's in seconds and memory. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canLimitMemory } from '../../tests/support/machine.ts'
import { firstStart } from './first-start.ts'

const MB = 1024 ** 2
/** Of the operator's install, beside Node. */
const MOST_MB = 260
const SMALL_MB = 512

function run(command: string[], cwd: string): string {
  const [program = '', ...args] = command
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

/** What is on the disk, without the clone's history. */
const megabytes = (root: string) => Number.parseInt(run(['du', '-sm', '--exclude=.git', root], root), 10)

function install(root: string, args: string[]): number {
  run(['npm', 'ci', ...args], root)
  return megabytes(root)
}

const tell = (what: string, value: string) => console.log(`${what.padEnd(46)} ${value}`)

async function tellStart(root: string, limit?: number): Promise<void> {
  const start = await firstStart(root, limit === undefined ? {} : { limit: limit * MB })
  const where = limit === undefined ? 'first start' : `first start within ${limit} MB`
  tell(`${where}: until it answers`, `${start.readySeconds.toFixed(1)} s`)
  tell(`${where}: memory of all processes`, `${Math.round(start.processPeak / MB)} MB at most`)
  tell(`${where}: killed for want of memory`, String(start.kills))
  if (start.kills > 0) process.exitCode = 1
}

const root = join(mkdtempSync('/var/tmp/karnhuset-sizes-'), 'clone')
try {
  run(['git', 'clone', '-q', '--depth=1', `file://${join(import.meta.dirname, '../..')}`, root], '/')
  const operator = install(root, ['--omit=dev'])
  tell("operator's install (npm ci --omit=dev)", `${operator} MB beside Node, ${MOST_MB} allowed`)
  if (operator > MOST_MB) process.exitCode = 1
  if (canLimitMemory()) {
    await tellStart(root)
    await tellStart(root, SMALL_MB)
  } else console.log('memory is neither measured nor limited: this machine lets us make no cgroup')
  tell("developer's install (npm ci)", `${install(root, [])} MB with its own Node`)
} finally {
  rmSync(join(root, '..'), { recursive: true, force: true })
}
