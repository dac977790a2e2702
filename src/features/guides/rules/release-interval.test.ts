import { expect, it } from 'vitest'
import { releaseInterval } from './release-interval.ts'

it.each([
  ['no release', [], null],
  ['only releases to come', ['2027-01-01'], null],
  ['one release', ['2026-11-01'], { days: 20, typical: null, intervals: 0, advice: 'unclear' }],
  ['recent', ['2026-11-01', '2025-11-01', '2024-11-01'], { days: 20, typical: 365, intervals: 2, advice: 'early' }],
  ['halfway', ['2026-05-01', '2025-05-01', '2024-05-01'], { days: 204, typical: 365, intervals: 2, advice: 'middle' }],
  [
    'in the first half of three years, yet not recent',
    ['2025-09-19', '2022-09-19', '2019-09-20'],
    { days: 428, typical: 1096, intervals: 2, advice: 'middle' },
  ],
  ['late', ['2026-01-21', '2025-01-21', '2024-01-22'], { days: 304, typical: 365, intervals: 2, advice: 'late' }],
  ['overdue', ['2020-11-21', '2019-11-22', '2018-11-22'], { days: 2191, typical: 365, intervals: 2, advice: 'late' }],
  [
    'an odd interval counts little',
    ['2026-11-01', '2026-10-01', '2025-10-01', '2024-10-01'],
    { days: 20, typical: 365, intervals: 3, advice: 'early' },
  ],
  [
    'one to come beside others',
    ['2027-01-01', '2026-11-01'],
    { days: 20, typical: null, intervals: 0, advice: 'unclear' },
  ],
  ['a single interval', ['2025-11-01', '2024-11-01'], { days: 385, typical: null, intervals: 1, advice: 'unclear' }],
  [
    'three on one day',
    ['2026-11-01', '2026-11-01', '2026-11-01'],
    { days: 20, typical: null, intervals: 0, advice: 'unclear' },
  ],
  [
    'two models on one day, which are one release',
    ['2026-05-01', '2026-05-01', '2025-05-01', '2025-05-01', '2024-05-01'],
    { days: 204, typical: 365, intervals: 2, advice: 'middle' },
  ],
])('%s', (_, dates, expected) => {
  const found = releaseInterval(dates, '2026-11-21')
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatchObject(expected)
})
