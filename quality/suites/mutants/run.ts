/**
 * `npm run mutate [-- --mutants 300] [--statements 60] [--seed S] [--only src/store] [--lists FOLDER]`: whether the tests
 * notice mistakes drawn by lot, of code and of SQL. The seed is the commit's hash unless another is given.
 *
 * First, all of `npm test` runs once with probes, which list the test files that reach each mutant. With `--lists`, a
 * later run of the same commit and lot reads these lists again. Then each mutant is put alone into a copy of the project,
 * and the test files run that import it, or that reach it and few others. Those that survive are put together, and all of
 * `npm test` runs. What fails there is run again for each of them alone.
 *
 * Takes hours for 300. It can be ended at any time: the mutants come in an order by lot, too, and the shares so far are
 * printed after each round.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install } from '../../../scripts/install.ts'
import { wilson } from '../../../src/platform/text/wilson.ts'
import { setup } from '../../../tests/support/database.ts'
import { drawMutants, keyOf, roomOf } from './draw.ts'
import { applied, codeMutants, type Mutant, sqlMutants } from './mutants.ts'
import { FOLDER, placeOf, readLists, withProbes } from './probes.ts'

const root = resolve(import.meta.dirname, '../../..')
// Guards against mutants that hang, which are noticed, too.
const TIMEOUT_MS = { some: 900_000, all: 1_800_000 }
/** Mutants that share a run of all tests, and mutants of a round. */
const TOGETHER = 16
const ROUND = 50
/** Test files that are run for a mutant alone. */
const FIRST = 8
/** `npm test` leaves the slow tests out (ADR 22). */
const FILTER = ['--tags-filter=!slow']

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

/** Runs tests of a copy: all of them without names. Resolves with their exit code, null where they hang. */
function runTests(copy: string, args: readonly string[], env: Record<string, string> = {}): Promise<number | null> {
  const data = process.env.KARNHUSET_TEST_DATA ?? resolve(root, '../shared/data')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...FILTER, '--run', '--silent', '--passWithNoTests', ...args], {
    cwd: copy,
    env: { ...process.env, KARNHUSET_TEST_DATA: data, ...env },
    stdio: 'ignore',
    timeout: args.some(isTest) ? TIMEOUT_MS.some : TIMEOUT_MS.all,
  })
  return new Promise((done) => child.once('close', done))
}

const passAlone = async (copy: string, tests: readonly string[]) =>
  tests.length === 0 || (await runTests(copy, [...tests, '--bail', '1'])) === 0

/** The test files that fail; null where the run did not come to its end. */
async function failing(
  copy: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<string[] | null> {
  const file = join(copy, 'outcome.json')
  rmSync(file, { force: true })
  await runTests(copy, ['--reporter', 'json', '--outputFile', file, ...args], env)
  if (!existsSync(file)) return null
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: { name: string; status: string }[] }
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(copy, name))
}

const isTest = (file: string) => file.endsWith('.test.ts')
const files = globSync('{src,tests}/**/*.ts', { cwd: root })
const importsOf = new Map(
  files.map((file) => [
    file,
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)].map(([, name = '']) =>
      join(dirname(file), name),
    ),
  ]),
)
const testsThatImport = (name: string) => files.filter((file) => isTest(file) && importsOf.get(file)?.includes(name))

/** A mutant, and the test files that reach it. */
interface Drawn extends Mutant {
  kind: 'code' | 'SQL'
  tests: readonly string[]
}

/**
 * Runs all tests once, with probes at the mutants, where `lists` is empty. A test file that fails then fails without a mutant, and
 * shows nothing of one.
 */
async function findTests(
  drawn: readonly (Mutant & { kind: Drawn['kind'] })[],
  inFile: ReadonlyMap<string, Mutant[]>,
  lists: string,
): Promise<{ drawn: Drawn[]; failed: string[] }> {
  const copy = makeCopy()
  const placed = drawn.map((mutant) => ({ ...mutant, place: placeOf(mutant, inFile.get(mutant.file) ?? []) }))
  for (const [file, some] of Map.groupBy(placed, ({ file }) => file)) {
    const places = new Set(some.flatMap(({ place }) => place ?? []))
    const text = readFileSync(join(copy, file), 'utf8')
    writeFileSync(join(copy, file), withProbes(text, inFile.get(file) ?? [], places))
  }
  writeFileSync(
    join(copy, 'vitest.probes.config.ts'),
    `import config from './vitest.config.ts'
config.test.setupFiles = ['quality/suites/mutants/probe-setup.ts']
export default config
`,
  )
  const failures = join(lists, 'failed.json')
  const reaches = join(lists, 'reached')
  mkdirSync(reaches, { recursive: true })
  if (!existsSync(failures)) {
    const failed = await failing(copy, ['--config', 'vitest.probes.config.ts'], { [FOLDER]: reaches })
    if (failed === null) throw new Error(`The tests with probes came to no end`)
    writeFileSync(failures, JSON.stringify(failed))
  }
  const failed = JSON.parse(readFileSync(failures, 'utf8')) as string[]
  const reached = readLists(reaches)
  if (reached.size === 0) throw new Error(`No test reached a probe: see ${lists}`)
  const breadth = new Map<string, number>()
  for (const test of [...reached.values()].flat()) breadth.set(test, (breadth.get(test) ?? 0) + 1)
  const found = placed.map(({ place, ...mutant }) => {
    const reach = (place === null ? undefined : reached.get(place)) ?? []
    const narrow = reach.toSorted((a, b) => (breadth.get(a) ?? 0) - (breadth.get(b) ?? 0))
    const importers = testsThatImport(mutant.file)
    const near = importers.filter((test) => place === null || reach.includes(test))
    return { ...mutant, tests: [...new Set([...near, ...narrow])].filter((test) => !failed.includes(test)) }
  })
  return { drawn: found, failed }
}

