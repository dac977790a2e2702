/** `npm run conformance`: the parser against the suites of other parsers and real feeds. Exits 1 below the targets. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Figures, runSuites } from './suites.ts'

const CORE_TARGET = 0.95
const data = resolve(process.env.KARNHUSET_TEST_DATA ?? '../shared/data')

function percent(passed: number, failed: number): string {
  return `${((100 * passed) / Math.max(passed + failed, 1)).toFixed(1)} %  (${passed} of ${passed + failed})`
}

function report(figures: Figures): boolean {
  const scored = { passed: 0, failed: 0 }
  for (const [field, { passed, failures }] of [...figures.fields].sort()) {
    console.log(`${field.padEnd(20)} ${percent(passed, failures.length)}`)
    for (const failure of failures) console.log(`    ${failure}`)
    if (field.startsWith('(')) continue
    scored.passed += passed
    scored.failed += failures.length
  }
  for (const [name, { passed, failures }] of [
    ['other suites', figures.items],
    ['real feeds', figures.real],
  ] as const) {
    console.log(`${name.padEnd(20)} ${percent(passed, failures.length)}`)
    for (const failure of failures) console.log(`    ${failure}`)
  }
  for (const line of [...figures.thrown, ...figures.survivors]) console.log(`    ${line}`)
  console.log(`core checks          ${percent(scored.passed, scored.failed)}, target ${100 * CORE_TARGET} %`)
  console.log(`thrown               ${figures.thrown.length} of ${figures.files} files`)
  console.log(`active survivors     ${figures.survivors.length}`)
  console.log(`slowest file         ${Math.round(figures.slowest.ms)} ms, ${figures.slowest.path}`)
  const rate = scored.passed / Math.max(scored.passed + scored.failed, 1)
  return (
    rate >= CORE_TARGET && figures.thrown.length === 0 && figures.survivors.length === 0 && figures.slowest.ms <= 1000
  )
}

if (!existsSync(resolve(data, 'feeds/conformance'))) {
  console.error(`No test data in ${data}: set KARNHUSET_TEST_DATA to the folder that holds feeds/conformance.`)
  process.exit(2)
}
process.exit(report(runSuites(data)) ? 0 : 1)
