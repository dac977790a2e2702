/** A world for who makes a site for the first time: eight feeds about winter bathing in three languages, and checks of the site. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { crawlSite, localIn } from '../addresses.ts'
import { ifThere } from '../features.ts'
import { type Publisher, rssDocument, startPublisher } from '../played/publisher.ts'
import { readableLines } from '../valid/readable-lines.ts'

/** `event`: letters of what several report; null for what one alone has. `about`: it is about winter bathing. */
interface LabelledArticle {
  hoursAgo: number
  event: string | null
  about: boolean
  title: string
  text: string
}

interface LabelledFeed {
  title: string
  language: 'da' | 'de' | 'fi'
  /** It writes about nothing else. */
  only?: true
  /** The feed itself names its language. */
  declared?: true
  articles: LabelledArticle[]
}

type Row = [hoursAgo: number, event: string | null, about: 'y' | 'n', title: string, text: string]

const feeds: (Omit<LabelledFeed, 'articles'> & { articles: Row[] })[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/first-site.json'), 'utf8'),
)
const FIRST_SITE: LabelledFeed[] = feeds.map((feed) => ({
  ...feed,
  articles: feed.articles.map(([hoursAgo, event, about, title, text]) => ({
    hoursAgo,
    event,
    about: about === 'y',
    title,
    text,
  })),
}))

const WORDS = 'vinterbad*, havbad*, saunagus, Eisbad*, Winterschwimm*, avanto, avantoui*, avantosauna*, talviui*'

export interface FirstSite {
  /** In the order of FIRST_SITE. */
  sources: string[]
  /** Lines for `topic new --answers`: the twenty headlines that it would ask about, judged. */
  answers: string
  close(): Promise<void>
}

/** Serves each feed from a publisher of its own, with dates before `now`. */
export async function startFirstSite(now = new Date()): Promise<FirstSite> {
  const publishers: Publisher[] = []
  for (const { title, language, declared, articles } of FIRST_SITE) {
    const publisher = await startPublisher()
    const items = articles.map(({ title: headline, text, hoursAgo }, n) => ({
      title: headline,
      description: text,
      link: publisher.at(`/${n}`),
      date: new Date(now.getTime() - hoursAgo * 3_600_000),
    }))
    publisher.serve('/feed.xml', {
      body: rssDocument(title, items, declared ? `<language>${language}</language>` : ''),
    })
    publishers.push(publisher)
  }
  const rounds = [0, 1, 2].flatMap((at) => FIRST_SITE.flatMap(({ articles }) => articles[at] ?? []))
  return {
    sources: publishers.map((publisher) => publisher.at('/feed.xml')),
    answers: rounds
      .slice(0, 20)
      .map(({ about, title, text }) => `${about ? 1 : 0}\t${title}\t${text}\n`)
      .join(''),
    close: async () => {
      for (const publisher of publishers) await publisher.close()
    },
  }
}

/** Arguments of `topic new`, as given after a look at the feeds. */
export const firstSiteArguments = (sources: string[], answers: string): string[] => [
  ...['topic', 'new', '--topic', 'Vinterbadning', '--name', 'Isvand', '--language', 'da'],
  ...['--timezone', 'Europe/Copenhagen', '--words', WORDS, '--answers', answers],
  // The other proposals are towns.
  ...['--tags', 'Eisbader,Badesteg,Sofie Brandt'],
  ...['--only-topic', FIRST_SITE.flatMap(({ only }, at) => (only ? at + 1 : [])).join(',')],
  ...['--publisher', 'Karen Lund', '--contact', 'karen@isvand.example', '--colour', '#0e7490'],
  ...['--source', sources.join(',')],
]

const ARTICLES: LabelledArticle[] = FIRST_SITE.flatMap(({ articles }) => articles)
const ORIGINALS = FIRST_SITE.flatMap(({ title, articles }) => [
  title,
  ...articles.flatMap((one) => [one.title, one.text]),
])

interface Entry {
  relevant: boolean
  event: { id: number } | null
  content: { original: { title: string } }
}

const json = async (url: string) => (await fetch(url)).json()

export interface FirstSiteFigures {
  /** Headlines that were judged otherwise than labelled. */
  misjudged: string[]
  /** Pairs of articles about one event: joined as labelled, joined wrongly, not joined. */
  pairs: { right: number; wrong: string[]; missed: string[] }
}

