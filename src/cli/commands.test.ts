/** Every command of the program, well, half and badly asked: its exit code, and its last line. A new command needs a row. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { seedArticles, seedFeed } from '../../tests/support/build.ts'
import { openTestDatabase, urlOf } from '../../tests/support/database.ts'
import { ifThere, isGone } from '../../tests/support/features.ts'
import { type Publisher, rssDocument, startPublisher } from '../../tests/support/played/publisher.ts'
import { recordedIo } from '../../tests/support/recorded-io.ts'
import { execute } from '../main.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { buildProgram } from './program.ts'

const NO_SOURCE = /^! There is no source with id \d+/
const NO_FILE = /^! There is no file /

type Row = [command: string, code: number, lastLine: RegExp]

/** In turn; `{…}`: an address, a folder or a number; `!`: the last line is on standard error. */
const ROWS: Row[] = [
  ['feeds list', 0, /Posten/],
  ['feeds list --state none', 2, /^! .*--help/],
  ['feeds show {feed}', 0, /^login +none/],
  ['feeds show 999', 1, NO_SOURCE],
  ['feeds show abc', 2, /^! .*--help/],
  ['feeds add {site}/a.xml', 0, /^Added Nytt/],
  ['feeds add {site}/two', 1, /^ {2}http/],
  ['feeds add {site}/gone.xml', 1, /^! .*HTTP 404/],
  ['feeds edit {feed} --title Tidningen', 0, /^Changed\./],
  ['feeds edit {feed} --title Tidningen', 0, /^It was so already\./],
  ['feeds edit {feed}', 1, /^! Say what to change/],
  ['feeds edit {feed} --login reader', 1, /^! The password is empty/],
  ['feeds edit 999 --title X', 1, NO_SOURCE],
  ['feeds edit abc', 2, /^! .*--help/],
  ['feeds undo 1', 0, /^Undone/],
  ['feeds undo 999', 1, /^! There is no action 999/],
  ['feeds undo abc', 2, /^! .*--help/],
  ['feeds disable {feed} {other}', 0, /^Disabled Posten/],
  ['feeds enable 999 {feed}', 1, /^Enabled Tidningen/],
  ['feeds enable {other} 999', 1, NO_SOURCE],
  ['feeds enable {feed} abc', 2, /^! .*--help/],
  ['feeds moved {feed}', 1, /^Its site names no other feed/],
  ['feeds moved 999', 1, NO_SOURCE],
  ['feeds diff', 0, /^The list and what is read say the same/],
  ['ingest --feed {other}', 1, /0 with news, 0 unchanged, 1 failed/],
  ['ingest', 0, /1 unchanged, 0 failed\. 0 articles new, 0 updated\.$/],
  ['ingest --feed 999', 1, NO_SOURCE],
  ['feeds remove 999 {other}', 1, /^Removed Posten/],
  ['feeds remove {other}', 1, NO_SOURCE],
  ['feeds remove 999 --with-articles', 1, NO_SOURCE],
  ['feeds disable {feed} --with-articles', 2, /^! .*--help/],
  ['feeds import {dir}/good.opml', 0, /^1 source added, 0 were known\.$/],
  ['feeds import {dir}/mixed.opml', 0, /^1 source added, 0 were known, 1 line left out\.$/],
  ['feeds import {dir}/bad.opml', 1, /^! Unreadable OPML: line 1/],
  ['feeds import {dir}/none.opml', 1, NO_FILE],
  ['feeds import {dir}', 1, /^! .* is a folder/],
  ['feeds export {dir}/out.opml', 0, /^$/],
  ['feeds export', 0, /^<\/opml>$/],
  ['feeds export {dir}/none/out.opml', 1, NO_FILE],
  ['feeds check {dir}/none.opml', 1, NO_FILE],
  ['feeds check {dir}/bad.opml', 1, /^! Unreadable OPML: line 1/],
  ['feeds preview {dir}/feed.xml', 0, /"ok":true/],
  ['feeds preview {dir}/good.opml {dir}/feed.xml', 1, /"ok":true/],
  ['feeds preview {dir}/none.xml', 1, /"ok":false/],
  ['import {dir}/good.opml', 0, /^0 sources added, 1 was known\.$/],
  ['import {dir}/starred.json', 1, /^! Saved articles belong to an account/],
  ['import {dir}/good.opml {dir}/starred.json --account anna@example.org', 1, /^! Nobody has signed in as anna@/],
  ['import {dir}/good.opml {dir}/feed.xml', 1, /^! .*feed\.xml: Unreadable OPML: line 2: expected <opml>/],
  ['import {dir}/none.opml', 1, NO_FILE],
  ['import', 2, /^! .*--help/],
  ['reprocess --dry-run', 0, /^In all about 0\.00/],
  ['reprocess --stage cluster', 0, /^In all about 0\.00/],
  ['reprocess --stage none', 1, /^! --stage/],
  ['reprocess --since 2099-01-01', 1, /^! --since/],
  ['topic new {dir}/topic --topic Nytt --source {site}/a.xml --colour #1d4ed8', 0, /^! A model that writes summaries/],
  ['topic new {dir}/topic --timezone Europe/Oslo', 0, /^! Restart the service/],
  ['topic new {dir}/none --topic Nytt', 1, /^! A new topic needs a source/],
  ['topic new --none', 2, /^! .*--help/],
  ['topic check {dir}/judged.tsv', 0, /^Relevance: precision/],
  ['topic check {dir}/none.tsv', 1, NO_FILE],
  ['topic check', 1, /^! No article was judged in the console yet/],
  ['topic check {dir}/judged.tsv --console', 0, /^Relevance: precision/],
  ['topic adopt', 0, /^The database is about Apple\.$/],
  ['export {dir}/site', 0, / files, \d+ written, 0 removed\.$/],
  ['export {dir}/site', 0, /^Nothing is new/],
  ['export {dir}/site --prefix news', 1, /^! --prefix/],
  ['export {dir}/good.opml', 1, /^! .*good\.opml is no folder/],
  ['export', 2, /^! .*--help/],
  ...ifThere<Row>('guides', ['guides check', 0, /, 0 errors$/], ['guides sync', 0, /, 0 refused$/]),
  ...ifThere<Row>(
    'podcast',
    ['podd import {dir}', 1, /^! episode\.yaml: there is no such file/],
    ['podd generate', 1, /^! TTS_PROVIDER/],
  ),
  ['backup {dir}/all.jsonl.gz', 0, / tables, \d+ rows/],
  ['backup {dir}/whole.gz --with-content --with-media', 0, /whole\.gz: \d+ tables/],
  ['restore {dir}/whole.gz --with-content', 1, /^! .* set CONTENT_DIR to a folder of its own/],
  ['restore {dir}/all.jsonl.gz --with-media', 1, /^! There is no folder .*all\.jsonl\.gz\.media beside the backup/],
  ['backup {dir}/none/all.jsonl.gz', 1, /^! There is no folder/],
  ['backup {dir}', 1, /^! .* is a folder: name a file in it/],
  ['restore {dir}/all.jsonl.gz', 1, /^! The database is not empty.*--replace/],
  ['restore {dir}/all.jsonl.gz --replace', 0, /^Restored /],
  ['restore {dir}/feed.xml', 1, /^! .*Nothing was changed\.$/],
  ['restore {dir}/none.gz', 1, NO_FILE],
  ['stats', 0, /./],
  ['stats --none', 2, /^! .*--help/],
  ['webhooks add {site}/hook', 0, /^whsec_/],
  ['webhooks add ftp://x', 1, /^! The address must begin with/],
  ['webhooks list', 0, /\/hook/],
  ['webhooks pause 1', 0, /^Webhook 1 paused/],
  ['webhooks resume 1', 0, /^Webhook 1 resumed/],
  ['webhooks remove 1', 0, /^Webhook 1 removed/],
  ['webhooks remove 1', 1, /^! There is no webhook 1/],
  ['webhooks pause 1', 1, /^! There is no webhook 1/],
  ['webhooks resume 1', 1, /^! There is no webhook 1/],
  ['webhooks pause abc', 2, /^! .*--help/],
  ['models find http://127.0.0.1:1', 1, /^No model was found/],
  ['models exam', 1, /^! AI_PROVIDER is none/],
  ['models exam --role none', 1, /^! --role/],
  ['clusters calibrate --reset', 0, /^The line is at the default already/],
  ['clusters calibrate --list', 1, /^There are no pairs/],
  ['clusters calibrate --answers {dir}/none.txt', 1, NO_FILE],
  ['clusters calibrate --answers {dir}/feed.xml', 1, /^! .*feed\.xml, line 1/],
  ['doctor', 1, /^WARNING/],
  ['none', 2, /^! .*--help/],
]

