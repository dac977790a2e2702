/** Subjects. */
import { z } from 'zod'
import { keyedPage } from '../../domain/site/pages.ts'
import { findTag, listTags } from '../../read/articles/tags.ts'
import type { TagDetailView, TagView } from '../../read/articles/views.ts'
import { listOf, oneOf } from './envelopes.ts'
import { keyCursor, pages, tagSlug } from './parameters.ts'
import { presentTag } from './present-article.ts'
import { type ApiRoute, route } from './route.ts'
import { TagDetail, TagItem, type Wire } from './schemas.ts'
import { sendList, sendOne } from './send.ts'

export const tagRoutes: ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api/v1/tags',
    operationId: 'listTags',
    tag: 'Tags',
    summary: 'Tags with articles',
    description: 'All tags that stand on published articles, most used first.',
    auth: 'none',
    query: z.object({ ...pages, ...keyCursor }),
    answers: [{ status: 200, description: 'A page of tags.', schema: listOf(TagItem) }],
    handle: (call) => {
      const { page, per_page: perPage, cursor } = call.query
      const load = async () =>
        keyedPage(await listTags(call.ctx.db, call.ctx.site), { page, perPage }, cursor, ({ slug }) => slug)
      return sendList(
        call,
        { key: `api /tags ${page} ${perPage} ${cursor ?? ''}`, dependsOn: ['content'], load },
        {},
        presentTagItem,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/tags/:id',
    operationId: 'getTag',
    tag: 'Tags',
    summary: 'One tag',
    description: 'One tag by its slug, with those that stand beside it most often.',
    auth: 'none',
    params: tagSlug,
    answers: [{ status: 200, description: 'The tag.', schema: oneOf(TagDetail) }],
    handle: (call) => {
      const slug = call.params.id
      const load = () => findTag(call.ctx.db, { slug })
      return sendOne(call, { key: `api /tags/${slug}`, dependsOn: ['content'], load }, presentTagDetail)
    },
  }),
]

const presentTagItem = (tag: TagView): Wire<typeof TagItem> => ({ ...presentTag(tag), entries_count: tag.entriesCount })

const presentTagDetail = (tag: TagDetailView): Wire<typeof TagDetail> => ({
  ...presentTagItem(tag),
  related: tag.related.map(presentTag),
})