export async function measureFirstSite(origin: string): Promise<FirstSiteFigures> {
  const { data } = (await json(`${origin}/api/v1/entries?per_page=100`)) as { data: Entry[] }
  const entryOf = new Map(data.map((entry) => [entry.content.original.title, entry]))
  const misjudged = ARTICLES.filter(({ title, about }) => entryOf.get(title)?.relevant !== about).map(
    ({ title }) => title,
  )
  // One that is not clustered yet is an event of its own.
  const eventOf = (article: LabelledArticle) => entryOf.get(article.title)?.event?.id ?? article
  const pairs: FirstSiteFigures['pairs'] = { right: 0, wrong: [], missed: [] }
  for (const [at, one] of ARTICLES.entries())
    for (const other of ARTICLES.slice(at + 1)) {
      const joined = eventOf(one) === eventOf(other)
      const labelled = one.event !== null && one.event === other.event
      const pair = `${one.title} / ${other.title}`
      if (joined && labelled) pairs.right++
      else if (joined) pairs.wrong.push(pair)
      else if (labelled) pairs.missed.push(pair)
    }
  return { misjudged, pairs }
}

export const isAsLabelled = ({ misjudged, pairs }: FirstSiteFigures): boolean =>
  misjudged.length + pairs.wrong.length + pairs.missed.length === 0

/** The front page has each event of the day, and nothing about something else. */
export async function expectFrontPage(origin: string): Promise<void> {
  const page = await (await fetch(`${origin}/`)).text()
  const text = readableLines(page).join('\n')
  const events = Map.groupBy(
    ARTICLES.filter(({ event }) => event),
    ({ event }) => event,
  )
  const unseen = [...events].filter(([, reports]) => !reports.some(({ title }) => text.includes(title)))
  expect(unseen.map(([event]) => event)).toEqual([])
  expect(ARTICLES.filter(({ about, title }) => !about && text.includes(title))).toEqual([])
  expect(page).toContain('<html lang="da"')
}

