/** `doctor`: everything is tried, whatever else is wrong; what is wrong is named with what to do; nothing is changed. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedFeed } from '../../../tests/support/build.ts'
import { databaseOn, openTestDatabase, testServer, urlOf } from '../../../tests/support/database.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { startSmallServer } from '../../../tests/support/played/small-server.ts'
import { recordedIo } from '../../../tests/support/recorded-io.ts'
import { startTestWeb } from '../../../tests/support/web.ts'
import { doctor as doctorCommand } from '../../cli/doctor.ts'
import { parseConfig } from '../../config.ts'
import { exitCodeOf, type Finding, type HealthCheck, runChecks } from '../../news/health/health-check.ts'
import { healthChecks } from '../../news/health/registry.ts'
import type { ActorDatabase } from '../../platform/database/database.ts'
import { migrate, schemaError, schemaState } from '../../platform/database/migrate.ts'
import type { Servers } from '../check-servers.ts'
import { contentChecks } from './content-checks.ts'
import { examine, serverChecks } from './doctor.ts'
import { checkClock, machineChecks } from './machine-checks.ts'
import { checkSettings } from './settings-checks.ts'

let server: ModelServer
let database: ActorDatabase
let publisher: Publisher
let folder: string

beforeAll(async () => {
  server = await startModelServer()
  database = await openTestDatabase()
  publisher = await startPublisher()
  publisher.serve('/feed.xml', { body: rssDocument('Bladet', []) })
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-doctor-'))
})
afterAll(async () => {
  await server.close()
  await database.close()
  await publisher.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  server.mode = 'good'
  server.calls.length = 0
})

/** Of the checks of one name alone. */
const linesOf = async (checks: Pick<HealthCheck, 'name' | 'run'>[], name: string) =>
  text(
    await runChecks(
      checks.filter((check) => check.name === name),
      () => {},
    ),
  )

const text = (findings: Finding[]) =>
  findings.map(({ level, check, text: words }) => `${level} ${check}: ${words}`).join('\n')

it.each([
  ['none', [], /^warning backup: There is none yet/],
  ['one of an hour ago', [-1], /^ok backup: the newest is 1 hour old$/],
  ['one of three days ago', [-72], /^warning backup: The newest is 72 hours old\.$/],
  [
    'seven from a clock that was wrong',
    [2431, 2432, 2433, 2434, 2435, 2436, 2437],
    /^warning backup: 7 are dated after now.*\nwarning backup: There is none yet/,
  ],
  [
    'the same and one of an hour ago',
    [2431, 2432, -1],
    /^warning backup: 2 are dated after now.*\nok backup: the newest is 1 hour old$/,
  ],
])('the age of the daily backup is told of %s', async (_, hours, said) => {
  const dataDir = mkdtempSync(join(folder, 'backups-'))
  mkdirSync(join(dataDir, 'backups'))
  for (const [i, hour] of hours.entries()) {
    const at = new Date(Date.now() + hour * 3_600_000)
    const file = join(dataDir, 'backups', `karnhuset-${i}.jsonl.gz`)
    writeFileSync(file, '')
    utimesSync(file, at, at)
  }
  const config = parseConfig({ DATA_DIR: dataDir })
  const checks = healthChecks({ config, database, now: new Date(), timeZone: 'UTC' })
  expect(await linesOf(checks, 'backup')).toMatch(said)
})

