/** Invented guides, sources and figures of quality, to look at pages with beside the invented news. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GuideRumor } from '../../../src/domain/guides/guide.ts'
import type { GuideView } from '../../../src/read/content/views.ts'
import type { SourceHealthView } from '../../../src/read/operator/views.ts'
import type { JudgeView, TextChecks } from '../../../src/read/quality/views.ts'
import { events, feeds, minutesAgo, stories, tags } from './sample-news.ts'

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
    id: 'pris',
    on: '2026-11-10',
    claim: 'Den nya datorn blir dyrare',
    verdict: 'open' as const,
    by: { name: 'Provbladet', domain: 'a.example' },
  },
  {
    id: 'flakt',
    on: '2026-09-02',
    claim: 'Datorn får en fläkt',
    url: 'https://a.example/flakt',
    by: { name: 'Provbladet', domain: 'a.example' },
    verdict: 'wrong' as const,
    settled: { on: '2026-10-01', outcome: 'Den saknar fläkt' },
  },
  {
    id: 'farg',
    on: '2026-09-01',
    claim: 'Datorn finns i blått',
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
    svg: readFileSync(join(import.meta.dirname, '../../../content/guides/pictures/macbook-air.svg'), 'utf8').trim(),
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

export const judge: JudgeView = { model: 'mistral-large', planted: 100, caught: 97, suspendedSince: null }
