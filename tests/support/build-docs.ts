/** `npm run docs`: docs/ as a site in docs/site/.vitepress/dist. Installs docs/site/package.json when it changed. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from './install.ts'

const site = join(import.meta.dirname, '../../docs/site')
if (!install(site)) throw new Error('The packages of docs/site could not be installed')
const { status } = spawnSync(join(site, 'node_modules/.bin/vitepress'), ['build'], { cwd: site, stdio: 'inherit' })
process.exitCode = status ?? 1
