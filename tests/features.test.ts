/** Features: each can be turned off, and then its code is not loaded and nothing speaks of it. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cwd } from 'node:process'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { examine } from '../src/app/doctor/doctor.ts'
import { startStages } from '../src/app/stages.ts'
import { buildProgram } from '../src/cli/program.ts'
import { parseConfig } from '../src/config.ts'
import { featureNames, selectFeatures } from '../src/features.ts'
import { parseCursor } from '../src/news/changes/change-types.ts'
import { listAddresses } from './support/addresses.ts'
import { CONTRACT_FEATURES, CONTRACT_TOOLS, contractRows } from './support/contract.ts'
import { COMMANDS, ifThere, isThere } from './support/features.ts'
import { operatorAt, signIn } from './support/people.ts'
import { recordedIo } from './support/recorded-io.ts'
import { isSweep } from './support/sweep.ts'
import { callMcp, startTestWeb, type TestWeb } from './support/web.ts'
import { seedWorld, thingsOf } from './support/worlds/agent.ts'

const ADMIN_TOKEN = 'a-token-that-nobody-guesses'

const folder = new URL('../src/features/', import.meta.url)

it('has a line for each folder', () => {
  expect(featureNames.toSorted()).toEqual(readdirSync(folder).sort())
  for (const name of featureNames) expect(existsSync(new URL(`${name}/index.ts`, folder))).toBe(true)
})

describe('FEATURES', () => {
  const [first = '', ...others] = featureNames
  const choices: [name: string, given: string, expected: readonly string[]][] = [
    ['nothing', '', featureNames],
    ['none', 'none', []],
    ['one by its name', first, [first]],
    ['all but one', `-${first}`, others],
  ]
  it.each(featureNames.length > 0 ? choices : choices.slice(0, 2))('takes %s', (_, given, expected) =>
    expect([...parseConfig({ FEATURES: given }).features]).toEqual(expect.arrayContaining([...expected])),
  )

  it.each([
    ['-nosuch', /there is no feature "nosuch"/],
    ['-none', /"none" stands alone/],
    [`none,${first}`, /"none" stands alone/],
    [`-${first},${others[0]}`, /either name what is wanted, or put a minus/],
  ])('refuses %s', (given, message) => expect(() => parseConfig({ FEATURES: given })).toThrow(message))

  it('leaves out what needs a feature that is off', () => expect([...selectFeatures(['none'])]).toEqual([]))
})

/** Addresses that only a feature has. */
const ADDRESSES: Record<string, string[]> = {
  alerts: [
    ...['/konto/alerts', `/utskick/alerts/${'a'.repeat(32)}`, '/api/v1/me/alerts', '/api/v1/me/alerts/quiet'],
    ...['/api/v1/me/push-subscriptions', '/api/v1/me/webhooks'],
  ],
  calibration: ['/admin/line'],
  corrections: ['/rattelser'],
  'edition-mail': ['/konto/letters', `/utskick/${'a'.repeat(32)}`, `/utskick/${'a'.repeat(32)}/yes`],
  editions: ['/konto/own-feed'],
  oauth: ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server', '/konto/connect'],
  webhooks: ['/admin/webhooks'],
  websub: [],
  'publisher-record': ['/utgivare', '/api/v1/publishers', '/admin/pairs'],
  'google-reader': [
    '/accounts/ClientLogin',
    '/reader/api/0/token',
    '/reader/atom/user/-/state/com.google/reading-list',
    '/api/v1/me/app-passwords',
  ],
  quality: ['/kvalitet', '/kvalitet.md', '/api/v1/quality'],
  exams: ['/admin/exams'],
  guides: ['/guider', '/kop-nu-eller-vanta', '/api/v1/guides', '/admin/rumors'],
  podcast: ['/podd', '/podd.rss', '/podd/cover.jpg', '/api/v1/podd_episodes'],
}

/** Of all sites, whatever is on. */
const CONTRACT = ['/', '/entries.json', '/api/v1/entries', '/llms.txt', '/feeds', '/entries.rss', '/sok?q=a']