/** Processes that run until they are ended: `quality/suites/service` plays them. */
const LASTING = ['serve', 'start', 'web', 'worker', 'web-and-worker', 'demo', 'mcp']

const values: Record<string, string> = {}
let publisher: Publisher

beforeAll(async () => {
  publisher = await startPublisher()
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-commands-'))
  mkdirSync(join(folder, 'data'))
  const database = await openTestDatabase({ alone: true })
  const feed = await seedFeed(database, {
    title: 'Bladet',
    url: publisher.at('/feed.xml'),
    site_url: publisher.at('/site'),
  })
  const other = await seedFeed(database, { title: 'Posten', url: publisher.at('/gone.xml') })
  await seedArticles(database, [{ feed_id: feed }])
  // A restore wants to be alone.
  await database.pool.end()
  Object.assign(values, { feed: String(feed), other: String(other), dir: folder, site: publisher.url })
  const one = (url: string) => `<outline type="rss" text="${url}" xmlUrl="${url}"/>`
  const opml = (inner: string) => `<opml version="2.0"><body>${inner}</body></opml>`
  const document = rssDocument('Nytt', [])
  writeFileSync(join(folder, 'feed.xml'), document)
  writeFileSync(join(folder, 'good.opml'), opml(one('https://a.example/feed')))
  writeFileSync(join(folder, 'mixed.opml'), opml(one('https://b.example/feed') + one('ftp://c.example/feed')))
  writeFileSync(join(folder, 'bad.opml'), 'x')
  writeFileSync(join(folder, 'starred.json'), '{"items": []}')
  writeFileSync(join(folder, 'judged.tsv'), '1\tApple visar iPhone\n0\tVäder i helgen\n')
  publisher.serve('/feed.xml', { body: document })
  publisher.serve('/a.xml', { body: document })
  const link = (name: string) => `<link rel="alternate" type="application/rss+xml" href="/${name}.xml">`
  publisher.serve('/b.xml', { body: document })
  publisher.serve('/two', { body: `<html><head>${link('a')}${link('b')}</head></html>`, type: 'text/html' })
  publisher.serve('/site', { body: '<html></html>', type: 'text/html' })
  for (const [name, value] of Object.entries({
    DATABASE_URL: urlOf(database.address as ClientConfig),
    DATA_DIR: join(folder, 'data'),
    SOURCES: 'none',
    LOG_LEVEL: 'silent',
    FETCH_ALLOW: '127.0.0.1/32',
    BASE_URL: 'https://site.example',
    TTS_PROVIDER: 'none',
  }))
    vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await publisher.close()
  rmSync(values.dir ?? '', { recursive: true })
})

