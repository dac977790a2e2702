/** Figures of the texts by month: as a page, as markdown and in the API, and there the checks of each text. */
import { join } from 'node:path'
import type { Feature } from '../../feature.ts'
import { rest } from './rest.ts'

export const quality: Feature = {
  async web({ app, ctx, services, sendPage }) {
    const { qualityRoutes } = await import('./routes.ts')
    qualityRoutes(app, ctx, services.content.messages.t, sendPage)
    return null
  },
  aboutSite: [{ name: 'quality', path: ({ quality }) => quality, isOfChecks: true }],
  negotiated: [/^\/quality$/],
  rest: [rest],
  llms: [
    { name: 'quality_api', section: 'api', path: () => '/api/v1/quality' },
    { name: 'quality', section: 'optional', path: ({ quality }) => `${quality}.md` },
  ],
  styles: [join(import.meta.dirname, 'quality.css')],
}