/** Settings that have features speak. */
const SPEAKING = { FEDIVERSE: 'on' }

/** Send, and say nothing of themselves. */
const SILENT = ['bluesky']

/** Words of a feature, and some of the places that have them where it is on. */
const WORDS: Record<string, { words: RegExp; places: string[]; beside?: string[] }> = {
  guides: {
    // A publisher's record has the rumors of guides.
    beside: ['publisher-record'],
    // The API's reference has guides for programmers.
    words: /(?<!docs\/)guide(?!s<\/h2>)|rumors|rykten/i,
    places: [
      ...['/', '/status', '/sitemap-pages.xml', '/llms.txt', '/api/v1/openapi.json', '/api/docs', '/admin'],
      ...['changes', 'site.css', 'tools/list', 'resources/list', 'resources/templates/list', 'commands', 'doctor'],
    ],
  },
  podcast: {
    words: /podd|podcast|podkast|episod|avsnitt/i,
    places: [
      ...['/', '/om', '/sitemap-pages.xml', '/llms.txt', '/api/v1/openapi.json', '/api/docs', '/admin'],
      ...['changes', 'site.css', 'tools/list', 'resources/list', 'resources/templates/list'],
      ...['commands', 'doctor'],
    ],
  },
  'google-reader': {
    words: /netnewswire|google reader|app.password|#apps|>Läsappar</i,
    places: ['/konto/settings', '/konto/apps', '/api/v1/openapi.json', '/api/docs'],
  },
  'edition-mail': {
    // Letters of alerts are theirs.
    words: /\/letters|utskick(?!\/alerts)|editionMail|utgåvan? som mejl/,
    places: ['/konto', '/konto/settings', '/konto/export.json'],
  },
  editions: {
    words: /own-feed|personalFeed|spokenEditions/,
    places: ['/konto', '/konto/settings', '/konto/export.json'],
  },
  quality: {
    words: /kvalitet|(?<!e)quality|\/checks/i,
    places: ['/', '/om', '/sitemap-pages.xml', '/llms.txt', '/api/v1/openapi.json', '/api/docs'],
  },
  corrections: {
    words: /rattelser|correction\.|CorrectionChange/i,
    places: ['/', '/om', '/sitemap-pages.xml', '/api/v1/openapi.json'],
  },
  alerts: {
    words: /\/alerts|"alerts?"|alerts\.js|data-(?:alert|push)|pushManager|push-sub|alerted of|[Nn]otis/,
    places: [
      ...['/api/v1/openapi.json', '/api/docs', '/sok?q=a', '/sw.js', 'site.js'],
      ...['/konto', '/konto/settings', '/konto/export.json', 'tools/list'],
      ...ifThere('webhooks', '/admin/webhooks', 'commands'),
    ],
  },
  webhooks: { words: /\/admin\/webhooks|addresses that are notified/, places: ['/admin', 'commands'] },
  calibration: { words: /admin\/line|clusters calibrate/, places: ['/admin', 'commands'] },
  exams: { words: /admin\/exams|models exam\b/, places: ['/admin', 'commands'] },
  export: { words: /the public site as files/, places: ['commands'] },
  fediverse: { words: /fediver|mastodon|activitypub|webfinger/i, places: ['/.well-known/nodeinfo', 'doctor'] },
  import: { words: /Miniflux|Feedly/, places: ['commands'] },
  oauth: { words: /oauth\/|konto\/connect/, places: ['/.well-known/oauth-authorization-server'] },
  'publisher-record': {
    words: /\/(?:publishers|utgivare)\b|admin\/pairs|\/record\b|PublisherRecord/,
    places: ['/admin', '/api/v1/openapi.json', '/api/docs'],
  },
  topic: { words: /topic (?:new|check)/, places: ['commands'] },
  websub: { words: /websub|rel="?hub|"hubs"/i, places: ['/entries.rss', '/entries.atom', '/feed.json'] },
}

/** `FEATURES` without it and what else has its words. Each is left out alone in a sweep, and otherwise with every second one. */
function without(name: string): string {
  const at = featureNames.indexOf(name)
  const isOff = (one: string, place: number) =>
    one === name || WORDS[name]?.beside?.includes(one) || !(isSweep || (place - at) % 2)
  return featureNames.flatMap((one, place) => (isOff(one, place) ? [`-${one}`] : [])).join()
}

const isText = (type: unknown) => /^text\/|json|xml|javascript/.test(String(type))

/** Answers of a site, by their addresses: its own words, and those of one article, event, story, source and topic. */
async function answersOf(web: TestWeb): Promise<Map<string, string>> {
  const world = await seedWorld(web)
  // No limit is ever reached.
  await sql`create rule forget as on insert to rate_hits do instead nothing`.execute(web.database.db)
  const operator = await operatorAt(web, ADMIN_TOKEN)
  const { token } = await signIn(web, 'ann@site.example')
  const session = { cookie: `konto=${token}`, authorization: `Bearer ${token}` }
  const answers = new Map<string, string>()
  const { next } = (await web.app.inject('/api/v1/changes')).json()
  const { epoch } = parseCursor(next) ?? { epoch: '' }
  const listed = listAddresses(web.app, thingsOf(world, 'x'.repeat(32))).map(({ url }) => url)
  const documents = ['bot', 'reader-app', 'agent'].map((name) => `/api/docs/guides/${name}`)
  const changes = `/api/v1/changes?after=${epoch}-0&limit=500`
  for (const url of [
    ...listed,
    ...documents,
    '/api/docs',
    '/.well-known/oauth-authorization-server',
    '/sw.js',
    '/nope',
    '/sok?q=a',
    '/kvalitet',
    changes,
  ]) {
    const isPersonal = /^\/(?:konto|api\/v1\/me)/.test(url)
    const answer = url.startsWith('/admin')
      ? await operator.get(url)
      : await web.app.inject({ url, ...(isPersonal && { headers: session }) })
    const { link = '', vary: _, ...headers } = answer.headers
    if (isText(headers['content-type'])) answers.set(url === changes ? 'changes' : url, `${link}\n${answer.body}`)
  }
  const assets = /\/assets\/[0-9a-f]+\//.exec(answers.get('/') ?? '')?.[0]
  for (const name of ['site.css', 'site.js', 'admin.css'])
    answers.set(name, (await web.app.inject(`${assets}${name}`)).body)
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])
    answers.set(method, JSON.stringify(await callMcp(web, token, method, {})))
  return answers
}

