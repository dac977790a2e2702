/** The first-run page: from the first form to a valid folder, and who may not open it. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, urlOf } from '../../../tests/support/database.ts'
import { ifThere } from '../../../tests/support/features.ts'
import { type ModelServer, startModelServer } from '../../../tests/support/played/model.ts'
import { type Publisher, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import { contentViolations, readContent } from '../../app/content.ts'
import { buildFirstRun, type FirstRun } from '../../app/start.ts'
import { buildSetup, isUnset } from '../../app/topic/setup.ts'
import { parseConfig } from '../../config.ts'
import { classify } from '../../news/articles/rules/classify.ts'
import { parseOpml } from '../../news/feeds/formats/opml.ts'
import type { Database } from '../../platform/database/database.ts'

/** Title of the feed → its headlines; the last one is an attacker's. */
const FEEDS: Record<string, string[]> = {
  Cykelbladet: [
    'Ny cykelsti over Lillebælt åbner i maj',
    'Holdet Velora henter Anna Holm til Tour of Fyn',
    'Håndbold: Odense vandt igen over Esbjerg',
  ],
  Radnachrichten: [
    'Velora ruft die Kettenblätter zurück',
    'Anna Holm fährt für Velora bei der Tour of Fyn',
    'Fußball: Hamburg verliert gegen Bremen',
  ],
  'Ond <script>pwned()</script>': ['So <img src=x onerror=pwned()>', '"><script>pwned()</script> in Velora\'"><b>'],
}
const ABOUT = /cyk|rad|velora|tour of/i

const config = parseConfig({ FETCH_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'silent' })
const publishers: Publisher[] = []
const sources = () => publishers.map((publisher) => publisher.at('/feed.xml'))
let folder: string
let run: FirstRun
/** Of every form. */
let token: string

beforeAll(async () => {
  vi.stubEnv('BASE_URL', 'http://localhost:3000')
  for (const [title, headlines] of Object.entries(FEEDS)) {
    const publisher = await startPublisher()
    const items = headlines.map((headline, at) => ({ title: escaped(headline), link: publisher.at(`/${at}`) }))
    publisher.serve('/feed.xml', { body: rssDocument(escaped(title), items) })
    publishers.push(publisher)
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const publisher of publishers) await publisher.close()
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-start-'))
  run = buildFirstRun(config, folder)
  token = tokenIn(await open('/start'))
})
afterEach(async () => {
  await run.app.close()
  rmSync(folder, { recursive: true })
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const content = () => join(folder, 'content')
const open = (url: string, options: InjectOptions = {}) => run.app.inject({ url, ...options })
const tokenIn = (page: LightMyRequestResponse) => /name="form" value="([^"]+)"/.exec(page.body)?.[1] ?? ''

type Fields = Record<string, string | string[]>
const encoded = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, all]) => [all].flat().map((one): [string, string] => [name, one])),
  ).toString()

async function post(url: string, fields: Fields, options: InjectOptions = {}) {
  const form = { form: token, ...fields }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...options.headers }
  return open(url, { method: 'POST', ...options, headers, payload: encoded(form) })
}

/** Sends a form and follows where it leads. */
async function step(url: string, fields: Fields) {
  const answer = await post(url, fields)
  expect([url, answer.statusCode, answer.body.slice(0, 0)]).toEqual([url, 303, ''])
  return open(String(answer.headers.location))
}

/** By their values, of what a page lists: `title → value`. */
const valuesOf = (page: LightMyRequestResponse, pattern: RegExp) =>
  new Map([...page.body.matchAll(pattern)].map(([, value = '', title = '']) => [title, value]))

async function upToFeeds() {
  await step('/start', { topic: 'Cykler', name: 'Hjulet', language: 'da', words: 'cykel*, Radweg*' })
  return step('/start/sources', { addresses: sources().join('\n') })
}

