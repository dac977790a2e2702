/**
 * `npm run conformance`: the parser against the project's own feeds; with `--data shared` (or KARNHUSET_TEST_DATA)
 * against the suites of other parsers and real feeds as well. Exit code 1 below the targets, 2 where data are missing.
 */
import { parseArgs } from 'node:util'
import { selectedData } from '../../tests/support/test-data.ts'
import { checkLocalFeed, listLocalFeeds } from './own.ts'
import { type Figures, runSuites } from './suites.ts'

const CORE_TARGET = 0.95

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

/** Every one of our own feeds must be read as expected. */
function reportLocal(): boolean {
  const feeds = listLocalFeeds().map((name) => ({ name, problems: checkLocalFeed(name) }))
  for (const { name, problems } of feeds) for (const problem of problems) console.log(`FAULT ${name}: ${problem}`)
  const passed = feeds.filter(({ problems }) => problems.length === 0).length
  console.log(`own feeds            ${percent(passed, feeds.length - passed)}`)
  return feeds.length > 0 && passed === feeds.length
}

try {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  const shared = selectedData(values.data, 'feeds/conformance')
  const passed = [reportLocal(), shared === null || report(runSuites(shared))]
  process.exitCode = passed.every(Boolean) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
