/**
 * `npm run freeze -- VERSION`: writes the migrations of this checkout, and their hashes, to tests/fixtures/releases.json. From
 * then on tests/upgrade.test.ts holds them to it, and upgrades a database of that version.
 */

import { hash as digest } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationNames } from '../src/platform/database/migrate.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'tests/fixtures/releases.json')
const folder = join(root, 'src/platform/database/migrations')

interface Releases {
  frozen: Record<string, string>
  [version: string]: { migrations: string[] } | Record<string, string>
}

const [version = ''] = process.argv.slice(2)
const releases = JSON.parse(readFileSync(file, 'utf8')) as Releases
const files = readdirSync(folder).sort()
const hashes = files.map((name) => [name, digest('sha256', readFileSync(join(folder, name), 'utf8'))] as const)
const changed = hashes.filter(([name, hash]) => (releases.frozen[name] ?? hash) !== hash).map(([name]) => name)

if (!/^\d+\.\d+\.\d+$/.test(version) || version in releases || changed.length > 0) {
  console.error(
    changed.length > 0
      ? `These belong to a release and have changed: ${changed.join(', ')}`
      : 'Name a new version, as in: npm run freeze -- 0.2.0',
  )
  process.exit(2)
}
const { frozen, ...before } = releases
const fresh = files.filter((name) => !(name in frozen))
const next = { ...before, [version]: { migrations: [...migrationNames] }, frozen: Object.fromEntries(hashes) }
writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
console.log(
  `${version}: ${files.length} migrations, of which new and frozen from now on: ${fresh.join(', ') || 'none'}`,
)
