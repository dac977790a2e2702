/** Guides in the REST API, and in the log of changes. */
import { loggedKind } from '../../news/changes/resource.ts'
import type { RestPart } from '../../surfaces/rest/feature-api.ts'
import { detailRoute, listRoute } from '../../surfaces/rest/resource-routes.ts'
import { GuideItem, guide } from './guide-resource.ts'
import { hydrateGuides } from './list-guides.ts'

export const rest: RestPart = {
  tag: { name: 'Guides', description: 'Guides to products, by the editors of the site.' },
  routes: (site) => [
    listRoute(site, guide, {
      operationId: 'listGuides',
      tag: 'Guides',
      summary: 'Guides to products',
      description: 'All guides: families, generations, products and rumors, each by title.',
    }),
    detailRoute(guide, {
      operationId: 'getGuide',
      tag: 'Guides',
      summary: 'One guide',
      description: 'One guide by its slug, with its sources, releases and rumors.',
    }),
  ],
}

export const logged = loggedKind(
  'guide',
  GuideItem,
  ({ slug }) => slug,
  ({ db, site }, ids) => hydrateGuides(db, site.language, ids),
  { isNumbered: false },
)