const helpOf = (command: Command): string =>
  [command.helpInformation(), ...command.commands.map((one) => helpOf(one))].join('\n')

interface Site {
  texts: Map<string, string>
  /** By address. */
  statuses: Map<string, number>
}

/** A site with `FEATURES`: all its texts, and whether it has the addresses of features and of the contract. */
async function readSite(FEATURES: string): Promise<Site> {
  const web = await startTestWeb({ ADMIN_TOKEN, FEATURES, ...SPEAKING })
  const texts = await answersOf(web)
  const statuses = new Map<string, number>()
  for (const url of [...Object.values(ADDRESSES).flat(), ...CONTRACT])
    statuses.set(url, (await web.app.inject({ url })).statusCode)
  await web.close()
  vi.stubEnv('FEATURES', FEATURES)
  // Vite sets its own.
  vi.stubEnv('BASE_URL', '')
  texts.set('commands', helpOf(await buildProgram(recordedIo().io, () => {})))
  const findings: object[] = []
  const process = { FEATURES, DATA_DIR: web.config.DATA_DIR, SOURCES: 'none' }
  await examine({ environment: { file: {}, process }, report: (finding) => findings.push(finding) })
  texts.set('doctor', JSON.stringify(findings).replaceAll(cwd(), ''))
  vi.unstubAllEnvs()
  return { texts, statuses }
}

const sites = new Map<string, Promise<Site>>()
const siteWith = (FEATURES: string): Promise<Site> => {
  const site = sites.get(FEATURES) ?? readSite(FEATURES)
  sites.set(FEATURES, site)
  return site
}

