/** Invented articles, events and stories in Swedish, to look at pages with before there is any news. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArticleView } from '../../../src/news/articles/queries/views.ts'
import { assembleEvent } from '../../../src/news/events/queries/assemble.ts'
import type { EventRevision, EventView } from '../../../src/news/events/queries/views.ts'
import type { FeedView } from '../../../src/news/sources/queries/views.ts'
import type { StoryDetailView } from '../../../src/news/stories/queries/views.ts'
import type { TagView } from '../../../src/news/tags/queries/views.ts'
import { storedPoint } from '../build.ts'
import { articleView } from '../views.ts'

export const now = new Date('2026-11-21T09:24:00Z')
export const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

export const feeds: FeedView[] = [
  ['Äppelposten', 'appelposten.example', 'sv'],
  ['Fruktkorgen', 'fruktkorgen.example', 'sv'],
  ['The Orchard Report', 'orchardreport.example', 'en'],
  ['Core Rumours', 'corerumours.example', 'en'],
  ['Nordisk Teknik', 'nordiskteknik.example', 'sv'],
  ['Pixel & Pips', 'pixelpips.example', 'en'],
  ['Bitar', 'bitar.example', 'sv'],
  ['Silicon Almanac', 'siliconalmanac.example', 'en'],
].map(([title, host, language], i) => ({
  id: i + 1,
  title: title ?? '',
  publisher: { domain: host ?? '', name: title ?? '' },
  url: `https://${host}/`,
  feedUrl: `https://${host}/feed.xml`,
  description: 'Nyheter, recensioner och bakgrund sedan 2009.',
  language: language ?? null,
  iconUrl: null,
  entriesCount: 40 + i * 137,
  reservation: null,
  lastEntryPublishedAt: minutesAgo(12 + i * i * 55),
}))

export const tags: TagView[] = [
  ['Iphone', 412],
  ['Mac', 288],
  ['Ipad', 140],
  ['Apple Watch', 96],
  ['IOS', 301],
  ['Vision Pro', 44],
  ['EU', 120],
  ['App Store', 87],
  ['Airpods', 61],
  ['Integritet', 33],
  ['Carplay', 12],
  ['Hemmet', 9],
].map(([name, n], i) => ({
  id: i + 1,
  name: String(name),
  slug: String(name).toLowerCase().replace(' ', '-'),
  entriesCount: Number(n),
}))

const texts: [title: string, summary: string, language?: string][] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/sample-articles.json'), 'utf8'),
)

type Side = [text: string, articles: number[], quotes: { article: number; text: string }[]]
const quoting = (article: number | undefined, text: string) => [{ article: Number(article), text }]

let next = 8100

function article(index: number, options: Partial<ArticleView> = {}): ArticleView {
  const [title, summary, language = 'sv'] = texts[index % texts.length] ?? ['', '']
  const feed = feeds[(index * 3) % feeds.length] ?? (feeds[0] as FeedView)
  const at = minutesAgo(12 + index * index * 7)
  const id = next++
  return articleView(id, 0, {
    url: `${feed.url}nyheter/${id}`,
    original: { title: language === 'sv' ? `Original: ${title}` : title, summary, language: feed.language },
    translated: language === 'sv' ? { title, summary } : null,
    title,
    summary,
    language,
    summaryBy: language === 'sv' ? 'ai' : 'excerpt',
    summarisedAt: language === 'sv' ? new Date(at.getTime() + 300_000) : null,
    imageUrl: index % 4 === 3 ? null : `${feed.url}bilder/${index}.jpg`,
    author: index % 3 === 0 ? 'Karin Ek' : null,
    publishedAt: at,
    discoveredAt: new Date(at.getTime() + 240_000),
    sortAt: at,
    updatedAt: at,
    kind: ['news', 'rumor', 'how-to', 'news', 'review'][index % 5] ?? null,
    views: 40,
    popularityScore: 1,
    feed,
    publisher: new URL(feed.url).hostname,
    tags: tags.slice(index % 8, (index % 8) + 3),
    ...options,
  })
}

function event(index: number, others = 0): EventView {
  const lead = article(index, { sourceCount: others + 1, event: { id: index + 1, entriesCount: others + 1 } })
  const members = Array.from({ length: others }, (_, i) => {
    const feed = feeds[(index * 3 + 1 + i) % feeds.length] ?? lead.feed
    const at = new Date(lead.sortAt.getTime() + (i + 1) * 1_320_000)
    const title =
      [lead.title, 'Så reagerar svenska utvecklare', 'What we know so far', 'Det här händer nu'][i % 4] ?? ''
    const origin = { feed, publisher: feed.publisher.domain, url: `${feed.url}${i}`, imageUrl: null, event: lead.event }
    const summary = `${i}. ${texts[(index + i + 1) % texts.length]?.[1] ?? ''}`
    const original = { title, summary, language: feed.language }
    return article(index, {
      ...origin,
      title,
      original,
      language: i % 4 === 2 ? 'en' : 'sv',
      publishedAt: at,
      sortAt: at,
    })
  })
  const entries = [lead, ...members]
  const row = { id: index + 1, lastAt: lead.sortAt, sourceCount: others + 1, entriesCount: entries.length }
  return assembleEvent({ ...row, splitFrom: null, story: null, text: null }, entries, 'sv')
}

const sizes = [6, 3, 4, 1, 0, 2]

export const events: EventView[] = texts.map((_, i) => event(i, sizes[i % 6]))

/** Sixty events of some 200 articles, over several days, the last of another year. */
export const manyEvents: EventView[] = Array.from({ length: 60 }, (_, i) => {
  const one = events[i % events.length] as EventView
  const days = [0, 1, 400][Math.floor(i / events.length)] ?? 0
  const back = (at: Date | null) => at && new Date(at.getTime() - days * 86_400_000)
  const entries = one.entries.map((entry) => ({
    ...entry,
    publishedAt: i % 20 === 7 ? null : back(entry.publishedAt),
    sortAt: back(entry.sortAt) ?? entry.sortAt,
  }))
  const row = { id: i + 1, lastAt: one.updatedAt, sourceCount: one.sourceCount, entriesCount: entries.length }
  return assembleEvent({ ...row, splitFrom: null, story: null, text: null }, entries, 'sv')
}).toSorted((a, b) => b.firstPublishedAt.getTime() - a.firstPublishedAt.getTime())

