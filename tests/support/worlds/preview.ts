/** Every page of the reader's site over invented views, on a local server without a database. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { isErrorState } from '../../../src/news/feeds/rules/feed-health.ts'
import { readLanguages } from '../../../src/platform/languages/language-files.ts'
import { parseMessages } from '../../../src/platform/site/messages.ts'
import { parseSite, presentedSite } from '../../../src/platform/site/site.ts'
import { sentenceEndsOf } from '../../../src/platform/text/sentences.ts'
import { TAG_KINDS } from '../../../src/platform/text/vocabulary.ts'
import { accountPage, settingsPage, signInPage } from '../../../src/surfaces/site/account/account.ts'
import type { AccountChoice } from '../../../src/surfaces/site/account/account-part.ts'
import { deviceNewsPage } from '../../../src/surfaces/site/account/device-news.ts'
import { type ArticlePageView, articlePage } from '../../../src/surfaces/site/article/article.ts'
import { readLogo, siteAssets } from '../../../src/surfaces/site/assets.ts'
import { dayPage, noDayPage } from '../../../src/surfaces/site/day/day-page.ts'
import { disputesPage } from '../../../src/surfaces/site/event/disputes-page.ts'
import { eventPage } from '../../../src/surfaces/site/event/event.ts'
import { eventCard } from '../../../src/surfaces/site/event/event-card.ts'
import type { FrontPart, PagePart, TextNote } from '../../../src/surfaces/site/feature-site.ts'
import { firstStartPage } from '../../../src/surfaces/site/front/first-start.ts'
import { frontPage } from '../../../src/surfaces/site/front/front.ts'
import { chooseFront, type FrontChoice } from '../../../src/surfaces/site/front/front-choice.ts'
import { byPublisher, feedsPage } from '../../../src/surfaces/site/lists/feeds-page.ts'
import { eventsPage, feedPage, popularPage, tagPage } from '../../../src/surfaces/site/lists/lists.ts'
import { tagsPage } from '../../../src/surfaces/site/lists/tags-page.ts'
import type { SitePage } from '../../../src/surfaces/site/page.ts'
import { aboutPage, errorPage, notFoundPage } from '../../../src/surfaces/site/pages/plain-pages.ts'
import { statusPage } from '../../../src/surfaces/site/pages/status.ts'
import { searchPage } from '../../../src/surfaces/site/search/search-page.ts'
import { storiesPage } from '../../../src/surfaces/site/story/stories-page.ts'
import { storyPage } from '../../../src/surfaces/site/story/story.ts'
import { type SmallServer, startSmallServer } from '../played/small-server.ts'
import * as news from './sample-news.ts'
import { checks, health, judge, sharedChecks } from './sample-site.ts'

/** Of a feature, in a file of its name below `samples/`. */
export interface FeatureSample {
  pages: Record<string, (page: SitePage) => string>
  sections?: SitePage['sections']
  aboutSite?: SitePage['aboutSite']
  notes?: TextNote[]
  front?: FrontPart[]
  /** Of a source's page. */
  publisher?: PagePart[]
  buttons?: SitePage['buttons']
  choices?: AccountChoice[]
}
const samples: FeatureSample[] = await Promise.all(
  globSync(join(import.meta.dirname, 'samples/*.ts')).map(async (file) => (await import(file)).sample),
)

/** Of every text that shows some. */
const notes = samples.flatMap(({ notes }) => notes ?? [])

const content = join(import.meta.dirname, '../../../content')
const read = (path: string) => readFileSync(join(content, path), 'utf8')
const ofFeatures = (pattern: string) => globSync(join(import.meta.dirname, '../../../src/features', pattern))
const assets = siteAssets(
  { CONTENT_DIR: content, DATA_DIR: content },
  { styles: ofFeatures('*/*.css'), scripts: ofFeatures('*/assets/load-*.js'), assets: ofFeatures('*/assets') },
)
const site = presentedSite(parseSite(read('site.yaml')), true)

// Samples of which every fourth has an image that cannot be had.
const isBrokenPicture = (url: string) => url.endsWith('/6.jpg')