it('leads from form to form to a folder without a fault', { tags: 'slow' }, async () => {
  const first = await open('/start')
  expect(first.body).toMatch(/Step 1 of 7/)
  const feeds = await upToFeeds()
  expect(feeds.body).toMatch(/Cykelbladet[\s\S]*Ny cykelsti[\s\S]*Radnachrichten/)
  const tags = await step('/start/feeds', { feed: ['0', '1', '2'], only: '0' })
  const proposed = valuesOf(tags, /name="name-(\d+)" value="([^"]*)"/g)
  expect([...proposed.keys()]).toEqual(expect.arrayContaining(['Velora', 'Anna Holm', 'Tour of Fyn']))
  const [velora, holm] = [String(proposed.get('Velora')), String(proposed.get('Anna Holm'))]
  const headlines = await step('/start/tags', { tag: [velora, holm], [`name-${holm}`]: 'A. Holm' })
  const titles = valuesOf(headlines, /<p id="headline-(\d+)">([^<]*)</g)
  expect(titles.size).toBe(8)
  const answers = [...titles].map(([title, at]) => [`about-${at}`, ABOUT.test(title) ? 'yes' : 'no'])
  const site = await step('/start/headlines', Object.fromEntries(answers))
  expect(site.body).toMatch(/precision \d+ of \d+ \(\d+–\d+ %\), recall \d+ of \d+/)
  expect(existsSync(content())).toBe(false)
  for (const page of [feeds, tags, headlines, site]) expect(page.body).not.toMatch(/<script|<img|<b>/)

  const model = await step('/start/site', {
    PUBLISHER_NAME: 'Anna Holm',
    PUBLISHER_CONTACT: 'anna@example.org',
    colour: '#1d4ed8',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Hjulet <hjulet@example.org>',
  })
  expect(model.body).toMatch(/Step 7 of 7[\s\S]*The site is written/)
  // The topic stays as it was written.
  for (const url of PAGES.slice(0, -1))
    for (const answer of [await open(url), await post(url, { topic: 'Andet' })])
      expect([url, answer.headers.location]).toEqual([url, '/start/model'])
  const done = await post('/start/model', { act: 'without' })
  expect([done.statusCode, done.body]).toEqual([
    200,
    expect.stringMatching(/content\/site\.yaml[\s\S]*\.env[\s\S]*href="\/"/),
  ])
  const settings = {
    PUBLISHER_NAME: 'Anna Holm',
    PUBLISHER_CONTACT: 'anna@example.org',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Hjulet <hjulet@example.org>',
  }
  expect(parseEnv(readFileSync(join(folder, '.env'), 'utf8'))).toEqual(settings)
  expect(await run.written).toEqual(settings)

  expect(contentViolations(content())).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['.env', 'content'])
  const read = readContent(content())
  expect(read.site).toMatchObject({ name: 'Hjulet', topic: 'Cykler', language: 'da' })
  const list = parseOpml(readFileSync(join(content(), 'sources.opml'), 'utf8')).sources
  expect(list.map(({ url, relevance }) => [url, relevance])).toEqual([
    [sources()[0], 'all'],
    [sources()[1], 'model'],
    [sources()[2], 'model'],
  ])
  const judge = (title: string) => classify(read.rules, { title, text: '', feedRelevance: 'model' })
  expect(judge('Anna Holm vandt').tagSlugs).toEqual(['a-holm', 'cykler'])
  expect(judge('Håndbold i Odense').relevant).toBe(false)
  expect(readFileSync(join(content(), 'brand/favicon.svg'), 'utf8')).toContain('#1d4ed8')
})

/** Through every form, as a visitor fills them in. */
async function through(upTo: string) {
  const forms: [string, Fields][] = [
    ['/start', { topic: 'Cykler', name: 'Hjulet', language: 'da', words: 'cykel*' }],
    ['/start/sources', { addresses: sources().join('\n') }],
    ['/start/feeds', { feed: ['0', '1'], only: '0' }],
    ['/start/tags', { tag: ['0'], 'name-0': 'Valgt' }],
    ['/start/headlines', { 'about-1': 'no' }],
  ]
  for (const [url, fields] of forms) {
    if (url === upTo) return
    await step(url, fields)
  }
}

/** A form's fields as a browser would send them. */
function filledIn({ body }: LightMyRequestResponse): string[] {
  const input = [...body.matchAll(/<input ([^>]*)>/g)].map(([, attributes = '']) => {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    const isOn = !/type="(?:checkbox|radio)"/.test(attributes) || / checked/.test(attributes)
    return isOn && of('type') !== 'hidden' && of('value') ? [`${of('name')}=${of('value')}`] : []
  })
  const text = [...body.matchAll(/<textarea id="(\w+)"[^>]*>\n([^<]*)</g)].map(([, name, value]) => [
    `${name}=${value}`,
  ])
  const selected = [...body.matchAll(/<option value="(\w+)"[^>]* selected/g)].map(([, value]) => [`option=${value}`])
  return [...input, ...text, ...selected].flat()
}