/** An event with a text of its own, in which its publishers agree, stand alone and differ. */
export const toldEvent: EventView = (() => {
  const { entries } = events[0] as EventView
  const ids = entries.map(({ id }) => id)
  const row = { id: 1, lastAt: minutesAgo(12), sourceCount: 6, entriesCount: entries.length, splitFrom: null }
  const story = { id: 1, title: 'EU och App Store: striden om betalsätten', status: 'active' as const }
  const text = {
    revision: 3,
    title: 'EU-domstolen: App Store måste öppnas för fler betalsätt',
    summary:
      'EU-domstolen slår fast att Apple måste låta appar hänvisa till egna betallösningar utan avgift i alla medlemsländer. Domen kan inte överklagas. Apple säger att bolaget är besviket men följer beslutet. Källorna är inte överens om när de nya villkoren börjar gälla, och svenska utvecklare räknar med lägre priser under våren.',
    points: [
      storedPoint('agreed', ['Appar får hänvisa till egna betallösningar utan avgift i hela EU.', ids.slice(0, 4)]),
      storedPoint('agreed', ['Domen kan inte överklagas.', ids.slice(1, 3)]),
      storedPoint('single', ['Svenska utvecklare räknar med lägre priser redan under våren.', ids.slice(4, 5)]),
      storedPoint(
        'disputed',
        ['Villkoren ska vara ändrade inom 60 dagar.', ids.slice(0, 1), quoting(ids[0], 'Apple har 60 dagar på sig.')],
        [
          'Villkoren ändras först vid årsskiftet.',
          ids.slice(2, 4),
          quoting(ids[2], 'The new terms take effect at the turn of the year.'),
        ],
      ),
    ],
    by: 'ai' as const,
    model: 'gpt-oss-120b',
    at: minutesAgo(12),
    articleIds: entries.map(({ id }) => id),
  }
  return assembleEvent({ ...row, story, text }, entries, 'sv')
})()

