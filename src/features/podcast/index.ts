/** The podcast: episodes that are imported or spoken from a day's news, for readers and players. */
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Feature } from '../../feature.ts'
import { episodePath } from '../../platform/site/paths.ts'
import { consoleRoutes } from './console-pages.ts'
import { loadFront } from './front-box.ts'
import { poddMediaDir } from './import.ts'
import { listEpisodes } from './queries.ts'
import { episode } from './resource.ts'
import { logged, rest } from './rest.ts'
import { checkVoice, speakDemo } from './studio.ts'

/** Of the sitemap. */
const LISTED = 1000

export const podcast: Feature = {
  async web({ app, ctx, services, sendPage }) {
    const [{ mediaRoutes }, { pageRoutes }, { playerRoutes }] = await Promise.all([
      import('./media-routes.ts'),
      import('./page-routes.ts'),
      import('./player-routes.ts'),
    ])
    playerRoutes(app, ctx, services.content.showCover)
    mediaRoutes(app, poddMediaDir(services.config))
    pageRoutes(app, ctx, sendPage)
    return null
  },
  sections: [
    { name: 'podcast', path: ({ podcast }) => podcast, isFilled: sql<boolean>`exists (select from episodes)` },
  ],
  front: [loadFront],
  sitemap: [
    {
      path: ({ podcast }) => podcast,
      list: async (db, { paths }) => (await listEpisodes(db, LISTED)).map((one) => episodePath(paths, one)),
    },
  ],
  resources: [(use) => use(episode)],
  rest: [rest],
  kinds: [logged],
  llms: [{ name: 'podcast', path: ({ podcast }) => `${podcast}.rss` }],
  styles: [join(import.meta.dirname, 'episodes.css')],
  scripts: [join(import.meta.dirname, 'assets/load-player.js')],
  assets: [join(import.meta.dirname, 'assets')],
  servers: [{ name: 'podcast', run: checkVoice }],
  prompts: ['podcast'],
  demo: speakDemo,
  console: [{ group: 'content', name: 'episodes', path: '/admin/episodes', routes: consoleRoutes }],
}
