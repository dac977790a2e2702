/** The packages of tests/suites. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../support/hash.ts'

const here = import.meta.dirname

/**
 * The lockfile's hash is stored inside, so that a changed one or a broken install is installed again. No package needs its
 * install scripts: one of them downloads from a host that is no registry.
 */
export function install(): boolean {
  const stamp = join(here, 'node_modules/.lock-hash')
  const hash = sha256(readFileSync(join(here, 'package-lock.json'), 'utf8'))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true
  console.log('installing the packages of tests/suites')
  if (spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' }).status !== 0) return false
  writeFileSync(stamp, hash)
  return true
}
