/** A reader's edition by mail, and the way to its times. */

import { editionMailWriter } from '../../../../src/features/edition-mail/write-mail.ts'
import type { SitePage } from '../../../../src/surfaces/site/page.ts'
import type { FeatureSample } from '../preview.ts'
import { events } from '../sample-news.ts'

/** A letter as mail programs get it. */
function letter(page: SitePage): string {
  const matchedFollows = [{ kind: 'tag' as const, key: '1' }]
  const told = {
    email: 'karin@exempel.se',
    key: 'x'.repeat(32),
    rows: events.slice(0, 8).map((event) => ({ event, matchedFollows })),
    edition: 'morning' as const,
    day: '2026-11-23',
    names: new Map([['tag:1', 'AirPods']]),
  }
  return editionMailWriter(page)(told)?.html ?? ''
}

export const sample: FeatureSample = {
  pages: { '/brev': letter },
  choices: [{ title: 'editions.title', path: '/konto/letters' }],
}
