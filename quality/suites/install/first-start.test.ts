/** The first start on a small machine, as the unit of systemd has it: nobody, 512 MB, a system that cannot be written. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { canLimitMemory, canMount, needs } from '../../../tests/support/machine.ts'
import { type FirstStart, firstStart } from '../../install/first-start.ts'

const root = join(import.meta.dirname, '../../..')
const unit = join(root, 'ops/systemd/karnhuset.service')
const MB = 1024 ** 2
/** A checkout in a home that is closed to others can be run by its owner alone, and one below /tmp is not in the unit's own. */
const readable = spawnSync('setpriv', ['--reuid=65534', '--clear-groups', 'test', '-r', join(root, 'bin/karnhuset')])
const canHarden = readable.status === 0 && !root.startsWith('/tmp/')

describe.skipIf(!needs('cgroups and mounts of its own', canLimitMemory() && canMount()))('512 MB', () => {
  let start: FirstStart
  beforeAll(async () => {
    start = await firstStart(root, { limit: 512 * MB, hardened: canHarden })
  })

  it('are enough for all processes, from an empty folder to all sources read', () => {
    const restarts = start.output.split('\n').filter((line) => line.includes('has ended; it is started again'))
    expect(restarts).toEqual([])
    expect(start.kills).toBe(0)
    expect(start.articles).toBeGreaterThan(200)
    console.log(
      `ready after ${start.readySeconds.toFixed(1)} s, own memory ${Math.round(start.processPeak / MB)} MB at most`,
    )
  })

  it('and nobody has to be told of a folder that cannot be written', () => {
    expect(start.output).not.toMatch(/EROFS|EACCES|EPERM|read-only file system/i)
  })
})

describe.skipIf(!needs('systemd-analyze', spawnSync('systemd-analyze', ['--version']).status === 0))('the unit', () => {
  it('is one that systemd understands', () => {
    const { status, stderr, stdout } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect([status, stderr + stdout]).toEqual([0, ''])
  })

  it('leaves the service next to no rights', () => {
    const args = ['security', '--offline=yes', '--threshold=20', unit]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect([status, stdout.split('\n').at(-2)]).toEqual([0, expect.stringContaining('OK')])
  })
})
