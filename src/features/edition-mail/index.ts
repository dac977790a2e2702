/** A reader's own edition by mail: twice a day at most, at times of their own. */
import { join } from 'node:path'
import type { Feature } from '../../feature.ts'
import { editionStages } from './edition-stages.ts'
import { findEditionMail } from './subscribers.ts'

export const editionMail: Feature = {
  async web({ app, ctx, page }) {
    const { unsubscribeRoutes } = await import('../../surfaces/site/account/unsubscribe-routes.ts')
    unsubscribeRoutes(app, ctx, page, 'edition')
    return null
  },
  styles: [join(import.meta.dirname, 'times-page.css')],
  stages: editionStages,
  account: ({ ctx }) => ({
    routes: (app, { page }) =>
      void app.register(async (scope) => {
        const { timesRoutes } = await import('./times-routes.ts')
        timesRoutes(scope, ctx, page)
      }),
    choices: [{ title: 'editions.title', path: '/account/letters' }],
    data: { export: async (userId) => ({ editionMail: await findEditionMail(ctx.database, userId) }) },
  }),
}
