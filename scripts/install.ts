/** Packages of a folder that has a package file of its own. */
import { spawnSync } from 'node:child_process'
import { hash as digest } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * The lockfile's hash is stored inside, so that a changed one or a broken install is installed again. No package needs its
 * install scripts: one of them downloads from a host that is no registry.
 */
export function install(folder: string): boolean {
  const stamp = join(folder, 'node_modules/.lock-hash')
  const hash = digest('sha256', readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true
  console.log(`installing the packages of ${relative('.', folder)}`)
  if (spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' }).status !== 0) return false
  writeFileSync(stamp, hash)
  return true
}
