/** The page of the bench is renewed section by section. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderPage } from './page.ts'

const page = readFileSync(new URL('../../docs/bench.md', import.meta.url), 'utf8')
const about = { command: 'npm run bench -- --only memory', machine: 'a machine', date: '2026-11-26' }
const measure = { group: 'At work', name: 'memory', value: 500, unit: 'MB' as const, note: 'of all' }
const sections = (text: string) => text.split(/^(?=## )/m)

it('is the same where nothing was measured', () => {
  expect(renderPage(page, [], about)).toBe(page)
})

it('replaces the section that was measured, with how and when, and no other', () => {
  const renewed = sections(renderPage(page, [measure], about))
  const changed = renewed.filter((section) => !sections(page).includes(section))
  expect(changed).toEqual([
    `## At work

\`npm run bench -- --only memory\` on 2026-11-26, on a machine.

| what | measured | beside it |
| --- | --: | --- |
| memory | 500.0 MB | of all |

`,
  ])
  expect(renewed.length).toBe(sections(page).length)
})

it('adds a section that was never measured', () => {
  const names = sections(renderPage(page, [{ ...measure, group: 'New' }], about)).map(
    (section) => section.split('\n')[0],
  )
  expect(names.slice(-2)).toEqual(['## New', '## How to read it'])
})
