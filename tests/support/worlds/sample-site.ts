/** Invented sources and checks, to look at pages with beside the invented news. */
import type { SourceHealthView } from '../../../src/news/operator/queries/views.ts'
import type { JudgeView, TextChecks } from '../../../src/news/texts/queries/views.ts'
import { feeds, minutesAgo } from './sample-news.ts'

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
