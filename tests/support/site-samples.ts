/** Invented articles, happenings and stories in Swedish, to look at pages with before there is any news. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuideRumor } from '../../src/domain/guides/guide.ts'
import { wilson } from '../../src/domain/quality/wilson.ts'
import type { ArticleView, CorrectionView, FeedView, TagView } from '../../src/read/articles/views.ts'
import type { EpisodeDetailView, GuideView } from '../../src/read/content/views.ts'
import { assembleEvent } from '../../src/read/events/assemble.ts'
import type { EventRevision, EventView } from '../../src/read/events/views.ts'
import type { SourceHealthView } from '../../src/read/operator/views.ts'
import type { QualityView, TextChecks } from '../../src/read/quality/views.ts'
import type { StoryDetailView } from '../../src/read/stories/views.ts'

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

const texts: [string, string, string?][] = [
  [
    'EU-domstolen ger kommissionen rätt: App Store måste öppnas för fler betalsätt',
    'EU-domstolen slår fast att Apple måste låta appar hänvisa till egna betallösningar utan avgift i alla medlemsländer. Domen kan inte överklagas och börjar gälla om 60 dagar. Apple säger att bolaget är besviket men kommer att följa beslutet. Svenska utvecklare som Nordisk Teknik har talat med väntar sig lägre priser redan under våren.',
  ],
  [
    'Nästa Macbook Air väntas få ny skärm och tunnare ramar',
    'Leverantörer i Taiwan har börjat leverera paneler till en Macbook Air med 120 hertz, enligt två av varandra oberoende källor. Datorn skulle i så fall visas upp i mars. Priset väntas ligga kvar, men grundmodellen får dubbelt så mycket lagring.',
  ],
  [
    'IOS 27.2 är här – så fungerar den nya batterivyn',
    'Uppdateringen gör det lättare att se vilka appar som drar ström i bakgrunden och rättar 31 säkerhetsfel, varav ett har utnyttjats i attacker. Den som har en Iphone 13 eller nyare bör installera den genast.',
  ],
  [
    'Apple lägger ner planerna på en egen sökmotor',
    'Projektet, som har pågått i sex år, avslutas enligt uppgifter till Silicon Almanac. Ett par hundra anställda flyttas till arbetet med Siri.',
  ],
  [
    'Recension: Airpods Max 2 låter bättre men väger lika mycket',
    'Brusreduceringen är klassens bästa och batteriet räcker i 26 timmar. Men den som hoppades på en lättare lur får vänta, och priset på 6 995 kronor svider.',
  ],
  [
    'Så mycket kostar det att byta batteri i Iphone efter årsskiftet',
    'Priset höjs med 150 kronor för alla modeller utom Iphone 17. Den som ändå tänkt byta gör klokt i att boka tid före jul.',
  ],
  [
    'Supreme Court declines to hear the appeal over App Store links',
    'The justices left in place a ruling that lets developers in the United States link to their own checkout pages. The company has thirty days to comply.',
    'en',
  ],
  [
    'Svenska banker först i Norden med nya Plånboken',
    'Från och med måndag går det att lägga in svenska id-handlingar i Plånboken på Iphone. Fem banker är med från början, fler väntas före sommaren.',
  ],
  [
    'Kartor får cykelvägar i Göteborg och Malmö',
    'Stockholm fick funktionen redan i våras. Nu går det att planera cykelturer i tre svenska städer.',
  ],
  ['Ny tillverkningschef tar över efter nyår', 'Den tidigare chefen går i pension efter 28 år i bolaget.'],
  ['Rykte: vikbar Ipad skjuts upp till 2028', 'Gångjärnet klarar inte kraven på hållbarhet, enligt en analytiker.'],
  ['Vision Pro får svenska som röststyrningsspråk', 'Stödet kommer i nästa uppdatering och omfattar även diktering.'],
  ['Fabriken i Indien bygger nu var fjärde Iphone', 'För två år sedan var siffran 14 procent.'],
  [
    'Därför försvann appen för väder i måndags',
    'Ett utgånget certifikat gjorde att tusentals användare såg en tom sida.',
  ],
  ['Apple TV köper rättigheterna till handbolls-EM', 'Avtalet gäller i Norden till och med 2030.'],
  ['Kvartalsrapporten: tjänsterna växer snabbast', 'Intäkterna från tjänster steg med 14 procent, medan Ipad backade.'],
  [
    'Security update for older Watches',
    'Watches from series 6 and later receive a fix for a flaw in the Bluetooth stack.',
    'en',
  ],
  [
    'Ny butik öppnar i Uppsala i februari',
    'Det blir den fjärde i landet, och den första med verkstad för reparationer.',
  ],
  ['Genvägar: fem knep som sparar tid varje dag', 'Från att tysta telefonen på bio till att räkna ut dricks.'],
  ['Domstol stoppar försäljningen av äldre klockor', 'Beslutet gäller bara i Brasilien och kan överklagas.'],
]

let next = 8100

export function article(index: number, options: Partial<ArticleView> = {}): ArticleView {
  const [title, summary, language = 'sv'] = texts[index % texts.length] ?? ['', '']
  const feed = feeds[(index * 3) % feeds.length] ?? (feeds[0] as FeedView)
  const at = minutesAgo(12 + index * index * 7)
  const id = next++
  return {
    id,
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
    relevant: true,
    sourceCount: 1,
    views: 40,
    popularityScore: 1,
    feed,
    publisher: new URL(feed.url).hostname,
    creditedPublisher: null,
    tags: tags.slice(index % 8, (index % 8) + 3),
    event: null,
    story: null,
    ...options,
  }
}

export function event(index: number, others = 0): EventView {
  const lead = article(index, { sourceCount: others + 1, event: { id: index + 1, entriesCount: others + 1 } })
  const members = Array.from({ length: others }, (_, i) => {
    const feed = feeds[(index * 3 + 1 + i) % feeds.length] ?? lead.feed
    const at = new Date(lead.sortAt.getTime() + (i + 1) * 1_320_000)
    const title =
      [lead.title, 'Så reagerar svenska utvecklare', 'What we know so far', 'Det här händer nu'][i % 4] ?? ''
    const own = { feed, publisher: feed.publisher.domain, url: `${feed.url}${i}`, imageUrl: null, event: lead.event }
    const summary = `${i}. ${texts[(index + i + 1) % texts.length]?.[1] ?? ''}`
    const original = { title, summary, language: feed.language }
    return article(index, { ...own, title, original, language: i % 4 === 2 ? 'en' : 'sv', publishedAt: at, sortAt: at })
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
      {
        text: 'Appar får hänvisa till egna betallösningar utan avgift i hela EU.',
        status: 'agreed' as const,
        articles: ids.slice(0, 4),
        against: null,
      },
      {
        text: 'Domen kan inte överklagas.',
        status: 'agreed' as const,
        articles: ids.slice(1, 3),
        against: null,
      },
      {
        text: 'Svenska utvecklare räknar med lägre priser redan under våren.',
        status: 'single' as const,
        articles: ids.slice(4, 5),
        against: null,
      },
      {
        text: 'Villkoren ska vara ändrade inom 60 dagar.',
        status: 'disputed' as const,
        articles: ids.slice(0, 1),
        against: { text: 'Villkoren ändras först vid årsskiftet.', articles: ids.slice(2, 4) },
      },
    ],
    by: 'ai' as const,
    model: 'gpt-oss-120b',
    at: minutesAgo(12),
  }
  return assembleEvent({ ...row, story, text }, entries, 'sv')
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
  added: toldEvent.points.slice(revision, revision + 1).map(({ text }) => text),
}))

export const corrections: CorrectionView[] = [
  {
    at: minutesAgo(300),
    of: { kind: 'article', id: 8100, title: texts[0]?.[0] ?? '' },
    title: null,
    summary: {
      before: 'Domen börjar gälla om 30 dagar. Apple säger att bolaget är besviket.',
      after: 'Domen börjar gälla om 60 dagar. Apple säger att bolaget är besviket.',
    },
    points: null,
  },
  {
    at: minutesAgo(4000),
    of: { kind: 'article', id: 8101, title: texts[1]?.[0] ?? '' },
    title: { before: 'Nästa Macbook Air får ny skärm', after: texts[1]?.[0] ?? '' },
    summary: null,
    points: null,
  },
]

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

export const episodes: EpisodeDetailView[] = [
  'Domen från Luxemburg',
  'En tunnare Macbook Air',
  'Batterier, banker och butiker',
].map((title, i) => ({
  episodeId: `2026-11-${20 - i}`,
  title,
  description:
    'Dagens viktigaste nyheter på åtta minuter: domen i EU-domstolen, skärmarna från Taiwan och vad som är nytt i IOS 27.2.',
  publishedOn: minutesAgo(180 + i * 1440),
  durationSeconds: 521 + i * 33,
  audioPath: `2026-11-${20 - i}/avsnitt.mp3`,
  audioType: 'audio/mpeg',
  audioBytes: 4_000_000,
  coverPath: null,
  coverThumbPath: null,
  hasTranscript: true,
  updatedAt: minutesAgo(180),
  chapters: [
    { startSeconds: 0, title: 'Inledning', url: null, imageUrl: null },
    { startSeconds: 34, title: 'EU-domstolen och App Store', url: null, imageUrl: null },
    { startSeconds: 251, title: 'Nya skärmar till Macbook Air', url: null, imageUrl: null },
  ],
  sources: events
    .slice(0, 3)
    .map(({ lead }) => ({ title: lead.title, url: lead.url, source: lead.feed.title, entryId: lead.id })),
  transcriptText:
    'God morgon! Det här är nyheterna för fredagen den 20 november.\n\nVi börjar i Luxemburg, där EU-domstolen har sagt sitt.',
  transcriptVtt: null,
}))

const guideRef = (slug: string, title: string, pageType: GuideView['pageType']) => ({
  slug,
  title,
  pageType,
  summary: `Vad som är känt om ${title}: modeller, priser, stöd och vad som väntas härnäst.`,
  family: null,
  generation: null,
  updated: '2026-11-18',
})

export const rumors: GuideRumor[] = [
  {
    ...{ id: 'pris', on: '2026-11-10', claim: 'Den nya datorn blir dyrare', verdict: 'open' as const },
    by: { name: 'Provbladet', domain: 'a.example' },
  },
  {
    ...{ id: 'flakt', on: '2026-09-02', claim: 'Datorn får en fläkt', url: 'https://a.example/flakt' },
    by: { name: 'Provbladet', domain: 'a.example' },
    ...{ verdict: 'wrong' as const, settled: { on: '2026-10-01', outcome: 'Den saknar fläkt' } },
  },
  {
    ...{ id: 'farg', on: '2026-09-01', claim: 'Datorn finns i blått' },
    by: { name: 'Butiken', domain: 'b.example' },
    verdict: 'true',
    settled: { on: '2026-10-01', outcome: 'Blått är en av färgerna', url: 'https://b.example/farger' },
  },
]

export const guides: GuideView[] = (
  [
    ['iphone', 'Iphone', 'family_hub'],
    ['mac', 'Mac', 'family_hub'],
    ['macbook-air', 'Macbook Air', 'product_hub'],
    ['airpods-max', 'Airpods Max', 'product_hub'],
    ['iphone-18', 'Iphone 18', 'generation_hub'],
    ['vikbar-iphone', 'Vikbar Iphone', 'rumor'],
  ] as const
).map(([slug, title, type]) => ({
  ...guideRef(slug, title, type),
  body: '## I korthet\n\nDen lättaste bärbara datorn i sortimentet, utan fläkt, i **två storlekar** [1]. Batteriet räcker en dag [?].\n\n| Modell | Skärm | Vikt | Pris |\n|---|---|---|---|\n| 13 tum | 13,6 tum | 1,24 kg | 13 995 kr |\n| 15 tum | 15,3 tum | 1,51 kg | 16 495 kr |\n\n## Vem den passar\n\n- Den som skriver, läser och surfar.\n- Den som vill ha lång batteritid.\n\n> Uppgifter om pris gäller i Sverige.\n\nLäs också om [Mac](/mac).',
  factsUntil: '2026-11-15',
  checked: '2026-11-16',
  sources: [
    {
      title: 'Provbladet: den nya datorn',
      url: 'https://a.example/dator',
      read: '2026-11-16',
      supports: 'chip och skärm',
    },
    { title: 'Butikens prislista', url: 'https://b.example/priser', read: '2026-11-16', supports: 'pris i Sverige' },
  ],
  specs: [
    {
      model: '13 tum',
      year: 2026,
      chip: 'M5',
      screen: '13,6 tum',
      price: { amount: 13995, currency: 'SEK', at: '2026-11-16' },
      sources: [1, 2],
    },
    {
      model: '15 tum',
      year: 2026,
      screen: '15,3 tum',
      storage: '512 GB',
      price: { amount: 16995, currency: 'SEK', at: '2026-11' },
      system: 'macOS 27',
      sources: [1],
    },
  ],
  releases: [
    { date: '2026-03-04', sources: [1] },
    { date: '2025-03-12', sources: [1] },
    { date: '2024-03-08', sources: [2] },
  ],
  rumors: type === 'rumor' ? rumors : [],
  openRumors: rumors
    .slice(0, 1)
    .map((rumor) => ({ ...rumor, guide: guideRef('vikbar-iphone', 'Vikbar Iphone', 'rumor') })),
  picture: {
    name: 'macbook-air',
    alt: 'En tunn bärbar dator, uppfälld, sedd framifrån',
    svg: readFileSync(join(import.meta.dirname, '../../content/guides/pictures/macbook-air.svg'), 'utf8').trim(),
  },
  tags: tags.slice(0, 3),
  parents: [guideRef('mac', 'Mac', 'family_hub')],
  children: [guideRef('macbook-air-m5', 'Macbook Air M5', 'generation_hub')],
  related: [guideRef('vikbar-iphone', 'Vikbar Iphone', 'rumor')],
  latest: events.slice(1, 4).map((one) => one.lead),
  stories: stories.slice(0, 1),
  timeline: events
    .slice(4, 8)
    .map((one) => ({ at: one.firstPublishedAt, article: one.lead, sourceCount: one.sourceCount })),
}))

const states = ['well', 'well', 'failing', 'well', 'silent', 'well', 'paused', 'unread'] as const

export const health: SourceHealthView[] = feeds.map((feed, i) => ({
  id: feed.id,
  title: feed.title,
  publisher: feed.publisher,
  url: feed.url,
  state: states[i] ?? 'well',
  since: i === 2 ? minutesAgo(60 * 20) : null,
  cause: i === 2 ? 'busy' : null,
  folder: null,
  language: null,
  reason: i === 2 ? 'Svarar med 503 sedan i går' : null,
  lastFetchedAt: i === 7 ? null : minutesAgo(7 + i),
  lastSuccessAt: minutesAgo(7 + i),
  lastNewAt: i === 7 ? null : minutesAgo(40 + i * i * 90),
  newestArticleAt: i === 7 ? null : minutesAgo(45 + i * i * 90),
  nextFetchAt: minutesAgo(-20),
  errorsInRow: i === 2 ? 11 : 0,
  standIns:
    i === 3
      ? { n: 4, url: `${feed.url}nyheter/${'en-lang-adress-'.repeat(8)}1`, reason: 'Not the article: it leads on.' }
      : null,
  days: Array.from({ length: 30 }, (_, day) => ({
    day: `dag ${day}`,
    ok: i === 2 && day > 27 ? 2 : 60 + ((day * 7) % 23),
    failed: i === 2 && day > 27 ? 58 : day === 11 ? 4 : 0,
    fresh: day % 5,
  })),
}))

export const checks: TextChecks = {
  title: null,
  sentences: [
    ['Apple måste låta appar hänvisa till egna betallösningar i alla medlemsländer.', 2, true],
    ['Ändringen ska vara klar inom sex månader.', 1, true],
    ['Bolaget säger att det kommer att överklaga.', 1, null],
  ].map(([text, passages, supported]) => ({
    text: text as string,
    publishers: ['MacRumors'],
    passages: passages as number,
    headlineOnly: supported === null,
    supported: supported as boolean | null,
    byOperator: supported === null,
    evidence: null,
  })),
  dropped: 1,
  judge: { model: 'mistral-large', planted: 100, caught: 97 },
}

/** Of a text that rests on several publishers. */
export const sharedChecks: TextChecks = {
  ...checks,
  sentences: checks.sentences.map((one, at) => ({ ...one, publishers: at === 1 ? ['Feber'] : ['MacRumors', 'Feber'] })),
}

export const quality: QualityView = {
  model: { judge: true },
  judge: { model: 'mistral-large', planted: 100, caught: 97, suspendedSince: null },
  stoppedSince: null,
  calibration: {
    ...{ line: 1.2, answers: 48, at: new Date('2026-11-20T10:00:00Z') },
    ...{ precision: wilson(19, 22), recall: wilson(19, 21) },
  },
  months: [
    {
      month: '2026-11',
      summarised: 1284,
      refused: [
        { kind: 'numbers', n: 41 },
        { kind: 'names', n: 23 },
        { kind: 'about', n: 4 },
      ],
      dropped: [
        { kind: 'judge', n: 96 },
        { kind: 'certainty', n: 31 },
      ],
      ...{ corrections: 3, reports: 5, falseJoins: 2, eventsSplit: 11 },
      ...{ controls: { planted: 402, caught: 391, pairs: 98, wronglyRefused: 2 }, exams: 2 },
    },
    {
      month: '2026-10',
      ...{ summarised: null, refused: null, dropped: null },
      ...{ corrections: 0, reports: 1, falseJoins: 0, eventsSplit: 4, controls: null, exams: null },
    },
  ],
}
