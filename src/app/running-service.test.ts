import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseConfig } from '../config.ts'
import { runChecks } from '../news/health/health-check.ts'
import { checkSettings } from './doctor/settings-checks.ts'
import { describeDifferences, differencesFromService } from './running-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'karnhuset-running-'))
const settings = {
  DATA_DIR: folder,
  BASE_URL: 'https://news.example',
  SOURCES: '/srv/sources.opml',
  CONTENT_DIR: 'content',
  DATABASE_URL: 'postgres://ann:hidden@db.example/news',
  AI_PROVIDER: 'openai',
  AI_MODEL: 'm',
  AI_API_KEY: 'hidden',
}
let service: ChildProcess

/** A process that has left its settings and stays. */
beforeAll(async () => {
  const of = (file: string) => JSON.stringify(import.meta.resolve(file))
  const script = `
    import { parseConfig } from ${of('../config.ts')}
    import { noteService } from ${of('./running-service.ts')}
    noteService(parseConfig(${JSON.stringify(settings)}))
    console.log('noted')
    setInterval(() => {}, 60_000)`
  service = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (service.stdout) await once(service.stdout, 'data')
})
afterAll(() => {
  service.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const namesWith = (given: Record<string, string | undefined>) =>
  differencesFromService(parseConfig({ ...settings, ...given })).map(({ name }) => name)

it.each<[string, Record<string, string | undefined>, string[]]>([
  ['the same settings', {}, []],
  ['another address', { BASE_URL: 'https://other.example' }, ['BASE_URL']],
  ['no address', { BASE_URL: undefined }, ['BASE_URL']],
  ['another list', { SOURCES: '/srv/other.opml' }, ['SOURCES']],
  ['no list', { SOURCES: 'none' }, ['SOURCES']],
  ['another topic', { CONTENT_DIR: 'demo/bicycles/content' }, ['CONTENT_DIR']],
  ['another database', { DATABASE_URL: 'postgres://ann:hidden@db.example/other' }, ['DATABASE_URL']],
  ['the embedded database', { DATABASE_URL: undefined }, ['DATABASE_URL']],
  ['another user of the same database', { DATABASE_URL: 'postgres://bo:secret@db.example/news' }, []],
  ['no model', { AI_PROVIDER: 'none' }, ['AI_PROVIDER']],
  ['another model', { AI_MODEL: 'n' }, ['AI_MODEL']],
  ['what stores nothing', { LOG_LEVEL: 'silent', CACHE_MB: '8', AI_API_KEY: 'other' }, []],
  ['another folder', { DATA_DIR: join(folder, 'other'), BASE_URL: 'https://other.example' }, []],
])('%s', (_, given, names) => expect(namesWith(given)).toEqual(names))

it('a port alone is no other address', async () => {
  expect(namesWith({ BASE_URL: undefined, PORT: '5000' })).toEqual(namesWith({ BASE_URL: undefined, PORT: '6000' }))
})

it.each<[string, Record<string, string>, [string, RegExp][]]>([
  ['none', {}, [['ok', /^none on .* has other settings$/]]],
  [
    'each',
    { SOURCES: 'none', AI_MODEL: 'n' },
    [
      ['warning', /: SOURCES \(\/srv\/sources\.opml there, none here\)\.$/],
      ['warning', /: AI_MODEL \(m there, n here\)\.$/],
    ],
  ],
])('the doctor names %s that differs', async (_, given, expected) => {
  const { checks } = checkSettings({ file: {}, process: { ...settings, ...given } })
  const [check] = checks.filter(({ name }) => name === 'running service')
  const findings = await runChecks(check ? [check] : [], () => {})
  expect(findings.map(({ level }) => level)).toEqual(expected.map(([level]) => level))
  for (const [n, [, words]] of expected.entries()) expect(findings[n]?.text).toMatch(words)
})

it('no secret is left in the folder, and none is reported', () => {
  const left = readdirSync(join(folder, 'running')).map((name) => readFileSync(join(folder, 'running', name), 'utf8'))
  expect(left.join()).toContain('db.example')
  const words = describeDifferences(differencesFromService(parseConfig({ DATA_DIR: folder })))
  expect(words).toContain('DATABASE_URL (db.example/news there, not set here)')
  for (const text of [...left, words]) expect(text).not.toMatch(/hidden|secret/)
})

it('a later process that has the number of one that was killed is no service', async () => {
  const path = join(folder, 'running', `${service.pid}.json`)
  const note = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...note, startedAt: '1' }))
  expect(namesWith({ SOURCES: 'none' })).toEqual([])
  writeFileSync(path, JSON.stringify(note))
  expect(namesWith({ SOURCES: 'none' })).toEqual(['SOURCES'])
})

it('one that was killed is none, though it could take nothing away', async () => {
  service.kill('SIGKILL')
  await once(service, 'close')
  expect(namesWith({ SOURCES: 'none' })).toEqual([])
})
