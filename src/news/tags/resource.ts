/** The resource "tag", a subject of articles: fields, lists and details. */
import { z } from 'zod'
import { inline } from '../../platform/markdown/escape.ts'
import { keyedPage } from '../../platform/site/pages.ts'
import { textId } from '../resources/parameters.ts'
import { resolve } from '../resources/queries/moved.ts'
import { resource } from '../resources/resource.ts'
import { count, id, pick, shape } from '../resources/shape.ts'
import { findTag, listTags } from './queries/tags.ts'
import type { TagDetailView, TagRef, TagView } from './queries/views.ts'

export const Tag = shape<TagRef>()('Tag', 'A subject.', {
  id: [id, (tag) => tag.id],
  name: [z.string(), (tag) => tag.name],
  slug: [z.string(), (tag) => tag.slug],
})

const TagItem = shape<TagView>()('TagItem', 'A subject that has articles.', {
  ...Tag.fields,
  entries_count: [count, (tag) => tag.entriesCount],
})

const TagDetail = shape<TagDetailView>()('TagDetail', 'A subject in detail.', {
  ...TagItem.fields,
  related: [
    z.array(Tag.schema).max(10).describe('Tags that share articles with it most often.'),
    ({ related }, origin) => related.map((tag) => Tag.present(tag, origin)),
  ],
})

export const exampleTag: TagView = { id: 3, name: 'Harvest', slug: 'harvest', entriesCount: 88 }

export const tag = resource({
  name: 'tag',
  plural: 'tags',
  path: '/tags',
  id: textId(/^[^\p{Cc}]{1,200}$/u, 'Slug of the tag.'),
  item: TagItem,
  detail: TagDetail,
  example: {
    item: exampleTag,
    detail: { ...exampleTag, related: [{ id: 9, name: 'Weather', slug: 'weather' }] },
  },
  cursor: 'key',
  dependsOn: ['content'],
  list: async ({ db, site }, { filter, afterKey, ...page }) =>
    keyedPage(await listTags(db, { language: site.language, ...filter }), page, afterKey, ({ slug }) => slug),
  find: ({ db }, slug) => resolve(() => findTag(db, { slug })),
  slugs: async ({ db, site }) => (await listTags(db, { language: site.language })).map(({ slug }) => slug),
  mcp: {
    many: 'tags',
    item: shape<TagView>()('TagHit', 'A subject in brief.', pick(TagItem, 'slug', 'name', 'entries_count')),
    lists: [{ name: 'list_tags', filter: { relevant: true }, limit: 200 }],
    line: (one) => `- ${one.slug}: ${inline(one.name)} (${one.entriesCount})`,
  },
})
