/** What a test needs of the machine: where it is missing, CI fails and other machines skip, each with the reason. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'

/** True, or says why not; in CI a test of that name fails. For `describe.skipIf(!…)`. */
export function needs(what: string, there: boolean): boolean {
  if (there) return true
  if (process.env.CI)
    it(`needs ${what}`, () => {
      throw new Error(`CI must have ${what}`)
    })
  else console.warn(`skipped: this machine has no ${what}`)
  return false
}

export const isRoot = process.getuid?.() === 0

/** A small disk can be mounted. */
export function canMount(): boolean {
  if (!isRoot) return false
  const place = mkdtempSync(join(tmpdir(), 'karnhuset-mount-'))
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0
  if (done) spawnSync('umount', [place])
  rmSync(place, { recursive: true, force: true })
  return done
}
