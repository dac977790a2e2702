/** Episodes in the REST API, and in the log of changes. */
import { loggedKind } from '../../news/changes/resource.ts'
import type { RestPart } from '../../surfaces/rest/feature-api.ts'
import { detailRoute, listRoute } from '../../surfaces/rest/resource-routes.ts'
import { hydrateEpisodes } from './queries.ts'
import { Episode, episode } from './resource.ts'

export const rest: RestPart = {
  tag: { name: 'Podcast', description: 'Episodes of the podcast.' },
  routes: (site) => [
    listRoute(site, episode, {
      operationId: 'listEpisodes',
      tag: 'Podcast',
      summary: 'Episodes, newest first',
      description: 'All episodes of the podcast.',
    }),
    detailRoute(episode, {
      operationId: 'getEpisode',
      tag: 'Podcast',
      summary: 'One episode',
      description: 'One episode with chapters and sources, and its transcript where that is asked for.',
    }),
  ],
}

export const logged = loggedKind(
  'episode',
  Episode,
  ({ episodeId }) => episodeId,
  ({ db }, ids) => hydrateEpisodes(db, ids),
  { isNumbered: false },
)