function pageAt(baseUrl: string): SitePage {
  const { t } = parseMessages(read(`messages/${site.language}.yaml`), site.language)
  return {
    site,
    hasModel: true,
    publisherNote: () => '',
    t,
    asset: assets.url,
    baseUrl,
    paths: site.paths,
    now: news.now,
    logo: readLogo({ CONTENT_DIR: content, DATA_DIR: content }),
    endings: '',
    ends: sentenceEndsOf(readLanguages(content), site.language),
    sections: [['stories', '/stories'], ...samples.flatMap(({ sections }) => sections ?? [])],
    checksPath: `${site.paths.about}#ai`,
    aboutSite: samples.flatMap(({ aboutSite }) => aboutSite ?? []),
    isBrokenImage: isBrokenPicture,
    buttons: samples.flatMap(({ buttons }) => buttons ?? []),
  }
}

const drawingOf = (name: string) => read(`guides/pictures/${name}.svg`).trim()
/** One for each, shown where the image is missing. */
const drawingsOf = ({ lead, cards }: FrontChoice) => {
  const names = ['iphone', 'macbook-air', 'airpods-pro', 'homepod']
  return new Map([lead, ...cards].map(({ id }, at) => [id, drawingOf(names[at] ?? 'iphone')]))
}

const { events, feeds, tags, stories, toldEvent, days } = news
const list = <T>(items: T[], page = 1) => ({ items, total: 200, page, perPage: 20 })
const leads = events.map((event) => event.lead)
const found = (n: number) =>
  events.slice(0, n).map((event, i) => ({
    event,
    article: event.lead,
    highlight:
      i < 2
        ? 'Apple måste låta appar hänvisa till egna \uE000betallösningar\uE001 utan avgift i alla medlemsländer'
        : null,
  }))
const told = (index: number, values: Partial<ArticlePageView> = {}): ArticlePageView => {
  const event = events[index] ?? first(events)
  return {
    article: event.lead,
    drawing: drawingOf('iphone'),
    event,
    story: null,
    model: 'gpt-oss-120b',
    notes: [],
    checks: null,
    ...values,
  }
}
/** What a search page knows of a text without operators. */
const taken = (text: string) => ({
  reading: { text, period: null, filtered: false },
  didYouMean: null,
  leading: [],
  unknown: null,
})
const first = <T>(items: T[]): T => items[0] as T

/** The front page of a day on which two events have disputes, with images. */
const disputedNews = [toldEvent, news.disputedEvent, ...news.manyEvents.filter(({ id }) => id > 2)]
const disputedSelected = chooseFront(disputedNews, news.now, site) as FrontChoice

const manySelected = chooseFront(news.manyEvents, news.now, site) as FrontChoice
const fewSelected = chooseFront(events.slice(6, 9), news.now, site) as FrontChoice

const spread = (i: number) => Array.from({ length: 14 }, (_, day) => (day * (i + 3)) % 7)
const dayView = { previous: '2026-11-20', next: '2026-11-22' }

const front = (selected: FrontChoice) => ({
  ...selected,
  drawings: drawingsOf(selected),
  readAt: news.minutesAgo(3),
  feeds: 40,
  tried: 40,
  offline: false,
})
const bare = { parts: [], drawing: undefined, revisions: [], reactions: [], notes: [], story: null, checks: null }
const search = {
  isExact: false,
  problem: null,
  feeds,
  tags,
  others: [],
}
const signingIn = { next: '/konto', formToken: 'x' }

