import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

it('shows where long values differ, in under twenty lines, and the command that runs the file alone', {
  tags: 'slow',
}, () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const config = 'tests/fixtures/failures/vitest.config.ts'
  const { stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--config', config], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  const failures = stripVTControlCharacters(stderr)
    .split(/^ FAIL /m)
    .slice(1)
  const differences = failures.map((failure) => failure.slice(0, failure.indexOf(' ❯ ')).split('\n'))
  expect(differences.map(([name]) => name?.split(' > ')[1])).toEqual([
    'one row of many is another',
    'all rows are others',
    'a page lacks a word',
    'a page is too long for a message',
  ])
  for (const lines of differences) {
    expect(lines.length).toBeLessThan(20)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(250)
  }
  expect(differences[0]).toEqual(expect.arrayContaining(['-   "row 700",', '+   "row 7",']))
  expect(differences[1]?.join('\n')).toMatch(/^… \d+ more lines$/m)
  expect(stripVTControlCharacters(stdout)).toMatch(/^npx vitest run tests\/fixtures\/failures\/wrong\.ts$/m)
})