/** Names of the commands that do something. */
const leaves = (command: Command, above = ''): string[] =>
  command.commands.length === 0
    ? [`${above}${command.name()}`]
    : command.commands.flatMap((one) => leaves(one, command.parent ? `${above}${command.name()} ` : ''))

it('each command has a row', async () => {
  const all = leaves(await buildProgram(recordedIo().io, () => {}))
  const missing = all.filter((name) => !ROWS.some(([command]) => command === name || command.startsWith(`${name} `)))
  expect(missing).toEqual(LASTING)
})

it.each(ROWS.filter(([command]) => !isGone(command)))('%s', { tags: 'slow' }, async (command, code, lastLine) => {
  const argv = command.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? name).split(' ')
  const written = ['']
  const line = (text = '') => void written.push(...text.split('\n').filter(Boolean))
  const { io } = recordedIo()
  expect(await execute(argv, { ...io, line, note: (text) => line(`! ${text.replaceAll('\n', '\n! ')}`) })).toBe(code)
  expect(written.at(-1)).toMatch(lastLine)
})

it('records each act in the name of the user of the machine', { tags: 'slow' }, async () => {
  const database = await connectDatabase({ connectionString: process.env.DATABASE_URL }, 1)
  onTestFinished(() => database.close())
  const actions = await database.db.selectFrom('operator_actions').select(['actor', 'action']).execute()
  expect(actions.length).toBeGreaterThan(8)
  expect(new Set(actions.map(({ actor }) => actor))).toEqual(new Set([`command:${userInfo().username}`]))
})