/** Path → page. The paths are those that the pages link to each other by, where one of each kind is enough. */
const pages: Record<string, (page: SitePage) => string> = {
  '/': (page) =>
    frontPage(page, {
      ...front(manySelected),
      stories: stories.slice(0, 4),
      popular: events.slice(3, 8),
      parts: samples.flatMap(({ front }) => front ?? []),
      failing: 1,
    }),
  '/oeniga': (page) =>
    frontPage(page, {
      ...front(disputedSelected),
      stories: stories.slice(0, 2),
      popular: [],
      parts: [],
      failing: 0,
    }),
  '/utan-bilder': (page) =>
    frontPage(
      { ...page, hasModel: false, isBrokenImage: () => true },
      {
        ...front(manySelected),
        drawings: new Map(),
        stories: [],
        popular: [],
        parts: [],
        failing: 0,
      },
    ),
  '/oense': (page) => disputesPage(page, { ...list([toldEvent, news.disputedEvent]), settled: [] }),
  '/oense-inga': (page) => disputesPage(page, { ...list([]), total: 0, settled: [] }),
  '/fa': (page) =>
    frontPage(page, {
      ...front(fewSelected),
      stories: [],
      popular: [],
      parts: [],
      failing: 0,
    }),
  '/ingenting': (page) => firstStartPage(page, { feeds: 40, tried: 40, failed: 0, offline: false, articlesFound: 0 }),
  '/forsta': (page) => firstStartPage(page, { feeds: 40, tried: 13, failed: 1, offline: false, articlesFound: 211 }),
  '/artikel': (page) => articlePage(page, told(0, { story: first(stories), notes, checks })),
  '/artikel-utan': (page) => articlePage(page, told(6, { event: null })),
  '/handelser': (page) => eventsPage(page, list(events.slice(0, 10))),
  '/handelser/1': (page) =>
    eventPage(page, {
      event: toldEvent,
      drawing: undefined,
      revisions: news.revisions,
      reactions: first(events.slice(3)).entries,
      notes: [],
      story: first(stories),
      checks: sharedChecks,
      parts: [],
    }),
  '/handelser/2': (page) =>
    eventPage(page, {
      event: events[2] ?? first(events),
      drawing: drawingOf('iphone'),
      revisions: [],
      reactions: [],
      notes,
      story: null,
      checks: null,
      parts: [],
    }),
  '/handelser/90': (page) => eventPage(page, { ...bare, event: news.disputedEvent }),
  '/handelser/5': (page) => eventPage(page, { ...bare, event: events[4] ?? first(events) }),
  '/embed/handelser/1': (page) => eventCard(page, toldEvent),
  '/dag/2026-11-21': (page) => dayPage(page, { ...dayView, day: '2026-11-21', events: events.slice(0, 24), total: 24 }),
  '/dag/2026-12-24': (page) => noDayPage(page, { ...dayView, day: '2026-12-24', events: [], total: 0 }),
  '/populart': (page) => popularPage(page, list(events.slice(0, 10))),
  '/feeds': (page) =>
    feedsPage(page, {
      ...list(byPublisher(feeds, 'sv')),
      troubled: health.filter(({ state }) => isErrorState(state)),
    }),
  '/feeds/1': (page) =>
    feedPage(page, {
      feed: first(feeds),
      list: list(events.slice(0, 8), 2),
      days,
      parts: samples.flatMap(({ publisher = [] }) => publisher),
    }),
  '/tags': (page) =>
    tagsPage(
      page,
      tags.map((tag, i) => ({
        ...tag,
        kind: TAG_KINDS[i % 3] ?? 'topic',
        days: i % 5 === 4 ? null : spread(i),
        today: i % 3,
      })),
    ),
  '/tags/iphone': (page) =>
    tagPage(page, {
      tag: { ...first(tags), related: tags.slice(2, 7) },
      list: list(events.slice(0, 8)),
      days,
    }),
  '/stories': (page) => storiesPage(page, { ...list(stories), total: 4 }),
  '/stories/1': (page) => storyPage(page, { story: first(stories), model: 'gpt-oss-120b', notes: [], checks }),
  ...Object.assign({}, ...samples.map((sample) => sample.pages)),
  '/sok': (page) =>
    searchPage(page, {
      query: 'betalsät i EU',
      ...search,
      corrected: 'betalsätt i EU',
      sort: 'best',
      filters: { time: 'month', language: null, feed: null, tag: null, kind: null },
      result: {
        mode: 'semantic',
        fellBack: false,
        vector: null,
        ...taken('betalsätt i EU'),
        hits: leads.slice(0, 4).map((article, i) => ({ article, score: 1 - i / 10, highlight: null })),
      },
      found: found(4),
      stories: [{ story: first(stories), highlight: null }],
    }),
  '/sok-tom': (page) =>
    searchPage(page, {
      ...search,
      query: 'xyzzy',
      corrected: null,
      sort: 'best',
      filters: { time: null, language: null, feed: null, tag: null, kind: null },
      result: { mode: 'keyword', fellBack: false, vector: null, ...taken('xyzzy'), hits: [] },
      found: [],
      stories: [],
    }),
  '/status': (page) =>
    statusPage(page, {
      sources: list(health),
      states: health.map(({ state }) => state),
      parts: [],
      stopped: null,
      silent: null,
      behind: null,
    }),
  '/om': (page) =>
    aboutPage(page, {
      text: read('pages/om.md'),
      publisher: 'Karin Ek',
      contact: 'redaktionen@exempel.se',
      model: 'gpt-oss-120b',
      judgedBy: 'another',
      judge,
      absent: [],
    }),
  '/konto': (page) =>
    signInPage(page, {
      ...signingIn,
      notice: 'bad_email',
      email: 'karin@exempel',
      codeSent: false,
      providers: ['apple', 'google'],
    }),
  '/konto-kod': (page) =>
    signInPage(page, {
      ...signingIn,
      notice: null,
      email: 'karin@exempel.se',
      codeSent: true,
      providers: [],
    }),
  '/konto-inne': (page) =>
    accountPage(page, {
      account: { id: 1, email: 'karin@exempel.se' },
      feeds,
      follows: new Set([2, 5]),
      followed: [{ kind: 'tag', key: '1', publicKey: 'airpods', title: 'AirPods', path: '/tags/airpods' }],
      mutes: 2,
      saved: events.slice(0, 2),
      topics: [],
      done: null,
      choices: samples.flatMap(({ choices }) => choices ?? []),
      boxes: [],
      front: {
        hidden: 2,
        hiddenRows: null,
        seenUntil: events[1]?.firstPublishedAt ?? null,
        rows: events.slice(0, 5).map((event, i) => ({
          event,
          read: i > 2,
          saved: false,
          new: event.firstPublishedAt > (events[1]?.firstPublishedAt ?? new Date(0)),
          matchedFollows: [
            { kind: 'tag' as const, key: '1', publicKey: 'airpods', title: 'AirPods', path: '/tags/airpods' },
          ],
        })),
      },
      formToken: 'x',
    }),
  '/konto/settings': (page) =>
    settingsPage(page, {
      choices: samples.flatMap(({ choices }) => choices ?? []),
      sections: [],
      appsTexts: ['mine.apps_text'],
      forPrograms: [],
      account: { id: 1, email: 'karin@exempel.se' },
      follows: new Set([2, 5]),
      formToken: 'x',
    }),
  '/mitt': (page) => deviceNewsPage(page, { events, topics: first(events).tags }),
  '/saknas': (page) => notFoundPage(page),
  '/trasig': (page) => errorPage(page, 'broken'),
  '/oklart': (page) => errorPage(page, 'unclear'),
}

