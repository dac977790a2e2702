/** Invented episodes. */

import { episodePage, podcastPage } from '../../../../src/features/podcast/episode-pages.ts'
import { episodeFront } from '../../../../src/features/podcast/front-box.ts'
import type { EpisodeDetailView } from '../../../../src/features/podcast/views.ts'
import type { FeatureSample } from '../preview.ts'
import { events, minutesAgo } from '../sample-news.ts'

const episodes = (['Domen från Luxemburg', 'En tunnare Macbook Air', 'Batterier, banker och butiker'] as const).map(
  (title, i): EpisodeDetailView => ({
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
  }),
)

const first = episodes[0] as EpisodeDetailView

export const sample: FeatureSample = {
  pages: {
    '/podd': (page) => podcastPage(page, { items: episodes, total: 3, page: 1, perPage: 20 }),
    '/podd/1': (page) => episodePage(page, first),
  },
  sections: [['podcast', '/podd']],
  front: [episodeFront(first)],
}