describe('servers', () => {
  const ofFeature = { name: 'ours', run: async ({ content }: Servers) => `${content.site.name} has it` }
  async function tryServers(env: Record<string, string>) {
    // Each look closes its services but not the database, which all of them share.
    const web = await startTestWeb(env, { ...database, close: async () => {} })
    const findings = await runChecks(serverChecks(web.services, web.config, [ofFeature]), () => {})
    await web.close()
    return { code: exitCodeOf(findings), said: text(findings) }
  }

  it('are tried as the service uses them, and the call is on record', { tags: 'slow' }, async () => {
    const { said } = await tryServers(playedSettings(server))
    expect(said).toMatch(/^ok model: openai \(played\) answered in \d+ ms$/m)
    expect(said).toMatch(/^ok embeddings: played-embedding gives vectors of 64 dimensions$/m)
    expect(server.calls.map(({ path }) => path)).toEqual(['/chat/completions', '/embeddings'])
    const [call] = await database.db.selectFrom('ai_calls').selectAll().execute()
    expect(call).toMatchObject({ purpose: 'check', verdict: 'accepted', input_tokens: server.calls[0]?.inputTokens })
  })

  it('that fail are named with the setting to look at, and the rest is tried all the same', {
    tags: 'slow',
  }, async () => {
    server.mode = 'refuses'
    const env = { ...playedSettings(server), SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.se' }
    const { code, said } = await tryServers(env)
    expect(code).toBe(2)
    expect(said).toMatch(/^fault model: openai \(played\): HTTP 401: .*Check AI_API_KEY/m)
    expect(said).toMatch(/^fault embeddings: .*HTTP 401: .*Check EMBEDDING_API_KEY/m)
    expect(said).toMatch(/^fault mail: SMTP_URL: .*ECONNREFUSED/m)
    expect(said).toMatch(/^ok ours: .* has it$/m)
  })

  it('that are not set are said to be done without', { tags: 'slow' }, async () => {
    const { said } = await tryServers({})
    expect(said).toMatch(/^ok model: AI_PROVIDER is none: readers see excerpts/m)
    expect(said).toMatch(/^ok embeddings: EMBEDDING_PROVIDER is none: search works by keywords$/m)
    expect(said).toMatch(/^ok mail: SMTP_URL is not set: sign-in codes are written to the log/m)
  })
})

describe('everything', () => {
  const dataDir = () => join(folder, 'data')
  async function doctor(env: Record<string, string>) {
    const base = { DATA_DIR: dataDir(), SOURCES: 'none', PORT: '0', FETCH_ALLOW: '127.0.0.1/32' }
    const findings = await examine({ environment: { file: {}, process: { ...base, ...env } }, report: () => {} })
    return { code: exitCodeOf(findings), said: text(findings) }
  }
  const existingDatabase = async () => {
    const { address } = await testServer()
    return urlOf(databaseOn(address, String(database.address.database)))
  }

  it('is tried before the first start, and leaves nothing behind', { tags: 'slow' }, async () => {
    const { code, said } = await doctor({})
    expect(said).toMatch(/^ok database: not made yet/m)
    expect(said).toMatch(/^ok setting names: /m)
    expect(said).toMatch(/^warning publisher: /m)
    expect(said).toMatch(/^ok folders: /m)
    expect(said).toMatch(/^ok port: /m)
    expect(said).toMatch(/^ok language: /m)
    expect(said).toMatch(/^warning notices: No channel notifies you/m)
    expect(code).toBe(1)
    expect(existsSync(dataDir())).toBe(false)
  })

  it('goes on to the end with settings that are wrong', { tags: 'slow' }, async () => {
    const { code, said } = await doctor({
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'nginx',
      AI_PROVIDER: 'openai',
    })
    expect(code).toBe(2)
    expect(said).toMatch(/^fault settings: PORT: /m)
    expect(said).toMatch(/^fault settings: LOG_LEVEL: /m)
    expect(said).toMatch(/^fault settings: AI_MODEL: /m)
    expect(said).toMatch(/^fault settings: TRUST_PROXY: .*nginx/m)
    expect(said).toMatch(/^ok content: every file/m)
    expect(said).toMatch(/^ok disk: |^warning disk: /m)
  })

  it('is said as JSON too, with the same code', { tags: 'slow' }, async () => {
    const environment = { file: {}, process: { DATA_DIR: dataDir(), SOURCES: 'none', PORT: 'eighty' } }
    const { io, lines } = recordedIo()
    expect(await doctorCommand(io, { json: true, environment })).toBe(2)
    const { code, findings } = JSON.parse(lines.join('\n'))
    expect(code).toBe(2)
    const words = expect.stringContaining('PORT')
    expect(findings).toContainEqual({ check: 'settings', level: 'fault', text: words })
    expect(new Set(findings.flatMap((each: object) => Object.keys(each)))).toEqual(new Set(['check', 'level', 'text']))
  })

  it('names misspelt settings, and leaves other programs their names', async () => {
    const { checks } = checkSettings({
      process: { ADMIN_TOKN: 'x', HOSTNAME: 'h', HOME: '/', LC_ALL: 'C' },
      file: { DATADIR: 'x', BLAHA: '1' },
    })
    const output = await linesOf(checks, 'setting names')
    expect(output).toMatch(/^warning setting names: ADMIN_TOKN is not a setting: did you mean ADMIN_TOKEN\?$/m)
    expect(output).toMatch(/^warning setting names: \.env: DATADIR is not a setting: did you mean DATA_DIR\?$/m)
    expect(output).toMatch(/^warning setting names: \.env: BLAHA is not a setting\.$/m)
    expect(output).not.toMatch(/HOSTNAME|HOME|LC_ALL/)
  })

  it('finds a fault of the content by file and line, one for one missing colon', async () => {
    const content = join(folder, 'content')
    cpSync('content', content, { recursive: true })
    const breakLine = (name: string, pattern: RegExp, to: string) => {
      const lines = readFileSync(join(content, name), 'utf8').split('\n')
      const at = lines.findIndex((line) => pattern.test(line))
      lines[at] = lines[at]!.replace(pattern, to)
      writeFileSync(join(content, name), lines.join('\n'))
      return at + 1
    }
    const messages = breakLine('messages/sv.yaml', /^ {2}title: (.*)/, '  title $1')
    const zone = breakLine('site.yaml', /^timezone:.*/, 'timezone: Mars/Olympus')
    const output = await linesOf(contentChecks(parseConfig({ CONTENT_DIR: content })), 'content')
    const lines = output.split('\n').filter((line) => line.startsWith('fault content: '))
    expect(lines).toHaveLength(2)
    expect(output).toMatch(new RegExp(`^fault content: site\\.yaml:${zone}: timezone: must be a time zone`, 'm'))
    expect(output).toMatch(new RegExp(`^fault content: messages/sv\\.yaml:(${messages}|${messages + 1}): `, 'm'))
  })

  it('lets a site in a new language start in English, and says what is still to be written', {
    tags: 'slow',
  }, async () => {
    const content = join(folder, 'czech')
    cpSync('demo/bicycles/content', content, { recursive: true })
    const site = readFileSync(join(content, 'site.yaml'), 'utf8')
    writeFileSync(join(content, 'site.yaml'), site.replace(/^language: .*/m, 'language: cs'))
    const checks = contentChecks(parseConfig({ CONTENT_DIR: content }))
    expect(await linesOf(checks, 'content')).toMatch(
      /^warning content: messages\/cs\.yaml lacks [\d,]+ texts, said in English: layout\./m,
    )
    const lacks = (output: string) => [...output.matchAll(/^ok language: no (\S+): ./gm)].map(([, file]) => file)
    const texts = ['languages/cs.yaml', 'concepts/cs.yaml', 'search/cs.yaml', 'podcast/show.cs.yaml']
    expect(lacks(await linesOf(checks, 'language'))).toEqual(texts)
    const withModel = await doctor({ CONTENT_DIR: content, ...playedSettings(server) })
    expect(withModel.said).not.toMatch(/^fault content:/m)
    expect(lacks(withModel.said)).toEqual([...texts, 'prompts/summary.cs.md', 'exams/cs.jsonl'])
  })

  it.each([
    ['sv', /^ok language: sv has all that a language can have$/m],
    ['da', /^ok language: not yet read by a native speaker: languages\/da\.yaml, messages\/da\.yaml: ./m],
    ['da', /^ok language: no concepts\/da\.yaml: reports that say the same in other words are joined less often$/m],
    ['nn', /^ok language: no concepts\/nn\.yaml: ./m],
  ])('says of %s what it lacks, and the cost', async (language, line) => {
    const content = join(folder, `language-${language}`)
    cpSync('demo/bicycles/content', content, { recursive: true })
    const site = readFileSync(join(content, 'site.yaml'), 'utf8')
    writeFileSync(join(content, 'site.yaml'), site.replace(/^language: .*/m, `language: ${language}`))
    expect(await linesOf(contentChecks(parseConfig({ CONTENT_DIR: content })), 'language')).toMatch(line)
  })

  it('says of a port that another program has it, and of our own service that it runs', async () => {
    let status = 404
    const taken = await startSmallServer((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
    )
    const linesWith = (env: Record<string, string>) => linesOf(machineChecks(parseConfig(env)), 'port')
    const PORT = String(taken.port)
    expect(await linesWith({ PORT })).toMatch(
      /^fault port: PORT: .* is taken by another program: choose another port\.$/,
    )
    status = 200
    expect(await linesWith({ PORT })).toMatch(/^ok port: a service answers at /)
    await taken.close()
    expect(await linesWith({ HOST: '192.0.2.1', PORT: '3999' })).toMatch(/^fault port: HOST: 192\.0\.2\.1 is not/)
  })

  it('asks who answers for the site, until it is told', async () => {
    const linesWith = (env: Record<string, string>) =>
      linesOf(checkSettings({ file: {}, process: env }).checks, 'publisher')
    expect(await linesWith({})).toMatch(/^warning publisher: Set PUBLISHER_NAME and PUBLISHER_CONTACT: /)
    const contact = { PUBLISHER_NAME: 'Karin Ek', PUBLISHER_CONTACT: 'karin@exempel.se' }
    expect(await linesWith(contact)).toMatch(/^ok publisher: Karin Ek, karin@exempel.se$/)
  })

  it('says that a folder cannot be written', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const config = parseConfig({ DATA_DIR: join(file, 'data') })
    expect(await linesOf(machineChecks(config), 'folders')).toMatch(/^fault folders: DATA_DIR: .*a-file cannot/m)
  })

  it('tries the names and the network with the sources, counts what they have said of themselves, and changes nothing', {
    tags: 'slow',
  }, async () => {
    await seedFeed(database, {
      url: publisher.at('/feed.xml'),
      title: 'Frisk',
      last_fetched_at: new Date(),
      last_success_at: new Date(),
    })
    const failing = {
      last_fetched_at: new Date(),
      errors_in_row: 4,
      failing_since: new Date(),
      failure: 'missing' as const,
    }
    await seedFeed(database, { url: 'http://127.0.0.1:1/', title: 'Sjuk', ...failing })
    for (const status of ['paused', 'gone', 'removed'] as const)
      await seedFeed(database, { url: `http://127.0.0.1:2/${status}`, status })
    const everything = async () =>
      (
        await sql`select (select json_agg(f order by id) from feeds f) as feeds, (select count(*) from fetches) as visits,
        (select json_agg(t order by id) from tags t) as tags, (select count(*) from operator_actions) as acts,
        (select count(*) from notices) as notices`.execute(database.db)
      ).rows[0]
    const before = await everything()
    const list = join(folder, 'ny.opml')
    writeFileSync(list, '<opml><body><outline type="rss" text="Ny" xmlUrl="https://ny.example/"/></body></opml>')
    const { code, said } = await doctor({ DATABASE_URL: await existingDatabase(), SOURCES: list })
    expect(await everything()).toEqual(before)
    expect(said).toMatch(/^ok schema: of this version$/m)
    expect(said).toMatch(/^ok names: /m)
    expect(said).toMatch(/^warning network: 127\.0\.0\.1:1 could not be connected to/m)
    expect(said).not.toContain('127.0.0.1:2')
    expect(said).toMatch(/^ok clock: right within a minute$/m)
    expect(said).toMatch(/^warning sources: Sjuk \(id \d+\): never answered since /m)
    expect(said).toMatch(/^ok sources: 1 of 4 have answered/m)
    expect(code).toBe(1)
  })

  it('tells databases of later, earlier and other versions from one of another program', { tags: 'slow' }, async () => {
    const other = await openTestDatabase()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027')`.execute(other.db)
    await expect(migrate(other)).rejects.toThrow(/of a later version: it has the migration 9999-later/)
    await sql`update kysely_migration set name = '0003-zebra' where name = '9999-later'`.execute(other.db)
    await expect(migrate(other)).rejects.toThrow(/of another line of versions: it has the migration 0003-zebra/)
    await sql`update kysely_migration set name = '0001-feeds-and-articles' where name = '0001-baseline'`.execute(
      other.db,
    )
    await expect(migrate(other)).rejects.toThrow(/of a version before 0\.2\.0.*go by way of version 0\.2\.0/)
    await sql`drop table kysely_migration`.execute(other.db)
    expect(schemaError(await schemaState(other))).toMatch(/tables of another program/)
    await other.close()
  })
})

it('compares the clock with that of the publishers', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  expect(checkClock(now, at(20))).toBe('right within a minute')
  expect(checkClock(now, at(-90))).toMatchObject([{ level: 'warning' }])
  expect(checkClock(now, at(4000))).toMatchObject([{ level: 'fault', text: expect.stringContaining('4000 seconds') }])
  expect(checkClock(new Date(0), null)).toMatchObject([{ level: 'fault' }])
})
