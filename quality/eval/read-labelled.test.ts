import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readLabelled } from './read-labelled.ts'

const folder = mkdtempSync(join(tmpdir(), 'labelled-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(lines: object[]) {
  const path = join(folder, 'set.jsonl')
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  return readLabelled(path)
}
const dated = (published_at: unknown) => ({ title: 'Ferry runs aground', event: 1, published_at })

test('reads the instant of a report however it is written, without a zone in UTC', () => {
  const noon = Date.parse('2024-07-26T12:00:00Z')
  const written = [
    '2024-07-26T12:00:00Z',
    '2024-07-26 12:00:00',
    '2024-07-26T12:00',
    '20240726T120000Z',
    '20240726120000',
    'Fri, 26 Jul 2024 12:00:00 GMT',
    '2024-07-26T14:00:00+02:00',
    `${noon}`,
    noon,
    `${noon / 1000}`,
    noon / 1000,
  ]
  const { articles, faults } = read(written.map(dated))
  expect(faults).toEqual([])
  expect(articles.map(({ at }) => at)).toEqual(written.map(() => noon))
  expect(read([dated('20240726'), dated('2024-07-26')]).articles.map(({ at }) => at)).toEqual([
    noon - 43_200_000,
    noon - 43_200_000,
  ])
})

test('takes a line without a date to come with the one before it, and names one whose date is none', () => {
  const { articles, faults } = read([dated('2024-07-26'), dated(null), dated(''), dated('20241341'), dated('soon')])
  expect(new Set(articles.map(({ at }) => at))).toEqual(new Set([Date.parse('2024-07-26')]))
  expect(articles).toHaveLength(3)
  expect(faults).toEqual([
    expect.stringContaining(':4: published_at: not a date: 20241341'),
    expect.stringContaining(':5: published_at: not a date: soon'),
  ])
})
