/** A new user's site in Danish, from eight feeds in three languages, in this process; `quality/suites/install` plays the package. */
// @module-tag slow

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { freePort } from '../../../tests/support/played/small-server.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb, type TestWeb } from '../../../tests/support/web.ts'
import {
  expectFrontPage,
  type FirstSite,
  firstSiteArguments,
  foreignLines,
  listForeign,
  measureFirstSite,
  startFirstSite,
  swedishSegments,
  swedishWords,
} from '../../../tests/support/worlds/first-site.ts'
import { contentViolations } from '../../app/content.ts'
import { execute } from '../../main.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-first-'))
const content = join(folder, 'content')
let feeds: FirstSite
let web: TestWeb
let origin: string

beforeAll(async () => {
  const now = new Date()
  feeds = await startFirstSite(now)
  vi.stubEnv('FETCH_ALLOW', '127.0.0.1/32')
  vi.stubEnv('BASE_URL', 'http://localhost:3000')
  writeFileSync(join(folder, 'judged.tsv'), feeds.answers)
  const { io, notes } = recordedIo()
  const code = await execute(firstSiteArguments(feeds.sources, 'judged.tsv'), { ...io, cwd: folder })
  expect([code, notes.at(-1)]).toEqual([0, expect.stringContaining('karnhuset serve starts it')])
  expect(contentViolations(content)).toEqual([])
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  web = await startTestWeb({
    FETCH_ALLOW: '127.0.0.1/32',
    BASE_URL: origin,
    CONTENT_DIR: content,
    AI_PROVIDER: 'none',
    SOURCES: join(content, 'sources.opml'),
    PUBLISHER_NAME: 'Karen Lund',
    PUBLISHER_CONTACT: 'karen@isvand.example',
  })
  web.clock.set(now)
  const operations = actionsOf(web)
  await operations.ingest({})
  await web.app.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await web?.close()
  await feeds?.close()
  rmSync(folder, { recursive: true })
})

it('has events and relevance as labelled', async () => {
  const { misjudged, pairs } = await measureFirstSite(origin)
  expect(misjudged).toEqual([])
  expect([pairs.wrong, pairs.missed, pairs.right]).toEqual([[], [], 14])
})

it('has the right front page', () => expectFrontPage(origin))

it('is read for a thousand words that Danish does not have', () => {
  const swedish = swedishWords('da', '')
  expect(swedish.size).toBeGreaterThan(900)
  const lines = ['Vis alle nyheder', 'Visa alla nyheter', 'Om Apple Watch', 'Isvand']
  expect(foreignLines(lines, swedish)).toEqual(['Visa alla nyheter', 'Om Apple Watch'])
  expect(swedishSegments('/handelser/1-om-apple')).toEqual(['handelser'])
})

it('says nothing in Swedish and nothing about Apple, on any page, in any feed, address, tool or mail', async () => {
  const { pages, ...foreign } = await listForeign(origin, join(web.config.DATA_DIR, 'outbox'))
  expect(foreign).toEqual({ lines: [], paths: [], broken: [], languages: [] })
  expect(pages).toBeGreaterThan(100)
})
