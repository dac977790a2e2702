/** Running stories. */

import { z } from 'zod'
import { formatPlace } from '../../domain/site/pages.ts'
import { findHeir } from '../../read/heirs.ts'
import { findDissolvedPath } from '../../read/stories/dissolved.ts'
import { findStory, listStoriesBehind, pageStories } from '../../read/stories/stories.ts'
import type { StoryDetailView } from '../../read/stories/views.ts'
import { listOf, oneOf } from './envelopes.ts'
import { listCursor, pages, storyId, storyStatus } from './parameters.ts'
import { presentStory, presentStoryDetail } from './present-story.ts'
import { type ApiRoute, route } from './route.ts'
import { Story, StoryDetail } from './schemas.ts'
import { Moved, movedTo, one, sendList, sendRead } from './send.ts'

export const storyRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/stories',
    operationId: 'listStories',
    tag: 'Stories',
    summary: 'Stories, most recently updated first',
    description: 'Affairs that run over several events.',
    auth: 'none',
    query: z.object({ ...pages, ...listCursor, status: storyStatus }),
    answers: [{ status: 200, description: 'A page of stories.', schema: listOf(Story) }],
    handle: (call) => {
      const { db, origin } = call.ctx
      const { page, per_page: perPage, status, cursor } = call.query
      const within = status === undefined ? {} : { status }
      const load = () =>
        cursor
          ? listStoriesBehind(db, { after: cursor, perPage, ...within })
          : pageStories(db, { page, perPage, ...within })
      const key = `api /stories ${page} ${perPage} ${status} ${cursor ? formatPlace(cursor) : ''}`
      return sendList(call, { key, dependsOn: ['content'], load }, within, (view) => presentStory(view, origin))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/stories/:id',
    operationId: 'getStory',
    tag: 'Stories',
    summary: 'One story',
    description:
      'One story with its text and its articles. A story that was merged answers with the address of the other; one that turned out to be none, with the page of the leading article of its best event, or of all stories.',
    auth: 'none',
    params: storyId,
    answers: [
      { status: 200, description: 'The story.', schema: oneOf(StoryDetail) },
      {
        status: 301,
        description: 'The story was merged into another, or dissolved; see the Location header.',
        schema: oneOf(Moved),
      },
    ],
    handle: (call) => {
      const { db, site, config, origin } = call.ctx
      const id = Number.parseInt(call.params.id, 10)
      const load = async (): Promise<StoryDetailView | number | string | null> =>
        (await findStory(db, id, site.language)) ?? (await findHeir(db, 'stories', id)) ?? findDissolvedPath(db, id)
      return sendRead(call, {
        key: `api /stories/${id}`,
        dependsOn: ['content'],
        load,
        render: (found, now) => {
          if (typeof found === 'object') return one(presentStoryDetail(found, origin), now)
          if (typeof found === 'string') return movedTo(found, { id: null, url: config.BASE_URL + found }, now)
          const address = `/api/v1/stories/${found}`
          return movedTo(address, { id: found, url: config.BASE_URL + address }, now)
        },
      })
    },
  }),
]
