/**
 * `npm run docs`: docs/ as a site in docs/site/.vitepress/dist, below the path `DOCS_BASE` if it is set. Installs
 * docs/site/package.json when it changed.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from './install.ts'

const root = join(import.meta.dirname, '..')
const site = join(root, 'docs/site')
if (!install(site)) throw new Error('The packages of docs/site could not be installed')
// With another working directory VitePress does not find Vue for pages outside of docs/site.
const { status } = spawnSync(join(site, 'node_modules/.bin/vitepress'), ['build', site], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
