/**
 * Takes features away, each that no other needs and then all at once, in a copy: folder and line in the list. Types, imports,
 * the tests that are left and a start have to do without. `npm run check:features [-- NAME… or all]`
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { featureNames, featureNeeds } from '../src/features.ts'

const wanted = process.argv.slice(2)
const needed = new Set([...featureNeeds.values()].flat())
const leaves = featureNames.filter((name) => !needed.has(name))
const rounds =
  wanted.length > 0
    ? wanted.map((name) => (name === 'all' ? [...featureNames] : [name]))
    : [...leaves.map((name) => [name]), [...featureNames]]

/** Of every site. */
const ADDRESSES = ['/', '/entries.json', '/api/v1/entries', '/mcp', '/llms.txt']
/** With one feature gone; with all gone every test that is left runs. */
const CONTRACT_TESTS = [
  'src/surfaces/legacy/legacy.test.ts',
  'tests/features.test.ts',
  'tests/golden.test.ts',
  'src/surfaces/mcp/mcp.test.ts',
]

let failed = 0
for (const names of rounds) {
  const copy = mkdtempSync(join(tmpdir(), 'karnhuset-features-'))
  const label = names.length > 1 ? 'all' : names.join()
  const tests = names.length > 1 ? [] : CONTRACT_TESTS
  try {
    const gone = removeFeatures(names, copy)
    console.log(`${label}: taken away, ${gone} files of tests with it`)
    await timed('types', () => run(copy, 'npx', 'tsc', '--noEmit', '--incremental', 'false'))
    await timed('imports', () => run(copy, 'node', 'scripts/check-imports.ts'))
    await timed('tests', () => run(copy, 'npx', 'vitest', 'run', '--silent=true', ...tests))
    await timed('start', () => start(copy))
    console.log(`${label}: gone without a trace`)
  } catch (error) {
    failed++
    console.error(`FAIL ${label}: ${(error as Error).message}`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
process.exit(failed > 0 ? 1 : 0)

async function timed(step: string, work: () => void | Promise<void>): Promise<void> {
  const from = performance.now()
  await work()
  console.log(`  ${step}: ${((performance.now() - from) / 1000).toFixed()} s`)
}

/** Returns how many files of tests went with their features. */
function removeFeatures(names: readonly string[], copy: string): number {
  for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n'))
    cpSync(file, join(copy, file), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  const ofThem = new RegExp(`features/(?:${names.join('|')})/`)
  withoutSettings(names, join(copy, '.env.example'))
  for (const name of names) rmSync(join(copy, 'src/features', name), { recursive: true })
  const list = join(copy, 'src/features.ts')
  const lines = readFileSync(list, 'utf8').split('\n')
  writeFileSync(list, lines.filter((line) => !ofThem.test(line)).join('\n'))
  const orphans = orphansOf(copy, ofThem)
  const needing = CONTRACT_TESTS.filter((file) => orphans.has(file))
  if (needing.length > 0) throw new Error(`${needing.join()} cannot be without it`)
  for (const file of orphans) rmSync(join(copy, file))
  return orphans.size
}

function withoutSettings(names: readonly string[], examples: string): void {
  const gone = names.flatMap((name) => {
    const file = join('src/features', name, 'settings.ts')
    return existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/\b([A-Z][A-Z_]+): /g)] : []
  })
  const lines = new Set(gone.map(([, setting]) => `#${setting}=`))
  const left = readFileSync(examples, 'utf8')
    .split('\n')
    .filter((line) => !lines.has(line.slice(0, line.indexOf('=') + 1)))
  writeFileSync(examples, left.join('\n'))
}

/** Tests that name files of the features, and those that import such a test. */
function orphansOf(copy: string, ofThem: RegExp): Set<string> {
  const orphans = new Set<string>()
  const pattern = ['src/**/*.test.ts', '{tests,quality}/**/*.ts']
  const tests = globSync(pattern, { cwd: copy, exclude: ['quality/node_modules'] }).map((file) => {
    const text = readFileSync(join(copy, file), 'utf8')
    const imports = [...text.matchAll(/'(\.{1,2}\/[^']+\.ts)'/g)].map(([, path = '']) => join(file, '..', path))
    if ([text, ...imports].some((one) => ofThem.test(one))) orphans.add(file)
    return { file, imports }
  })
  for (let size = -1; size !== orphans.size; ) {
    size = orphans.size
    for (const { file, imports } of tests) if (imports.some((path) => orphans.has(path))) orphans.add(file)
  }
  return orphans
}

function run(cwd: string, command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e8 })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')}\n${`${stdout}${stderr}`.trim().split('\n').slice(-40).join('\n')}`)
  }
}

async function start(copy: string): Promise<void> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(copy, 'data'), SOURCES: 'none', LOG_LEVEL: 'error' }
  const service = spawn('node', ['bin/karnhuset', 'serve'], { cwd: copy, env, stdio: 'ignore' })
  try {
    for (const path of ADDRESSES) {
      const status = await answer(`http://127.0.0.1:${port}${path}`)
      // MCP answers a GET with what it takes instead.
      if (status !== 200 && !(path === '/mcp' && status === 405)) throw new Error(`${path} answered ${status}`)
    }
  } finally {
    const ended = new Promise((resolve) => service.once('exit', resolve))
    service.kill()
    await ended
  }
}

async function answer(url: string): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return (await fetch(url)).status
    } catch (error) {
      if (tries === 120) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
