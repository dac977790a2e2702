/** Before `npm pack`: `dist/src/` with the program as JavaScript, types stripped, and what lies beside it. Tests stay out. */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const settings = join(dist, 'tsconfig.json')

const compilerOptions = {
  noEmit: false,
  incremental: false,
  rewriteRelativeImportExtensions: true,
  target: 'esnext',
  rootDir: root,
  outDir: dist,
}

clean()
if (process.argv.includes('--clean')) process.exit()
cpSync(join(root, 'src'), join(dist, 'src'), {
  recursive: true,
  filter: (path) => (statSync(path).isDirectory() ? !path.endsWith('/fixtures') : !path.endsWith('.ts')),
})
writeFileSync(
  settings,
  JSON.stringify({
    extends: '../tsconfig.json',
    compilerOptions,
    include: ['../src', '../tests/demo'],
    exclude: ['../**/*.test.ts'],
  }),
)
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', settings], { stdio: 'inherit' })
rmSync(settings)
if (status !== 0) throw new Error(`${relative(root, settings)}: the program could not be compiled`)

/** Removes the package's files; the bundle stays. */
function clean(): void {
  for (const name of ['demo', 'src']) rmSync(join(dist, name), { recursive: true, force: true })
}