describe('the way back', () => {
  it.each<[url: string, before: string, entered: Fields, shown: string[]]>([
    ['/start/sources', '/start', { addresses: 'half an addr' }, ['addresses=half an addr']],
    ['/start/feeds', '/start/sources', { feed: ['1'], only: ['1'] }, ['feed=1', 'only=1']],
    ['/start/feeds', '/start/sources', {}, []],
    ['/start/tags', '/start/feeds', { tag: ['1'], 'name-1': 'Mit navn' }, ['tag=1', 'name-1=Mit navn']],
    ['/start/headlines', '/start/tags', { 'about-2': 'no' }, ['about-2=no']],
    [
      '/start/site',
      '/start/headlines',
      { PUBLISHER_NAME: 'Anna', SMTP_URL: 'smtp://u:p@127.0.0.1', colour: '#0f766e' },
      ['PUBLISHER_NAME=Anna', 'colour=#0f766e', 'SMTP_URL=smtp://u:p@127.0.0.1'],
    ],
  ])('from %s leads to %s and keeps %j', { tags: 'slow' }, async (url, before, entered, shown) => {
    await through(url)
    expect((await open(url)).body).toMatch(/name="back" value="yes" formnovalidate/)
    const answer = await post(url, { ...entered, back: 'yes' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, before])
    const stored = filledIn(await open(url)).filter((one) => !/^name-/.test(one) || shown.includes(one))
    expect(stored).toEqual(shown.length > 0 ? expect.arrayContaining(shown) : [])
    expect(stored.filter((one) => /^(?:feed|only|tag|about-\d+)=/.test(one))).toEqual(
      shown.filter((one) => /^(?:feed|only|tag|about-\d+)=/.test(one)),
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('through all forms and on again keeps what every one of them has', { tags: 'slow' }, async () => {
    await through('')
    const urls = PAGES.slice(0, -1)
    const shown = async () => Promise.all(urls.map(async (url) => [url, filledIn(await open(url))]))
    const before = await shown()
    for (const url of urls.slice(1).toReversed()) {
      const fields = filledIn(await open(url)).map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string])
      const many = Map.groupBy(fields, ([name]) => name)
      const form = Object.fromEntries([...many].map(([name, all]) => [name, all.map(([, value]) => value)]))
      await post(url, { ...form, back: 'yes' })
    }
    expect(await shown()).toEqual(before)
    await through('')
    expect(await shown()).toEqual(before)
  })

  it('is not there on the first form, nor once the site is written', { tags: 'slow' }, async () => {
    expect((await open('/start')).body).not.toContain('name="back"')
    await through('')
    expect((await step('/start/site', { colour: '#1d4ed8' })).body).not.toContain('name="back"')
  })
})

it('has the languages of the content by their own names', async () => {
  const { body } = await open('/start')
  const list = [...body.matchAll(/<option value="(\w*)"[^>]*>([^<]+)</g)].map(([, code, name]) => `${code} ${name}`)
  expect(list[0]).toBe(' That of the first source')
  expect(list).toEqual(expect.arrayContaining(['da dansk', 'de Deutsch', 'en English', 'sv svenska']))
  expect(list).toHaveLength(13)
})

it('takes a headline to be about the topic unless it is crossed out', async () => {
  await through('/start/headlines')
  const page = await open('/start/headlines')
  expect(page.body.match(/type="checkbox" name="about-\d+" value="no"/g)).toHaveLength(6)
  expect(page.body).not.toContain(' checked')
  const site = await step('/start/headlines', { 'about-5': 'no' })
  expect(site.body).toMatch(/recall \d of 5/)
})

it('ticks frequent tags, and proposes none that is the topic itself', async () => {
  const publisher = await startPublisher()
  const titles = [1, 2, 3].map((n) => `Nu vinder Velora løb ${n} for Cykler, siger Holm`)
  const items = [...titles, 'Nu taler Tandem med Velora', 'Nu vil Tandem mere'].map((title, at) => ({
    title,
    link: publisher.at(`/${at}`),
  }))
  publisher.serve('/feed.xml', { body: rssDocument('Nyt', items) })
  await step('/start', { topic: 'Cykler' })
  await step('/start/sources', { addresses: publisher.at('/feed.xml') })
  await publisher.close()
  const page = await step('/start/feeds', { feed: '0' })
  const rows = [...page.body.matchAll(/name="tag" value="\d"( checked)?>[\s\S]*?name="name-\d" value="([^"]+)"/g)]
  expect(rows.map(([, isOn, name]) => [name, isOn !== undefined])).toEqual([
    ['Velora', true],
    ['Holm', true],
    ['Tandem', false],
  ])
})

it.each(['none', '/srv/other.opml'])(
  'warns on the way that chosen sources are not read with SOURCES=%s',
  { tags: 'slow' },
  async (value) => {
    vi.stubEnv('SOURCES', value)
    await run.app.close()
    run = buildFirstRun(config, folder)
    token = tokenIn(await open('/start'))
    const warning = new RegExp(`role="status">SOURCES=${value} is set: [^<]*Take SOURCES out of .env`)
    expect((await open('/start')).body).not.toMatch(warning)
    await through('')
    for (const url of ['/start/sources', '/start/feeds', '/start/site'])
      expect([url, (await open(url)).body]).toEqual([url, expect.stringMatching(warning)])
    expect((await step('/start/site', { colour: '#1d4ed8' })).body).toMatch(warning)
    expect((await post('/start/model', { act: 'without' })).body).toMatch(warning)
    vi.stubEnv('SOURCES', undefined)
  },
)

it('masks every secret', { tags: 'slow' }, async () => {
  const masked: string[] = []
  await through('')
  for (const url of PAGES.slice(0, -1)) masked.push(...maskedIn((await open(url)).body))
  const model = await step('/start/site', { colour: '#1d4ed8', ADMIN_TOKEN: 'a console of 16 letters' })
  masked.push(...maskedIn(model.body))
  expect(masked).toEqual(['ADMIN_TOKEN new-password', 'SMTP_URL new-password', 'key new-password'])
  expect((await post('/start/model', { act: 'without' })).body).toMatch(/console is at <a href="\/admin">/)
  expect(env()).toMatchObject({ ADMIN_TOKEN: 'a console of 16 letters' })
})

const maskedIn = (body: string): string[] =>
  [...body.matchAll(/name="(\w+)" type="password"[^>]*autocomplete="([\w-]+)"/g)].map(([, ...all]) => all.join(' '))

describe('the sources', () => {
  const opml = () =>
    `<opml version="2.0"><body>${sources()
      .map((url) => `<outline text="x" xmlUrl="${url}"/>`)
      .join('')}</body></opml>`

  it('come from a list that is pasted', async () => {
    await step('/start', { topic: 'Cykler' })
    expect((await step('/start/sources', { addresses: ` ${opml()}` })).body).toContain('Radnachrichten')
  })

  it('come from a file', async () => {
    await step('/start', { topic: 'Cykler' })
    const form = new FormData()
    form.set('form', tokenIn(await open('/start')))
    form.set('addresses', '')
    form.set('file', new Blob([opml()]), 'list.opml')
    const { headers, body } = new Request('http://localhost/', { method: 'POST', body: form })
    const payload = Buffer.from(await new Response(body).arrayBuffer())
    const type = String(headers.get('content-type'))
    const answer = await open('/start/sources', { method: 'POST', headers: { 'content-type': type }, payload })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/start/feeds'])
    expect((await open('/start/feeds')).body).toContain('Radnachrichten')
    // A browser sends a file once.
    expect(filledIn(await open('/start/sources'))).toEqual([`addresses=${sources().join('\n')}`])
  })
})

it('leads on where a source has nothing to show yet', { tags: 'slow' }, async () => {
  const publisher = await startPublisher()
  publisher.serve('/feed.xml', { body: rssDocument('Ny', []) })
  await step('/start', { topic: 'Cykler' })
  await step('/start/sources', { addresses: publisher.at('/feed.xml') })
  await publisher.close()
  expect((await step('/start/feeds', { feed: '0' })).body).toContain('repeat no name')
  expect((await step('/start/tags', {})).body).toContain('no headline to judge')
  expect((await step('/start/headlines', {})).body).toContain('Step 6')
  expect((await step('/start/site', { colour: '#1d4ed8' })).body).toContain('Step 7')
  expect(contentViolations(content())).toEqual([])
})

it('begins again after the steps that new sources make void', async () => {
  await upToFeeds()
  await step('/start/feeds', { feed: ['0', '1'] })
  await step('/start/sources', { addresses: String(sources()[1]) })
  for (const url of ['/start/tags', '/start/headlines', '/start/site'])
    expect([url, (await open(url)).headers.location]).toEqual([url, '/start'])
})

/** A form that is refused is shown again, with what was written in it. */
it.each<[path: string, fields: Fields, status: number, sentence: RegExp, shown?: string]>([
  ['/start', { topic: ' ', name: 'Mit <b>' }, 422, /Write what the site is about/, 'Mit &lt;b&gt;'],
  ['/start', { topic: 'x', language: 'not a language' }, 422, /is no language/, 'not a language'],
  ['/start', { topic: 'x', language: 'danish' }, 422, /is no language/],
  ['/start', { topic: 'x'.repeat(600) }, 400, /longer than 500/],
  [
    '/start/sources',
    { addresses: 'http://127.0.0.1:1/' },
    422,
    /No feed was found[\s\S]*127\.0\.0\.1:1/,
    'http://127.0.0.1:1/',
  ],
  ['/start/sources', { addresses: '<opml' }, 400, /Unreadable OPML/],
  ['/start/sources', { addresses: '/etc/passwd' }, 422, /No feed was found/],
  [
    '/start/sources',
    { addresses: Array.from({ length: 101 }, (_, at) => `a${at}.example`).join(' ') },
    400,
    /At most 100/,
  ],
  ['/start/feeds', {}, 422, /Tick at least one/],
  ['/start/feeds', { feed: ['99', 'x'] }, 422, /Tick at least one/],
])('%s refuses %j', async (path, fields, status, sentence, written = '') => {
  if (path !== '/start') await upToFeeds()
  const answer = await post(path, fields)
  expect([answer.statusCode, answer.body]).toEqual([status, expect.stringMatching(sentence)])
  expect(answer.body).toContain(written)
  expect(readdirSync(folder)).toEqual([])
})

describe('the last form', () => {
  beforeEach(async () => {
    await upToFeeds()
    await step('/start/feeds', { feed: ['0', '1'] })
  })

  it.each<[string, Fields, RegExp]>([
    ['a setting that the service would not start with', { SMTP_URL: 'mail.example.org' }, /SMTP_URL: must begin with/],
    ['half of two settings', { SMTP_URL: 'smtp://127.0.0.1:1' }, /MAIL_FROM: needed/],
    ['what .env cannot hold', { PUBLISHER_NAME: `'a' "b" \`c\`` }, /\.env cannot hold this value of PUBLISHER_NAME/],
    ['a colour that is none', { colour: 'red' }, /&quot;red&quot; is no colour/],
  ])('writes nothing for %s', { tags: 'slow' }, async (_, fields, sentence) => {
    const answer = await post('/start/site', { colour: '#1d4ed8', ...fields })
    expect([answer.statusCode >= 400, answer.body]).toEqual([true, expect.stringMatching(sentence)])
    expect(readdirSync(folder)).toEqual([])
  })

  it('never takes the place of a folder that is there', async () => {
    mkdirSync(content())
    writeFileSync(join(content(), 'mine.txt'), 'mine')
    const answer = await post('/start/site', { colour: '#1d4ed8' })
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('is there already')])
    expect(readdirSync(content())).toEqual(['mine.txt'])
  })

  it('is written once after it was refused, however often it is sent', { tags: 'slow' }, async () => {
    expect((await post('/start/site', { PUBLISHER_NAME: `'a' "b" \`c\`` })).statusCode).toBeGreaterThanOrEqual(400)
    const answers = await Promise.all([1, 2, 3].map(() => post('/start/site', { colour: '#1d4ed8' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(contentViolations(content())).toEqual([])
  })
})

/** Up to the form for a model. */
async function upToModel(text = TEXT) {
  await step('/start', { topic: 'Cycling', name: 'The Wheel', language: 'en' })
  const feed = publishers[0]
  feed?.serve('/long.xml', { body: rssDocument('Langt', [{ title: LONG, link: feed.at('/long'), description: text }]) })
  await step('/start/sources', { addresses: feed?.at('/long.xml') ?? '' })
  await step('/start/feeds', { feed: '0', only: '0' })
  return step('/start/site', { colour: '#1d4ed8', PUBLISHER_NAME: 'Anna' })
}

const LONG = 'Ny cykelsti over Lillebælt'
const TEXT = Array.from(
  { length: 12 },
  (_, at) => `Sætning nummer ${at + 1} om den nye cykelsti fortæller noget om broen og vejen mellem byerne.`,
).join(' ')

/** Waits until the trial is over. */
async function tried() {
  const answer = async () => (await open('/start/model')).body
  await vi.waitFor(async () => expect(await answer()).not.toContain('At work'), { timeout: 30_000, interval: 100 })
  return answer()
}

const env = () => parseEnv(readFileSync(join(folder, '.env'), 'utf8'))

describe('a model', () => {
  let model: ModelServer
  let database: Database
  beforeEach(async () => {
    model = await startModelServer()
    database = await openTestDatabase({ alone: true })
    vi.stubEnv('DATABASE_URL', urlOf(database.address))
    vi.stubEnv('AI_TIMEOUT', '1')
    vi.stubEnv('LOG_LEVEL', 'silent')
  })
  afterEach(async () => {
    for (const name of ['DATABASE_URL', 'AI_TIMEOUT', 'LOG_LEVEL']) vi.stubEnv(name, undefined)
    await model.close()
    await database.close()
  })

  it('is tried on an article of the site and by exams, used, and known to the site as examined', {
    tags: 'slow',
  }, async () => {
    await upToModel()
    const answer = await post('/start/model', { act: 'try', baseUrl: model.url })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/start/model'])
    expect((await open('/start/model')).body).toMatch(/http-equiv="refresh" content="3"/)
    const page = await tried()
    expect(page).toMatch(/A summary of “Ny cykelsti over Lillebælt” \(Langt\)/)
    const ofExams = [
      /played-model .* as a judge in English: it refused 10 of 10 errors/,
      /played-model as a writer in English: the certain checks accepted 3 of 3/,
    ]
    for (const line of ifThere('exams', ...ofExams)) expect(page).toMatch(line)
    expect(page).not.toMatch(/http-equiv|role="alert"|an excerpt in its place/)
    expect(model.calls.some(({ prompt }) => prompt.includes(LONG))).toBe(true)
    const found = /<option value="([^"]+)" selected/.exec(page)?.[1] ?? ''
    expect((await post('/start/model', { act: 'use', found })).statusCode).toBe(200)
    const ofModel = { AI_PROVIDER: 'openai', AI_BASE_URL: model.url, AI_MODEL: 'played-model' }
    expect(env()).toEqual({ PUBLISHER_NAME: 'Anna', ...ofModel })
    expect(await run.written).toEqual({ PUBLISHER_NAME: 'Anna', ...ofModel })
    const { rows } = await sql<{ model: string; role: string }>`select model, role from exams order by role`.execute(
      database.db,
    )
    expect(rows).toEqual(ifThere('exams', 'judge', 'writer').map((role) => ({ model: 'played-model', role })))
  })

  it('has its key sent, and written, and no other server has', { tags: 'slow' }, async () => {
    const other = await startModelServer()
    await upToModel()
    const typed = { baseUrl: `${model.url}/`, model: 'another', key: 'sk-1' }
    await post('/start/model', { act: 'try', ...typed })
    await tried()
    expect(new Set(model.calls.map(({ model, authorization }) => `${model} ${authorization}`))).toEqual(
      new Set(['another Bearer sk-1']),
    )
    expect((await open('/start/model')).body).not.toContain('sk-1')
    vi.stubEnv('AI_API_KEY', 'sk-of-the-environment')
    await post('/start/model', { act: 'try', baseUrl: other.url, model: 'another' })
    await tried()
    vi.stubEnv('AI_API_KEY', undefined)
    expect(new Set(other.calls.map(({ authorization }) => authorization))).toEqual(new Set([null]))
    await other.close()
    await post('/start/model', { act: 'try', ...typed })
    await tried()
    // A password is not shown again, and need not be written again.
    expect((await post('/start/model', { act: 'use', ...typed, key: '' })).statusCode).toBe(200)
    expect(env()).toMatchObject({ AI_MODEL: 'another', AI_API_KEY: 'sk-1', AI_BASE_URL: model.url })
  })

  it('that does not answer as it should is said to be so, and the site starts without it', {
    tags: 'slow',
  }, async () => {
    await upToModel()
    for (const [mode, sentence] of [
      ['hang', /role="alert">[^<]*no answer in time/],
      ['broken', /role="alert">/],
      ['refuses', /role="alert">[^<]*key/],
      ['prose', /not of the shape asked for/],
    ] as const) {
      model.mode = mode
      await post('/start/model', { act: 'try', baseUrl: model.url, model: 'played-model' })
      expect([mode, await tried()]).toEqual([mode, expect.stringMatching(sentence)])
    }
    expect((await post('/start/model', { act: 'without' })).statusCode).toBe(200)
    expect(env()).toEqual({ PUBLISHER_NAME: 'Anna' })
  })

  it.each([
    ['an article that is long enough', TEXT],
    ['short articles', 'En ny sti.'],
  ])('whose server does not answer is not offered for use, with %s', { tags: 'slow' }, async (_what, text) => {
    await upToModel(text)
    const button = (page: string) => page.includes('name="act" value="use"')
    const typed = { act: 'try', baseUrl: model.url, model: 'played-model' }
    await model.close()
    await post('/start/model', typed)
    const page = await tried()
    expect([button(page), /role="alert">([^<]+)/.exec(page)?.[1]]).toEqual([
      false,
      expect.stringMatching(/Check AI_BASE_URL, that the server there runs/),
    ])
    expect(page).toMatch(/class="button button-main" name="act" value="try">Try again/)
  })

  it('that cannot be used is refused', { tags: 'slow' }, async () => {
    await upToModel()
    const refused: [name: string, fields: Fields, sentence: RegExp][] = [
      ['none', { act: 'try' }, /Choose a model/],
      ['none to use', { act: 'use' }, /Choose a model/],
      [
        'no address',
        { act: 'try', baseUrl: 'javascript:alert(1)', model: 'x' },
        /alert\(1\)&quot; is no address of a server/,
      ],
      ['words for an address', { act: 'try', baseUrl: 'inte adress', model: 'x' }, /inte adress&quot; is no address/],
      ['a server that is not there', { act: 'try', baseUrl: 'http://127.0.0.1:1/v1' }, /No model was found at/],
      [
        'one that its server does not have',
        { act: 'use', baseUrl: model.url, model: 'missing' },
        /names no model missing/,
      ],
    ]
    for (const [name, fields, sentence] of refused) {
      const answer = await post('/start/model', { baseUrl: '', ...fields })
      expect([name, answer.statusCode, answer.body]).toEqual([name, 422, expect.stringMatching(sentence)])
      expect(env()).toEqual({ PUBLISHER_NAME: 'Anna' })
    }
  })

  it('cannot be tried before the site is written, nor another while one is', { tags: 'slow' }, async () => {
    expect((await post('/start/model', { act: 'try', baseUrl: model.url })).headers.location).toBe('/start')
    model.mode = 'hang'
    await upToModel()
    const typed = { baseUrl: model.url, model: 'played-model' }
    await post('/start/model', { act: 'try', ...typed })
    for (const act of ['try', 'use', 'without']) {
      const answer = await post('/start/model', { act, ...typed })
      expect([act, answer.statusCode, answer.body]).toEqual([act, 422, expect.stringContaining('is being tried')])
    }
    await tried()
  })
})

it('leaves the database of a site that was served from the folder before', { tags: 'slow' }, async () => {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'postgres'), { recursive: true })
  const written: Record<string, string>[] = []
  const places = { folder, content: content() }
  const setup = buildSetup(parseConfig({ DATA_DIR: data, FETCH_ALLOW: '127.0.0.1/32' }), places, (settings) =>
    written.push(settings),
  )
  const feeds = (await setup.findFeeds([sources()[0] ?? ''])).flatMap(({ feed }) => feed ?? [])
  await setup.write({ topic: 'Cykler', words: [], feeds, onlyTopic: [], tags: [], examples: [] }, {})
  expect(written).toEqual([{ DATA_DIR: `${data}-cykler` }])
})

