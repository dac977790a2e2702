import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addRun, reportFlaky, retriesInCi } from './flaky.ts'

const root = resolve(import.meta.dirname, '..')

it('counts over the runs of vitest what passed at the second try alone', { tags: 'slow' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flaky-'))
  const run = () =>
    promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'tests/fixtures/flaky/vitest.config.ts'],
      { cwd: root, env: { ...process.env, FLAKY_FILE: join(folder, 'kept/flaky.json') } },
    )
  const name = 'flaky: tests/fixtures/flaky/tries.ts > passes at its second try'
  expect((await run()).stdout).toBe(`${name}: 1 of its last 1 runs\n`)
  expect((await run()).stdout).toBe(
    `${name}: 2 of its last 2 runs; 2 in 20 runs must be fixed, in the test or the code\n`,
  )
  rmSync(folder, { recursive: true })
})

it.each([
  ['steady tests have no entry', '', '.', undefined, 0],
  ['the first time is listed', '', '!', '!', 1],
  ['one time is not listed in the runs after it', '!', '.', '!.', 0],
  ['two times are listed until one of them is twenty runs old', `!${'.'.repeat(17)}!`, '.', `!${'.'.repeat(17)}!.`, 1],
  ['older runs are dropped', `!${'.'.repeat(18)}!`, '.', `${'.'.repeat(18)}!.`, 0],
  ['an entry ends twenty runs after the last time', `!${'.'.repeat(19)}`, '.', undefined, 0],
])('%s', (_case, before, outcome, after, lines) => {
  const history = addRun(before ? { test: before, other: '!' } : { other: '!' }, new Map([['test', outcome === '!']]))
  expect(history).toEqual(after ? { test: after, other: '!' } : { other: '!' })
  expect(reportFlaky(history, ['test'])).toHaveLength(lines)
})

it('retries no property: a failing one has found something', () => {
  const isRetried = (message: string) => retriesInCi.retry.condition.test(message)
  expect(isRetried('expected 1 to be 2')).toBe(true)
  const failing = fc.property(fc.nat(), () => false)
  expect(() => fc.assert(failing)).toThrow(expect.toSatisfy((error: Error) => !isRetried(error.message)))
})

it('retries the suites that open a browser, and no others', { tags: 'slow' }, async () => {
  const { default: config } = await import('../quality/suites/vitest.config.ts')
  const projects = config.test?.projects as { test: { name: string; include: string[]; retry?: number } }[]
  expect(projects.map(({ test: { name, retry } }) => [name, retry])).toEqual([
    ['browser', 1],
    ['processes', undefined],
  ])
  const suites = join(root, 'quality/suites')
  const files = globSync('**/*.test.ts', { cwd: suites })
  const opens = (file: string) =>
    /launch\w*Browser|launchDebuggable|lighthouse\.ts/.test(readFileSync(join(suites, file), 'utf8'))
  expect(new Set(globSync(projects[0]?.test.include ?? [], { cwd: suites }))).toEqual(new Set(files.filter(opens)))
})