/** Letters: no page of ours, but part of a mail program's. */
export const letterPaths = Object.keys(pages).filter((path) => path.startsWith('/brev'))
export const previewPaths = Object.keys(pages).filter((path) => !letterPaths.includes(path))

/** Pages of news, as readers meet them. */
export const readerPaths = previewPaths.filter(
  (path) => !/^\/(?:konto|mitt|podd\/1|status|kvalitet|om$|embed)/.test(path),
)

const pictures = new Map<string, Promise<Buffer>>()

function picture(id: number, width: number): Promise<Buffer> {
  const key = `${id} ${width}`
  const drawn = pictures.get(key) ?? drawPicture(id, width)
  pictures.set(key, drawn)
  return drawn
}

/** A stand-in for an article's picture: two soft colours, another pair for each article. */
async function drawPicture(id: number, width: number): Promise<Buffer> {
  const hue = (id * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 9) / 16}" viewBox="0 0 16 9"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},28%,62%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360},32%,34%)"/></linearGradient></defs><rect width="16" height="9" fill="url(#g)"/><circle cx="${4 + (id % 8)}" cy="4.500" r="2.400" fill="hsl(${(hue + 90) % 360},40%,78%)" opacity=".8"/></svg>`
  return sharp(Buffer.from(svg)).webp().toBuffer()
}

// What the real server sends with every page.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Serves all pages on a free port of loopback. */
export async function startPreview(): Promise<SmallServer> {
  const preview = await startSmallServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (!letterPaths.includes(path)) response.setHeader('content-security-policy', policy)
    const asset = assets.files.get(path.split('/').at(-1) ?? '')
    const image = /^\/img\/(\d+)\/(\d+)\./.exec(path)
    const send = (type: string, body: string | Buffer) => response.setHeader('content-type', type).end(body)
    const page = pages[path]
    if (page) send('text/html; charset=utf-8', page(pageAt(preview.url)))
    else if (image) void picture(Number(image[1]), Number(image[2])).then((body) => send('image/webp', body))
    else if (asset) send(asset.type, asset.body)
    else if (path === '/site.webmanifest') send('application/manifest+json', '{"name":"x"}')
    // What a page of an account asks for: nobody is signed in to invented views.
    else if (path === '/konto/state.json') send('application/json', '{"signedIn":false}')
    else response.writeHead(404).end()
  })
  return preview
}
