/** `topic check`: operators' decisions on what is about the topic are its examples. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seedArticles, seedFeed } from '../../../tests/support/build.ts'
import { writeDocsTopic } from '../../../tests/support/content.ts'
import { urlOf } from '../../../tests/support/database.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import { execute } from '../../main.ts'
import { overrideRelevance } from '../../news/articles/writes/relevance-overrides.ts'

let web: TestWeb
let feed: number
const folder = mkdtempSync(join(tmpdir(), 'karnhuset-check-'))

beforeAll(async () => {
  web = await startTestWeb()
  feed = await seedFeed(web.database, { publisher: 'garden.example' })
  writeDocsTopic(folder)
  const settings = {
    DATABASE_URL: urlOf(web.database.address),
    CONTENT_DIR: folder,
    SOURCES: 'none',
    BASE_URL: 'https://site.example',
    LOG_LEVEL: 'silent',
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await web.close()
  rmSync(folder, { recursive: true })
})

const article = async (title: string, relevant: boolean, feed_id: number) => {
  const [id = 0] = await seedArticles(web.database, [{ feed_id, title, relevant, excerpt: `${title}, in short.` }])
  return id
}

it('measures what operators decided in the console, and learns from it', { tags: 'slow' }, async () => {
  const sports = await seedFeed(web.database, { publisher: 'goal.example' })
  for (const [title, relevant] of [
    ['Pruning of roses', true],
    ['Pruning of hedges', true],
    ...Array.from({ length: 6 }, (_, at) => [`Football in a garden, day ${at}`, false] as const),
  ] as const)
    await overrideRelevance(
      web.database,
      await article(title, !relevant, relevant ? feed : sports),
      relevant,
      web.clock.now(),
    )
  const { io, lines, notes } = recordedIo()
  expect([await execute(['topic', 'check'], io), notes]).toEqual([0, []])
  expect(lines[0]).toMatch(/^Relevance: precision \d+ of \d+ \(\d+–\d+ %\), recall \d+ of \d+ \(\d+–\d+ %\)\.$/)
  const before = readFileSync(join(folder, 'relevance.yaml'), 'utf8')
  expect(await execute(['topic', 'check', '--learn'], io)).toBe(0)
  const after = readFileSync(join(folder, 'relevance.yaml'), 'utf8')
  expect(after).not.toBe(before)
  expect(after).toMatch(/football: -\d/)
  expect(lines.join('\n')).toMatch(
    /teach something: \d errors? in place of \d+ by the names alone\..*\nRelevance: precision/,
  )
})

it('learns nothing where that is no better, and reports it', { tags: 'slow' }, async () => {
  const before = readFileSync(join(folder, 'relevance.yaml'), 'utf8')
  const { io, lines } = recordedIo()
  const file = join(folder, 'judged.tsv')
  writeFileSync(file, '1\tCompost for everyone\n0\tTrams return\n')
  expect(await execute(['topic', 'check', file, '--learn'], io)).toBe(0)
  expect(lines.join('\n')).toMatch(/teach nothing yet that the names do not know: 0 errors by the names alone/)
  expect(readFileSync(join(folder, 'relevance.yaml'), 'utf8')).toBe(before)
})
