/** Reading apps of the Google Reader API. */
import type { Feature } from '../../feature.ts'
import { appPasswordRoutes } from './me-app-passwords.ts'

export const googleReader: Feature = {
  async web({ app, ctx, services, renderErrors }) {
    const { googleReaderRoutes, readerErrors } = await import('./routes.ts')
    googleReaderRoutes(app, ctx, services.content.messages.t)
    for (const prefix of ['/reader', '/accounts']) renderErrors(readerErrors(prefix))
    return null
  },
  account: () => ({ appsText: 'mine.apps_text' }),
  me: appPasswordRoutes,
}
