/** `npm run conformance` as a test: the project's own feeds, and a share of the shared suites where they are at hand. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shareOf } from '../../tests/support/sweep.ts'
import { checkLocalFeed, listLocalFeeds } from './own.ts'
import { runSuites } from './suites.ts'

const data = resolve(process.env.KARNHUSET_TEST_DATA ?? '../shared/data')
const missing = !existsSync(resolve(data, 'feeds/conformance'))
if (missing) console.log(`skipped: no test data in ${data} (KARNHUSET_TEST_DATA)`)

describe('a feed of our own', () => {
  it.each(listLocalFeeds())('%s is read as expected', (name) => expect(checkLocalFeed(name)).toEqual([]))
})

describe.skipIf(missing)('suites of other parsers', () => {
  it('agree with ours on at least 95 % of the core checks, without a throw or anything active left', {
    tags: 'slow',
  }, () => {
    const figures = runSuites(data, (lines) => shareOf(lines, 4))
    const scored = [...figures.fields].filter(([field]) => !field.startsWith('('))
    const passed = scored.reduce((sum, [, row]) => sum + row.passed, 0)
    const failed = scored.reduce((sum, [, row]) => sum + row.failures.length, 0)
    expect(passed / (passed + failed)).toBeGreaterThanOrEqual(0.95)
    expect(figures.thrown).toEqual([])
    expect(figures.survivors).toEqual([])
    expect(figures.real.failures.length).toBeLessThanOrEqual(1)
  })
})
