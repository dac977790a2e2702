/** Reading apps of the Google Reader API. */
import type { Feature } from '../../feature.ts'
import { googleReaderRoutes, readerErrors } from './routes.ts'

export const googleReader: Feature = {
  web({ app, ctx, services, renderErrors }) {
    googleReaderRoutes(app, ctx, services.content.messages.t)
    for (const prefix of ['/reader', '/accounts']) renderErrors(readerErrors(prefix))
    return null
  },
}