/** As many sources as an event can have, three disputes, and one of them with four statements. */
export const disputedEvent: EventView = (() => {
  const entries = Array.from({ length: 30 }, (_, i) => {
    const name = `${feeds[i % feeds.length]?.title} ${Math.floor(i / feeds.length) + 1}`
    const domain = `kalla${i}.example`
    const feed = { ...(feeds[0] as FeedView), id: 100 + i, title: name, publisher: { domain, name } }
    const at = minutesAgo(900 - i * 25)
    return article(i, { feed, publisher: domain, publishedAt: at, sortAt: at, imageUrl: null })
  })
  const ids = entries.map(({ id }) => id)
  const side = (text: string, from: number, to: number): Side => [
    text,
    ids.slice(from, to),
    quoting(ids[from], `${text} Så skriver källan.`),
  ]
  const row = { id: 90, lastAt: minutesAgo(12), sourceCount: 30, entriesCount: 30, splitFrom: null, story: null }
  const text = {
    revision: 2,
    title: 'Telefonen kostar 12 990 kronor i Sverige, men när den säljs är oklart',
    summary: 'Telefonen visades i går. Källorna är inte överens om pris, leverans och antal färger.',
    points: [
      storedPoint('agreed', ['Telefonen visades på ett möte i Cupertino.', ids.slice(0, 25)]),
      storedPoint('disputed', side('Den säljs från den 12 december.', 0, 14), side('Den säljs i januari.', 14, 20)),
      storedPoint(
        'disputed',
        ...[side('Priset är 12 990 kronor.', 0, 5), side('Priset är 13 490 kronor.', 5, 9)],
        side('Priset är inte bestämt för de nordiska länderna.', 9, 12),
      ),
      storedPoint(
        'disputed',
        ...[side('Den finns i fyra färger.', 1, 6), side('Den finns i fem färger.', 6, 9)],
        ...[side('Den finns i två färger.', 9, 11), side('Färgerna är inte visade.', 11, 12)],
      ),
    ],
    by: 'ai' as const,
    model: 'gpt-oss-120b',
    at: minutesAgo(12),
    articleIds: entries.map(({ id }) => id),
  }
  return assembleEvent({ ...row, text }, entries, 'sv')
})()

export const revisions: EventRevision[] = [3, 2, 1].map((revision) => ({
  revision,
  at: minutesAgo(12 + (3 - revision) * 95),
  by: 'ai',
  model: 'gpt-oss-120b',
  title: toldEvent.title,
  summary: toldEvent.summary,
  points: toldEvent.points,
  reason: revision === 3 ? 'new_fact' : 'second_source',
  broughtBy: toldEvent.sources.slice(revision, revision + 1),
  added: toldEvent.points.slice(revision, revision + 1).map(({ statements: [{ text }] }) => text),
}))

export const days = Array.from({ length: 30 }, (_, i) => ({
  day: new Date(now.getTime() - (29 - i) * 86_400_000).toISOString().slice(0, 10),
  articles: (i * 7) % 11,
}))

const storyDays = [1, 0, 3, 7, 4, 2, 0, 1, 5, 11, 6, 3, 2, 8]
const titles = [
  'EU och App Store: striden om betalsätten',
  'Vägen till en vikbar Iphone',
  'Avbrotten i Icloud',
  'Flytten av tillverkningen från Kina',
]

export const stories: StoryDetailView[] = titles.map((title, i) => ({
  id: i + 1,
  title,
  status: i === 3 ? 'dormant' : 'active',
  lead: 'Sedan i våras har kommissionen och Apple tvistat om hur appar får ta betalt. Nu har domstolen sagt sitt, och reglerna börjar gälla i januari.',
  body: 'Tvisten började när kommissionen i april förelade Apple att låta appar hänvisa till egna betalsätt. Bolaget svarade med en ny avgift, som kommissionen underkände i juni.\n\nI september hördes parterna i Luxemburg. Domen kom i dag och ger kommissionen rätt på alla punkter utom en. Apple har 60 dagar på sig att ändra villkoren.',
  textBy: 'ai',
  entriesCount: 53 - i * 11,
  firstEntryPublishedAt: minutesAgo(14 * 1440),
  lastEntryPublishedAt: minutesAgo(12 + i * 900),
  imageUrl: events[0]?.lead.imageUrl ?? null,
  updatedAt: minutesAgo(12),
  days: storyDays.slice(i * 2).map((articles, d) => ({ day: `2026-11-${8 + d}`, articles })),
  predecessor: i === 0 ? { id: 9, title: 'Lagen om digitala marknader blir till', status: 'dormant' } : null,
  successors: i === 0 ? [{ id: 10, title: 'Samma fråga i USA: högsta domstolen säger nej', status: 'active' }] : [],
  entries: events.map((one) => one.lead).slice(0, 6),
  events: events.slice(0, 9),
}))