describe('a folder that is there', () => {
  it('is filled where it is empty, as a volume of a container is', { tags: 'slow' }, async () => {
    mkdirSync(join(content(), 'lost+found'), { recursive: true })
    await upToFeeds()
    await step('/start/feeds', { feed: ['0', '1'] })
    await step('/start/site', { colour: '#1d4ed8' })
    expect(contentViolations(content())).toEqual([])
    expect(readdirSync(content())).not.toContain('.new')
  })

  it.each([
    ['missing', () => {}, true],
    ['empty', () => mkdirSync(content()), true],
    ['filled', () => mkdirSync(join(content(), 'guides'), { recursive: true }), false],
  ])('is without a topic where it is %s', (_, make, isWithout) => {
    make()
    expect(isUnset(content())).toBe(isWithout)
  })
})

const STRANGER = '203.0.113.9'
const PAGES = [
  '/start',
  '/start/sources',
  '/start/feeds',
  '/start/tags',
  '/start/headlines',
  '/start/site',
  '/start/model',
]

describe('a stranger', () => {
  const refused = { statusCode: 403, body: expect.stringMatching(/^This page is open to the machine[^\n]*\n$/) }

  it.each<[string, InjectOptions]>([
    ['another machine', { remoteAddress: STRANGER }],
    ['another machine that names localhost', { remoteAddress: STRANGER, headers: { host: 'localhost:3000' } }],
    ['a site whose name was bound to this machine', { headers: { host: 'evil.example' } }],
    ['a name that only begins as this machine', { headers: { host: 'localhost.evil.example' } }],
    ['somebody behind a proxy', { headers: { 'x-forwarded-for': STRANGER } }],
    ['somebody who claims this machine through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a cookie that was made up', { remoteAddress: STRANGER, headers: { cookie: 'start=AAAA' } }],
  ])('%s is refused everywhere', async (_, options) => {
    const style = /href="(\/assets\/[^"]+)"/.exec((await open('/start')).body)?.[1] ?? ''
    for (const url of [...PAGES, '/', '/start?key=', `/start?key=${run.key}x`, '/events', '/start/x', style])
      expect([url, await open(url, options)]).toEqual([url, expect.objectContaining(refused)])
    for (const url of PAGES)
      expect([url, await post(url, { topic: 'x' }, options)]).toEqual([url, expect.objectContaining(refused)])
  })

  it('does not have its body read', async () => {
    const big = 'x'.repeat(3_000_000)
    const options = { remoteAddress: STRANGER, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect(await open('/start/sources', { method: 'POST', payload: big, ...options })).toMatchObject(refused)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is not %s', async (remoteAddress) => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await open('/start', { remoteAddress, headers: { host } })).statusCode).toBe(200)
  })

  it('is not who has the key', async () => {
    const from = { remoteAddress: STRANGER, headers: { host: '192.0.2.1:3000' } }
    const answer = await open(`/start?key=${run.key}`, from)
    expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
      303,
      '/start',
      'no-store',
    ])
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^start=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(run.key)
    const headers = { ...from.headers, cookie: `other=1; ${cookie.split(';')[0]}`, origin: 'http://192.0.2.1:3000' }
    const taken = await post('/start', { topic: 'Cykler' }, { ...from, headers })
    expect([taken.statusCode, taken.headers.location]).toEqual([303, '/start/sources'])
  })
})

