/** Invented corrections. */

import { noteOf } from '../../../../src/features/corrections/correction-note.ts'
import { correctionsPage } from '../../../../src/features/corrections/corrections-page.ts'
import type { CorrectionView } from '../../../../src/features/corrections/queries.ts'
import type { FeatureSample } from '../preview.ts'
import { events, minutesAgo } from '../sample-news.ts'

const [firstTitle = '', secondTitle = ''] = events.map(({ lead }) => lead.title)

const corrections: CorrectionView[] = [
  {
    at: minutesAgo(300),
    of: { kind: 'article', id: 8100, title: firstTitle },
    title: null,
    summary: {
      before: 'Domen börjar gälla om 30 dagar. Apple säger att bolaget är besviket.',
      after: 'Domen börjar gälla om 60 dagar. Apple säger att bolaget är besviket.',
    },
    points: null,
  },
  {
    at: minutesAgo(4000),
    of: { kind: 'article', id: 8101, title: secondTitle },
    title: { before: 'Nästa Macbook Air får ny skärm', after: secondTitle },
    summary: null,
    points: null,
  },
]

export const sample: FeatureSample = {
  pages: { '/rattelser': (page) => correctionsPage(page, { items: corrections, total: 2, page: 1, perPage: 20 }) },
  aboutSite: [['corrections', '/rattelser']],
  notes: [noteOf(corrections)].filter((note) => note !== null),
}
