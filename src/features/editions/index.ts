/** A reader's own edition outside the site: as a feed at a secret address, and there as sound. */
import type { Feature } from '../../feature.ts'
import { listAudioEditions, purgeOldAudio } from './audio-editions.ts'
import { findPersonalFeed } from './personal-feeds.ts'
import { audioStage, sweepUnusedSounds } from './synthesize.ts'

export const editions: Feature = {
  async web({ app, ctx, services: { content } }) {
    const [{ personalFeeds }, { audioEditionRoutes }] = await Promise.all([
      import('./feed-routes.ts'),
      import('./audio-routes.ts'),
    ])
    personalFeeds(app, ctx, content.messages.t)
    audioEditionRoutes(app, ctx, content.messages.t, content.showCover)
    return null
  },
  account: ({ ctx, services: { database } }) => ({
    routes: (app, pages) =>
      void app.register(async (scope) => {
        const { personalFeedRoutes } = await import('./personal-feed-page.ts')
        personalFeedRoutes(scope, ctx, pages)
      }),
    choices: [{ title: 'own_feed.title', path: '/account/own-feed' }],
    data: {
      export: async (userId) => ({
        personalFeed: await findPersonalFeed(database, userId),
        spokenEditions: (await listAudioEditions(database, userId)).map(({ day, title, madeAt }) => ({
          day,
          title,
          madeAt,
        })),
      }),
    },
  }),
  stages: (frame) => [audioStage(frame)],
  purges: [purgeOldAudio, sweepUnusedSounds],
}