describe('a form', () => {
  it.each<[string, Fields, Record<string, string>]>([
    ['without the token', { form: '' }, {}],
    ['with a wrong token', { form: 'A'.repeat(32) }, {}],
    ['with two tokens', { form: ['A', 'B'] }, {}],
    ['of another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['of another port of this machine', {}, { 'sec-fetch-site': 'same-site' }],
    ['of another origin', {}, { origin: 'https://evil.example' }],
    ['of no origin', {}, { origin: 'null' }],
  ])('%s is refused at every step', async (_, fields, headers) => {
    await upToFeeds()
    await step('/start/feeds', { feed: ['0'] })
    for (const url of PAGES) {
      const answer = await post(url, { topic: 'x', ...fields }, { headers })
      expect([url, answer.statusCode]).toEqual([url, 403])
    }
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(PAGES)('of more bytes than it needs is refused at %s', async (url) => {
    const bytes = url === '/start/sources' ? 3_000_000 : 70_000
    expect((await post(url, { topic: 'x'.repeat(bytes) })).statusCode).toBe(413)
  })

  it('with a file of more bytes than a list has is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await open('/start/sources', { method: 'POST', headers, payload: 'x'.repeat(3_000_000) })
    expect(answer.statusCode).toBe(413)
  })

  it('that is no form is refused', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data'])
      expect(
        (await open('/start/sources', { method: 'POST', headers: { 'content-type': type }, payload: 'x' })).statusCode,
      ).toBe(400)
  })
})

it('leads there from every other address, and may be read by no other site', async () => {
  for (const url of ['/', '/events', '/favicon.ico', '/api/v1/entries', '/start/x', '/%00', ...PAGES.slice(1)])
    expect([url, (await open(url)).headers.location]).toEqual([url, '/start'])
  expect((await open('/start', { method: 'DELETE' })).headers.location).toBe('/start')
  const { headers } = await open('/start', { headers: { origin: 'https://evil.example' } })
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
})
