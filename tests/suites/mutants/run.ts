/**
 * `npm run mutate [-- --mutants 300] [--seed S] [--only src/store] [--sql] [--tests tests/ai]`: whether the tests notice
 * mistakes drawn by lot. The seed is the commit's hash unless another is given. Each mutant is put into a copy
 * of the project. Tests that import its file, directly or by one other, come first, and then all of `npm test`. With
 * `--tests`, these alone. Takes hours for 300.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install } from '../../../scripts/install.ts'
import { wilson } from '../../../src/domain/quality/wilson.ts'
import { setup } from '../../support/test-server.ts'
import { drawMutants, roomOf } from './draw.ts'
import { applied, codeMutants, type Mutant, sqlMutants } from './mutants.ts'

const root = resolve(import.meta.dirname, '../../..')
// Guards against mutants that hang, which are noticed, too.
const TIMEOUT_MS = { some: 300_000, all: 900_000 }

/** The project of the checkout, with the checkout's packages. */
function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'karnhuset-mutants-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const left = new Set(['node_modules', '.git', 'data', 'screenshots'])
  for (const name of readdirSync(root))
    if (!left.has(name))
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** True where all pass. */
function pass(copy: string, args: string[]): Promise<boolean> {
  const data = process.env.KARNHUSET_TEST_DATA ?? resolve(root, '../shared/data')
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), ...args]
  const child = spawn(process.execPath, [...vitest, '--run', '--bail', '1', '--silent', '--passWithNoTests'], {
    cwd: copy,
    env: { ...process.env, KARNHUSET_TEST_DATA: data },
    stdio: 'ignore',
    timeout: args.length > 0 ? TIMEOUT_MS.some : TIMEOUT_MS.all,
  })
  return new Promise((done) => child.once('close', (code) => done(code === 0)))
}

const MAX_NEAR = 15
const files = globSync('{src,tests}/**/*.ts', { cwd: root, exclude: ['tests/suites/**'] })
const importsOf = new Map(
  files.map((file) => [
    file,
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)].map(([, name = '']) =>
      join(dirname(file), name),
    ),
  ]),
)
const importersOf = (names: string[]) =>
  files.filter((file) => importsOf.get(file)?.some((name) => names.includes(name)))
const isTest = (file: string) => file.endsWith('.test.ts')

/** The tests that import a file, those that do so directly first, and then those that do by one other file. */
function testsNear(file: string): string[] {
  const direct = importersOf([file])
  return [...new Set([...direct, ...importersOf(direct)].filter(isTest))].slice(0, MAX_NEAR)
}

async function isNoticed(copy: string, mutant: Mutant, tests: readonly string[]): Promise<boolean> {
  const path = join(copy, mutant.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, applied(text, mutant) ?? text)
  try {
    const near = testsNear(mutant.file)
    const runs = tests.length > 0 ? tests.map((test) => [test]) : [...(near.length > 0 ? [near] : []), []]
    for (const args of runs) if (!(await pass(copy, args))) return true
    return false
  } finally {
    writeFileSync(path, text)
  }
}

async function listMutants(only: readonly string[], isSql: boolean): Promise<Mutant[]> {
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/\.test\.ts$|\/migrations\//.test(file) && (only.length === 0 || only.some((one) => file.startsWith(one))),
  )
  const mutants: Mutant[] = []
  for (const file of files.sort()) {
    const text = readFileSync(join(root, file), 'utf8')
    const found = isSql ? sqlMutants(file, text) : await codeMutants(file, text)
    mutants.push(...found.filter((mutant) => applied(text, mutant) !== null))
  }
  return mutants
}

/** `file:line operator: text → replacement`, with the head of its file, its purpose. */
function describe({ file, start, end, replacement, operator }: Mutant): string {
  const text = readFileSync(join(root, file), 'utf8')
  const short = (words: string) => words.replace(/\s+/g, ' ').slice(0, 80)
  const line = text.slice(0, start).split('\n').length
  const head = /\/\*\*\s*(.*?)\s*(?:\*\/|\n)/.exec(text)?.[1] ?? ''
  return `${file}:${line} ${operator}: ${short(text.slice(start, end))} → ${short(replacement) || 'nothing'} (${head})`
}

const percent = (share: number) => `${Math.round(100 * share)} %`

function print(name: string, noticed: number, of: number): void {
  const { low, high } = wilson(noticed, of)
  console.log(
    `${name.padEnd(12)} ${noticed} of ${of} noticed (${percent(noticed / of)}; ${percent(low)} to ${percent(high)})`,
  )
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string', default: '300' },
      seed: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      sql: { type: 'boolean', default: false },
      tests: { type: 'string', multiple: true, default: [] },
    },
  })
  const seed = values.seed ?? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const all = await listMutants(values.only, values.sql)
  const drawn = drawMutants(all, Number(values.mutants), seed)
  console.log(`${drawn.length} of ${all.length} mutants, drawn by ${seed}`)
  const copy = makeCopy()
  const outcomes: { mutant: Mutant; noticed: boolean }[] = []
  for (const mutant of drawn) {
    const noticed = await isNoticed(copy, mutant, values.tests)
    outcomes.push({ mutant, noticed })
    console.log(`${noticed ? 'noticed ' : 'SURVIVED'} ${describe(mutant)}`)
  }
  console.log('')
  for (const [room, some] of Map.groupBy(outcomes, ({ mutant }) => roomOf(mutant.file)))
    print(room, some.filter(({ noticed }) => noticed).length, some.length)
  print('all', outcomes.filter(({ noticed }) => noticed).length, outcomes.length)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (!install(join(root, 'tests/suites'))) process.exit(1)
// One server for all runs, in place of one for each.
const stopServer = await setup()
await main().finally(stopServer)
