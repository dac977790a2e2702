/** Invented figures of two months. */

import { qualityPage } from '../../../../src/features/quality/quality-page.ts'
import type { QualityView } from '../../../../src/features/quality/views.ts'
import { wilson } from '../../../../src/platform/text/wilson.ts'
import type { FeatureSample } from '../preview.ts'
import { judge } from '../sample-site.ts'

const quality: QualityView = {
  model: { judge: true, isSecond: true },
  judge,
  stoppedSince: null,
  calibration: {
    line: 1.2,
    answers: 48,
    at: new Date('2026-11-20T10:00:00Z'),
    precision: wilson(19, 22),
    recall: wilson(19, 21),
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
      corrections: 3,
      reports: 5,
      falseJoins: 2,
      eventsSplit: 11,
      controls: { planted: 402, caught: 391, pairs: 98, wronglyRefused: 2 },
      exams: 2,
    },
    {
      month: '2026-10',
      summarised: null,
      refused: null,
      dropped: null,
      corrections: 0,
      reports: 1,
      falseJoins: 0,
      eventsSplit: 4,
      controls: null,
      exams: null,
    },
  ],
}

export const sample: FeatureSample = {
  pages: { '/kvalitet': (page) => qualityPage(page, quality) },
  aboutSite: [['quality', '/kvalitet']],
}
