/** Product guides and the rumors that they keep: files of the content folder, for readers, agents and the console. */
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Feature } from '../../feature.ts'
import { guidePath } from '../../platform/site/paths.ts'
import { logged, rest } from './api-routes.ts'
import { consoleRoutes } from './console-pages.ts'
import { findDrawings } from './drawings.ts'
import { checkFiles, checkOverdueGuides } from './guide-checks.ts'
import { guide } from './guide-resource.ts'
import { listGuides } from './list-guides.ts'
import { llmsSection } from './llms.ts'
import { loadFound, loadFront, loadPublisher, loadStatus } from './pages/on-other-pages.ts'
import { syncContentGuides } from './sync.ts'
import { listUnembeddedGuides } from './vectors.ts'

export const guides: Feature = {
  async start(services) {
    const { faults: violations, ...sync } = await syncContentGuides(services)
    for (const violation of violations) services.log.warn(violation, 'a guide has an error')
    services.log.info({ guides: sync.guides, saved: sync.saved.length, removed: sync.removed.length }, 'guides synced')
  },
  async web({ app, ctx, sendPage }) {
    const { pageRoutes } = await import('./page-routes.ts')
    pageRoutes(app, ctx, sendPage)
    return null
  },
  passages: [listUnembeddedGuides],
  sections: [{ name: 'guides', path: ({ guides }) => guides, isFilled: sql`true`, isEarly: true }],
  front: [loadFront],
  drawings: [findDrawings],
  publisher: [loadPublisher],
  status: [loadStatus],
  found: [loadFound],
  suggested: [{ kind: 'guides', rows: sql`select slug, title from guides`, path: guidePath }],
  sitemap: [
    {
      path: ({ guides }) => guides,
      list: async (db, { language }) => (await listGuides(db, language)).map(guidePath),
    },
    { path: ({ buying }) => buying },
  ],
  styles: [join(import.meta.dirname, 'guides.css')],
  resources: [(use) => use(guide)],
  rest: [rest],
  kinds: [logged],
  llmsSections: [llmsSection],
  checks: (config) => [{ name: 'guides', run: () => checkFiles(config) }],
  storedChecks: (config, db) => [{ name: 'facts of guides', run: () => checkOverdueGuides(config, db) }],
  console: [{ group: 'content', name: 'rumors', path: '/admin/rumors', routes: consoleRoutes }],
}