it.each(Object.entries(ADDRESSES).filter(([name]) => isThere(name)))(
  '%s has its addresses alone',
  { tags: 'slow' },
  async (name, addresses) => {
    const [on, off] = [await siteWith(''), await siteWith(without(name))]
    for (const url of addresses) {
      expect(on.statuses.get(url), url).not.toBe(404)
      expect(off.statuses.get(url), url).toBe(404)
      expect(on.texts.get('/admin')?.includes(`"${url}"`), url).toBe(url.startsWith('/admin/'))
      expect(off.texts.get('/admin')).not.toContain(`"${url}"`)
    }
    for (const url of CONTRACT) expect(off.statuses.get(url), url).toBe(200)
  },
)

it('each feature has its words', () =>
  expect(featureNames.filter((name) => !WORDS[name])).toEqual(SILENT.filter(isThere)))

describe.each(Object.entries(WORDS).filter(([name]) => featureNames.includes(name)))(
  '%s',
  (name, { words, places }) => {
    const speakers = async (FEATURES: string) =>
      [...(await siteWith(FEATURES)).texts].flatMap(([where, text]) => (words.test(text) ? [where] : []))

    it('is spoken of where it is on', { tags: 'slow' }, async () =>
      expect(await speakers('')).toEqual(expect.arrayContaining(places)),
    )

    it.each([without(name), 'none'])('is not spoken of with FEATURES=%s', { tags: 'slow' }, async (FEATURES) =>
      expect(await speakers(FEATURES)).toEqual([]),
    )
  },
)

it.each(Object.entries(COMMANDS).filter(([name]) => featureNames.includes(name)))(
  '%s has its commands alone',
  async (name, commands) => {
    for (const [given, isThere] of [
      ['', true],
      [`-${name}`, false],
    ] as const) {
      vi.stubEnv('FEATURES', given)
      const program = await buildProgram(recordedIo().io, () => {})
      vi.unstubAllEnvs()
      for (const command of commands) expect(isCommand(program, command.split(' ')), command).toBe(isThere)
    }
  },
)

const isCommand = ({ commands }: Command, [first, ...rest]: string[]): boolean =>
  first === undefined || commands.some((one) => one.name() === first && isCommand(one, rest))

it.each([...new Set(['none', CONTRACT_FEATURES])])(
  'answers what is left of the contract with FEATURES=%s',
  { tags: 'slow' },
  async (FEATURES) => {
    const web = await startTestWeb({ FEATURES })
    const isOn = (feature = '') => feature === '' || web.config.features.has(feature)
    // The stages of such a site start and end too.
    await (await startStages(web.services)).close()
    const world = await seedWorld(web)
    for (const { method, url, status, feature } of contractRows(world))
      expect((await web.app.inject({ method, url })).statusCode, url).toBe(isOn(feature) ? status : 404)
    for (const url of CONTRACT) expect((await web.app.inject({ url })).statusCode, url).toBe(200)
    const { tools } = await callMcp(web, null, 'tools/list', {})
    const names: string[] = tools.map(({ name }: { name: string }) => name)
    for (const [feature, expected] of Object.entries(CONTRACT_TOOLS))
      expect(names.filter((name) => expected.includes(name)).toSorted()).toEqual(
        isOn(feature) ? expected.toSorted() : [],
      )
    await web.close()
  },
)

it('loads no code of what is off', { tags: 'slow' }, async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load: (url, context, next) => {
      const [, inner] = /\\/src\\/features\\/(.*)$/.exec(url) ?? []
      if (inner) seen.push(inner)
      return next(url, context)
    } })
    const { loadFeatures } = await import('./src/features.ts')
    const { parseConfig } = await import('./src/config.ts')
    await import('./src/web.ts')
    await import('./src/app/stages.ts')
    await import('./src/cli/program.ts')
    await import('./src/app/doctor/doctor.ts')
    await loadFeatures(parseConfig({ FEATURES: 'none' }))
    await (await import('./src/cli/program.ts')).buildProgram({}, () => {})
    console.log(JSON.stringify(seen))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, FEATURES: 'none' },
  })
  const seen = JSON.parse(stdout) as string[]
  expect(seen.filter((file) => !file.endsWith('/settings.ts'))).toEqual([])
})