/** Does `work` while the mutants, each of another file, are in the copy. */
async function withMutants<T>(copy: string, mutants: readonly Mutant[], work: () => Promise<T>): Promise<T> {
  const texts = new Map(mutants.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')]))
  for (const mutant of mutants) {
    const text = texts.get(mutant.file) ?? ''
    writeFileSync(join(copy, mutant.file), applied(text, mutant) ?? text)
  }
  return work().finally(() => {
    for (const [file, text] of texts) writeFileSync(join(copy, file), text)
  })
}

/** Those that survive the tests given for each, as many at a time as there are copies. */
async function survivors(
  copies: readonly string[],
  mutants: readonly Drawn[],
  testsOf: (mutant: Drawn) => readonly string[],
): Promise<Drawn[]> {
  const left = [...mutants]
  const survived: Drawn[] = []
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
        const tests = testsOf(mutant)
        if (await withMutants(copy, [mutant], () => passAlone(copy, tests))) survived.push(mutant)
      }
    }),
  )
  return mutants.filter((mutant) => survived.includes(mutant))
}

/** Groups of mutants, each of another file. */
function grouped(mutants: readonly Drawn[]): Drawn[][] {
  const groups: Drawn[][] = []
  for (let left = mutants; left.length > 0; ) {
    const group = [...new Map(left.map((mutant) => [mutant.file, mutant])).values()].slice(0, TOGETHER)
    groups.push(group)
    left = left.filter((mutant) => !group.includes(mutant))
  }
  return groups
}

/**
 * Those that survive all tests: they are put together, and what fails is run for each of them alone. One that hangs ends
 * the run of its group: the halves run by themselves, and a mutant that hangs alone is noticed.
 */
async function survivorsOfAll(
  copies: readonly string[],
  mutants: readonly Drawn[],
  failedBefore: readonly string[],
): Promise<Drawn[]> {
  const [copy = ''] = copies
  const survived: Drawn[] = []
  const groups = grouped(mutants)
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const failed = await withMutants(copy, group, () => failing(copy))
    const half = Math.ceil(group.length / 2)
    const tests = failed?.filter((test) => !failedBefore.includes(test))
    if (tests) survived.push(...(await survivors(copies, group, () => tests)))
    else if (group.length > 1) groups.unshift(group.slice(0, half), group.slice(half))
  }
  return survived
}

/** All of the kind, by file, in an order that does not change. */
async function listMutants(only: readonly string[], kind: Drawn['kind']): Promise<Map<string, Mutant[]>> {
  const sources = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/\.test\.ts$|\/migrations\//.test(file) && (only.length === 0 || only.some((one) => file.startsWith(one))),
  )
  const mutants = new Map<string, Mutant[]>()
  for (const file of sources.sort()) {
    const text = readFileSync(join(root, file), 'utf8')
    const found = kind === 'SQL' ? sqlMutants(file, text) : await codeMutants(file, text)
    mutants.set(
      file,
      found.filter((mutant) => applied(text, mutant) !== null),
    )
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
    `${name.padEnd(20)} ${noticed} of ${of} noticed (${percent(noticed / of)}; ${percent(low)} to ${percent(high)})`,
  )
}

function printShares(decided: readonly Drawn[], survived: readonly Drawn[]): void {
  for (const kind of ['code', 'SQL'] as const) {
    const of = decided.filter((mutant) => mutant.kind === kind)
    const noticed = of.filter((mutant) => !survived.includes(mutant))
    if (of.length === 0) continue
    for (const [room, some] of Map.groupBy(of, ({ file }) => roomOf(file)))
      print(`${kind} of ${room}`, some.filter((mutant) => noticed.includes(mutant)).length, some.length)
    print(kind, noticed.length, of.length)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string', default: '300' },
      statements: { type: 'string', default: '60' },
      seed: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      lists: { type: 'string' },
    },
  })
  const seed = values.seed ?? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const code = await listMutants(values.only, 'code')
  const statements = await listMutants(values.only, 'SQL')
  const draw = (all: Map<string, Mutant[]>, count: string, kind: Drawn['kind']) =>
    drawMutants([...all.values()].flat(), Number(count), seed).map((mutant) => ({ ...mutant, kind }))
  const lot = [...draw(code, values.mutants, 'code'), ...draw(statements, values.statements, 'SQL')]
  console.log(`${lot.length} mutants, drawn by ${seed}`)
  const { drawn, failed } = await findTests(
    lot.toSorted((a, b) => keyOf(a, seed).localeCompare(keyOf(b, seed))),
    code,
    resolve(values.lists ?? mkdtempSync(join(tmpdir(), 'karnhuset-lists-'))),
  )
  for (const test of failed) console.log(`fails without a mutant: ${test}`)
  const copies = [makeCopy(), makeCopy()]
  const survived: Drawn[] = []
  for (let at = 0; at < drawn.length; at += ROUND) {
    const round = drawn.slice(at, at + ROUND)
    const first = await survivors(copies, round, ({ tests }) => tests.slice(0, FIRST))
    survived.push(...(await survivorsOfAll(copies, first, failed)))
    for (const mutant of round)
      console.log(`${survived.includes(mutant) ? 'SURVIVED' : 'noticed '} ${mutant.kind} ${describe(mutant)}`)
    printShares(drawn.slice(0, at + ROUND), survived)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (!install(join(root, 'quality'))) process.exit(1)
// One server for all runs, in place of one for each.
const stopServer = await setup()
await main().finally(stopServer)
