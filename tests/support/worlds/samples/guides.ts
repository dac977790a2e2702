/** Invented guides. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buyingPage } from '../../../../src/features/guides/pages/buying.ts'
import { guidePage, guidesPage } from '../../../../src/features/guides/pages/guides-page.ts'
import { guidesFront } from '../../../../src/features/guides/pages/on-other-pages.ts'
import { publisherRumors } from '../../../../src/features/guides/pages/rumor-sections.ts'
import type { GuideRumor } from '../../../../src/features/guides/rules/guide.ts'
import type { GuideView } from '../../../../src/features/guides/views.ts'
import type { FeatureSample } from '../preview.ts'
import { events, stories, tags } from '../sample-news.ts'

const guideRef = (slug: string, title: string, pageType: GuideView['pageType']) => ({
  slug,
  title,
  pageType,
  summary: `Vad som är känt om ${title}: modeller, priser, stöd och vad som väntas härnäst.`,
  family: null,
  generation: null,
  updated: '2026-11-18',
})

const rumors: GuideRumor[] = [
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

const guides: GuideView[] = (
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
    svg: readFileSync(join(import.meta.dirname, '../../../../content/guides/pictures/macbook-air.svg'), 'utf8').trim(),
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

const first = guides[0] as GuideView

export const sample: FeatureSample = {
  pages: {
    '/guider': (page) => guidesPage(page, guides),
    '/macbook-air': (page) => guidePage(page, guides[2] ?? first, events.slice(1, 4)),
    '/kop-nu-eller-vanta': (page) =>
      buyingPage(
        page,
        guides.map((guide) => ({ guide, releases: guide.releases, openRumors: guide.openRumors })),
      ),
  },
  sections: [['guides', '/guider', true]],
  front: [guidesFront(guides.slice(0, 5))],
  publisher: [
    (page) =>
      publisherRumors(
        page,
        rumors.map((rumor) => ({ ...rumor, guide: first })),
      ),
  ],
}