/** Signs in by mail: the mail, and the token. */
async function signIn(origin: string, outbox: string) {
  const login = (body: object) =>
    fetch(`${origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'email', email: 'anna@example.org', ...body }),
    })
  await login({})
  const [file = ''] = readdirSync(outbox)
  const mail = readFileSync(join(outbox, file), 'utf8')
  const code = /\b\d{6}\b/.exec(
    mail
      .split(/\r?\n\r?\n/)
      .slice(1)
      .join('\n'),
  )?.[0]
  const { token } = (await (await login({ code })).json()) as { token: string }
  return { mail, token }
}

async function callMcp(origin: string, method: string, params: object = {}): Promise<string> {
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return answer.text()
}

interface Tool {
  name: string
  inputSchema: { required?: string[] }
}

/** Texts of the lists, and of each tool's answer. */
async function toolTexts(origin: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
    texts.set(method, await callMcp(origin, method))
  const listed = texts.get('tools/list') ?? ''
  const { result } = JSON.parse(
    listed
      .split('\n')
      .find((line) => line.startsWith('data: '))
      ?.slice(6) ?? listed,
  )
  for (const { name, inputSchema } of result.tools as Tool[]) {
    const given = { query: 'sauna', q: 'sauna', date: new Date().toISOString().slice(0, 10), id: 1 }
    const needed = Object.fromEntries(Object.entries(given).filter(([key]) => inputSchema.required?.includes(key)))
    texts.set(`tool ${name}`, await callMcp(origin, 'tools/call', { name, arguments: needed }))
  }
  return texts
}

const STARTS = [
  '/',
  '/soeg?q=sauna',
  '/soeg?q=zzzz',
  '/konto',
  '/offline',
  '/findes-ikke',
  '/stories',
  '/podcast',
  '/guider',
]
const FILES = [
  ...[
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/sitemap.xml',
    '/feeds.opml',
    '/openapi.json',
    '/site.webmanifest',
  ],
  ...[
    '/index.md',
    '/entries.rss',
    '/entries.json',
    '/feed.json',
    '/haendelser.rss',
    '/haendelser.json',
    '/haendelser.md',
  ],
  ...['/dag.rss', '/podcast.rss', '/tags.json', '/feeds.json', '/soeg.rss?q=sauna', '/status'],
  ...ifThere('quality', '/kvalitet.md'),
  ...['/.well-known/mcp.json', '/.well-known/api-catalog', '/.well-known/security.txt', '/sw.js', '/api/docs'],
  ...['/api/v1/entries', '/api/v1/events', '/api/v1/stories', '/api/v1/tags', '/api/v1/feeds', '/api/v1/nothing'],
]

/** Names of formats and of identity providers, and the contract's older name of a field. */
const TECHNICAL =
  /apple_relevant|apple-touch-icon|apple-mobile-web|applepodcast|itunes|identity|id_token|provider|"apple"|appleid|rel="via"/i

export interface Foreign {
  pages: number
  /** "address: line" of all that is in Swedish or about the shipped topic. */
  lines: string[]
  /** Paths with a Swedish word. */
  paths: string[]
  /** Addresses that are linked and do not answer. */
  broken: string[]
  /** HTML pages in another language than the site's. */
  languages: string[]
}

/** Foreign words in all texts for readers, apps and agents, and in a mail. */
export async function listForeign(origin: string, outbox: string): Promise<Foreign> {
  const swedish = swedishWords('da', ORIGINALS.join('\n'))
  const { mail, token } = await signIn(origin, outbox)
  const cookie = { '/konto': { cookie: `konto=${token}` } }
  const signedIn = ['/konto/', '/konto?in', '/mine']
  const all = await crawlSite(origin, [...STARTS, ...FILES, ...signedIn], cookie)
  const texts = new Map([...all].map(([path, { type, body }]) => [path, linesOf(type, body)]))
  for (const [name, text] of await toolTexts(origin)) texts.set(name, linesOf('application/json', text))
  texts.set('mail', linesOf('text/plain', mail))
  const paths = new Set(
    [...all].flatMap(([path, { body, location }]) => [path, ...localIn(`${location} ${body}`, origin)]),
  )
  const html = [...all].filter(([, { type, status }]) => type.includes('html') && status < 500)
  const linked = new Set(
    html.flatMap(([path, { body }]) => (path.startsWith('/api/docs') ? [] : localIn(anchors(body), origin))),
  )
  return {
    pages: html.length,
    lines: [...texts].flatMap(([path, lines]) =>
      foreignLines(lines, swedish).map((line) => `${path}: ${line.slice(0, 300)}`),
    ),
    paths: [...paths].filter((path) => swedishSegments(path).length > 0),
    broken: [...linked].flatMap((path) => ((all.get(path)?.status ?? 200) >= 400 ? path : [])),
    languages: html.flatMap(([path, { body }]) =>
      /^<!doctype html>/i.test(body) && !/<html lang="da"/.test(body) && !path.startsWith('/api/docs') ? path : [],
    ),
  }
}

const anchors = (page: string) => page.match(/<a [^>]*>/g)?.join(' ') ?? ''

/** Addresses are read apart. */
function linesOf(type: string, body: string): string[] {
  if (/javascript|css/.test(type)) return []
  const lines = type.includes('html') ? readableLines(body) : body.replaceAll('\\n', '\n').split('\n')
  return lines
    .map((line) => line.replace(/https?:[^\s"'<>)]*|(?<=[\s"(])\/[^\s"<>)]*/g, ' '))
    .filter((line) => !TECHNICAL.test(line))
}

// Words of the shipped site that another site must not say: Swedish ones, and those of its topic.

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Texts of a file of messages, without the names of what is put in. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\{\w+/g, ' ')
  return Object.values(value ?? {})
    .map(textsOf)
    .join('\n')
}

const messagesOf = (language: string) => textsOf(parse(readFileSync(`content/messages/${language}.yaml`, 'utf8')))

/** Names of parameters and fields, which are English everywhere, and words of the reference for programmers. */
const ENGLISH = ['url', 'sort', 'filter', 'docs', 'base']

/** Words of the Swedish messages that neither the site's language, English nor the originals have. */
export function swedishWords(language: string, originals: string): Set<string> {
  const others = new Set([...ENGLISH, ...wordsIn([messagesOf(language), messagesOf('en'), originals].join('\n'))])
  const swedish = wordsIn(messagesOf('sv') + readFileSync('content/pages/om.md', 'utf8'))
  return new Set(swedish.filter((word) => word.length > 2 && !others.has(word)))
}

const SHIPPED_TOPIC = /\bapple|iphone|ipad|macos|\bmac\b|kärnhuset/i

/** Lines with a Swedish word, or a word of the shipped topic. */
export const foreignLines = (lines: readonly string[], swedish: ReadonlySet<string>): string[] =>
  lines.filter((line) => SHIPPED_TOPIC.test(line) || wordsIn(line).some((word) => swedish.has(word)))

/** Swedish words in paths of the shipped site that Danish has in another form. */
const SWEDISH_SEGMENTS = new Set(
  `om rattelser handelser utskick mitt kop-nu-eller-vanta populart sok fel larm forslag podd installningar folj kallor
  radera appar eget-flode lage ta-med sparat val spara glom tysta sluta olast`.split(/\s+/),
)

export const swedishSegments = (path: string): string[] =>
  (path.split('?')[0] ?? '').split(/[/.]/).filter((segment) => SWEDISH_SEGMENTS.has(segment))
