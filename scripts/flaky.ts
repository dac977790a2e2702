/** Reports the tests that passed at their second try, and counts them over their last runs in a file outside of the tree. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { shortFailures } from './failures.ts'

const RUNS = 20
/** So many flaky results within the last runs are to be fixed. */
const LIMIT = 2

/** Outcomes of a test's last runs, the newest last: `!` is flaky, `.` is not. Steady tests have no entry. */
type History = Record<string, string>

const countIn = (outcomes: string) => outcomes.split('!').length - 1

/** History after a run; `flaky` has an entry for each test that ran. */
export function addRun(history: History, flaky: Map<string, boolean>): History {
  const next = { ...history }
  for (const [name, isFlaky] of flaky) {
    next[name] = `${history[name] ?? ''}${isFlaky ? '!' : '.'}`.slice(-RUNS)
    if (countIn(next[name]) === 0) delete next[name]
  }
  return next
}

/** Of the tests that ran: a line for each that was flaky just now, and for each that must be fixed. */
export function reportFlaky(history: History, ran: string[]): string[] {
  return ran.flatMap((name) => {
    const outcomes = history[name] ?? ''
    const count = countIn(outcomes)
    if (count < LIMIT && !outcomes.endsWith('!')) return []
    const rule = count < LIMIT ? '' : `; ${LIMIT} in ${RUNS} runs must be fixed, in the test or the code`
    return [`flaky: ${name}: ${count} of its last ${outcomes.length} runs${rule}`]
  })
}

/** The file outlives a fresh clone on the same machine. CI names a path that it keeps. */
const flakyFile = () =>
  process.env.FLAKY_FILE ?? join(process.env.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'karnhuset/flaky.json')

function readHistory(file: string): History {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

export class FlakyReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const flaky = new Map<string, boolean>()
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.result().state !== 'skipped')
          flaky.set(`${module.relativeModuleId} > ${test.fullName}`, test.diagnostic()?.flaky === true)
    const file = flakyFile()
    const before = readHistory(file)
    const history = addRun(before, flaky)
    if (JSON.stringify(history) !== JSON.stringify(before)) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify(history, null, 2)}\n`)
    }
    for (const line of reportFlaky(history, [...flaky.keys()])) console.log(line)
  }
}

/** Of `npm test`: a test is retried once, and then listed as flaky (ADR 0012). A property that failed has found something. */
export const retriesInCi = {
  retry: { count: 1, condition: /^(?!Property failed)/ },
  reporters: [...shortFailures.reporters, new FlakyReporter()],
}
