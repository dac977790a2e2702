/**
 * `npm run mutate`: whether the tests notice faults. Each file beside this one is a plausible fault, with the tests that
 * should notice it; it is put into a copy of the project, never into the checkout, and those tests alone are run there.
 * Exits 1 when fewer than 85 % are noticed, or one cannot be tried. `--only 07,31` runs some. Takes 15 to 40 minutes.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setup } from '../support/test-server.ts'
import { type Mutant, mutate, readMutants } from './mutants.ts'

const root = resolve(import.meta.dirname, '../..')
const NOTICED_AT_LEAST = 0.85
const AT_ONCE = 2
// A guard against faults that hang; that is noticed too.
const LONGEST_MS = 600_000

type Verdict = 'noticed' | 'survived' | 'broken'

/** The project as it stands in the checkout, with the checkout's packages. */
function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'karnhuset-mutants-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const left = new Set(['node_modules', '.git', 'data', 'screenshots'])
  for (const name of readdirSync(root))
    if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Exit code of the tests, 1 as well where they had to be ended. */
function runTests(copy: string, tests: string[]): Promise<number> {
  const data = process.env.KARNHUSET_TEST_DATA ?? resolve(root, '../shared/data')
  const args = ['run', '--bail', '1', '--maxWorkers', '1', '--retry', '0', '--silent', '--reporter', 'dot', ...tests]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  if (tests[0]?.startsWith('tests/suites/')) args.push('--config', 'tests/suites/vitest.config.ts')
  return new Promise((done) => {
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: copy,
      env: { ...process.env, KARNHUSET_TEST_DATA: data },
      stdio: 'ignore',
      timeout: LONGEST_MS,
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

async function tryOut(copy: string, mutant: Mutant): Promise<Verdict> {
  const path = join(copy, mutant.file)
  const text = readFileSync(path, 'utf8')
  const mutated = mutate(text, mutant)
  if (mutated === null) return 'broken'
  writeFileSync(path, mutated)
  try {
    return (await runTests(copy, mutant.tests)) === 0 ? 'survived' : 'noticed'
  } finally {
    writeFileSync(path, text)
  }
}

/** Tests that fail without a fault would notice every one: each file is run once as it is, where it is first needed. */
function createHealth(): (copy: string, tests: string[]) => Promise<string[]> {
  const known = new Map<string, Promise<boolean>>()
  return async (copy, tests) => {
    const failing: string[] = []
    for (const test of tests) {
      const passes = known.get(test) ?? runTests(copy, [test]).then((code) => code === 0)
      known.set(test, passes)
      if (!(await passes)) failing.push(test)
    }
    return failing
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
  const mutants = readMutants(values.only.split(',').filter(Boolean))
  const left = [...mutants]
  const failingOf = createHealth()
  const counts: Record<Verdict, number> = { noticed: 0, survived: 0, broken: 0 }

  async function worker(copy: string): Promise<void> {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const failing = await failingOf(copy, mutant.tests)
      const verdict = failing.length > 0 ? 'broken' : await tryOut(copy, mutant)
      counts[verdict]++
      const why = { noticed: '', survived: `: ${mutant.harm}`, broken: `: ${failing.join(', ') || 'no such text'}` }
      console.log(`${verdict.padEnd(8)} ${mutant.name} (${mutant.file})${why[verdict]}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker(makeCopy())))

  const rate = counts.noticed / Math.max(mutants.length, 1)
  console.log(
    `${counts.noticed} of ${mutants.length} noticed (${Math.round(100 * rate)} %, at least ${100 * NOTICED_AT_LEAST} %), ` +
      `${counts.survived} survived, ${counts.broken} broken (their tests fail without them, or their text is not there)`,
  )
  process.exitCode = rate >= NOTICED_AT_LEAST && counts.broken === 0 && mutants.length > 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
// One server for all runs, in place of one for each.
const stopServer = await setup()
await main().finally(stopServer)
