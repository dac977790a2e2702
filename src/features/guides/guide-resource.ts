/** The resource "guide", a product guide of the content folder: fields, filters, lists and details. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Filter } from '../../news/resources/filters.ts'
import { partOfText } from '../../news/resources/long-answers.ts'
import { oneOf, textId, time } from '../../news/resources/parameters.ts'
import { resolve } from '../../news/resources/queries/moved.ts'
import { resource } from '../../news/resources/resource.ts'
import { address, pick, shape } from '../../news/resources/shape.ts'
import { hydrateStories } from '../../news/stories/queries/stories.ts'
import { keyedPage } from '../../platform/site/pages.ts'
import { guidePath } from '../../platform/site/paths.ts'
import { guideBody, guideLine, guidePage } from './guide-markdown.ts'
import { findGuide, listGuides } from './list-guides.ts'
import { type GuideSource as GuideSourceView, pageTypes, verdicts } from './rules/guide.ts'
import { guidesOf } from './search-guides.ts'
import type { GuideRef, GuideView } from './views.ts'

export const GuideItem = shape<GuideRef>()('GuideItem', 'A guide, as in lists.', {
  slug: [z.string(), (guide) => guide.slug],
  title: [z.string(), (guide) => guide.title],
  page_type: [z.string(), (guide) => guide.pageType],
  summary: [z.string(), (guide) => guide.summary],
  family: [z.string().nullable(), (guide) => guide.family],
  generation: [z.string().nullable(), (guide) => guide.generation],
  updated: [z.string(), (guide) => guide.updated],
  url: [address, (guide, { baseUrl }) => baseUrl + guidePath(guide)],
  markdown_url: [address, (guide, { baseUrl }) => `${baseUrl}${guidePath(guide)}.md`],
})

const GuideSource = z.object({ title: z.string(), url: z.string(), read: z.string(), supports: z.string() })

const Release = z.object({ date: z.string(), sources: z.array(z.number()) })
const Rumor = z.object({
  id: z.string(),
  on: z.string(),
  claim: z.string(),
  by: z.object({ name: z.string(), domain: z.string() }),
  url: z.string().optional(),
  about: z.string().optional(),
  verdict: z.enum(verdicts),
  settled: z.object({ on: z.string(), outcome: z.string(), url: z.string().optional() }).optional(),
})

/** With its text, or the part of it that is shown. */
type Detail = GuideView & { markdown?: string }

const GuideDetail = shape<Detail>()('GuideDetail', 'A guide in detail.', {
  ...GuideItem.fields,
  checked: [
    z.string().nullable().describe('Day on which its facts were last checked against its sources; null: never.'),
    (guide) => guide.checked,
  ],
  sources: [z.array(GuideSource), ({ sources }): GuideSourceView[] => sources],
  releases: [
    z.array(Release).describe('Release days of the product, newest first, with the numbers of the sources.'),
    ({ releases }) => releases,
  ],
  rumors: [
    z.array(Rumor).describe('Claims of publishers, newest first, each with its outcome.'),
    ({ rumors }) => rumors,
  ],
  markdown: [
    z.string().describe('The whole guide as markdown; [1] cites the first source.'),
    (guide) => guide.markdown ?? '',
  ],
})

const GUIDE = pick(GuideItem, 'slug', 'title', 'page_type', 'summary', 'updated', 'url')
const GuideHit = shape<GuideRef>()('GuideHit', 'A guide in brief.', GUIDE)
const GuideFull = shape<Detail>()('GuideFull', 'A guide as markdown, in which its facts are.', {
  ...pick(GuideDetail, 'slug', 'title', 'summary', 'updated', 'checked', 'url', 'markdown'),
})

const exampleGuide: GuideRef = {
  slug: 'early-pear',
  title: 'The early pear',
  pageType: 'product_hub',
  updated: '2026-11-20',
  summary: 'Season and price.',
  family: 'pears',
  generation: null,
}
/** As far as the answer shows it. */
const exampleDetail = {
  ...exampleGuide,
  checked: '2026-11-20',
  releases: [],
  rumors: [],
  sources: [
    { title: 'Harvest', url: 'https://daily.example/2026/harvest', read: '2026-11-20', supports: 'The price.' },
  ],
  markdown: '# The early pear\n\nIt is ripe in August [1].',
} as unknown as Detail

/** Days are written so that their order is that of the letters. */
const between = (guides: GuideRef[], { since, until }: Filter) =>
  guides.filter(({ updated }) => updated >= dayOf(since, '') && updated < dayOf(until, '~'))
const dayOf = (at: Date | undefined, none: string) => at?.toISOString().slice(0, 10) ?? none

export const guide = resource<GuideRef, Detail>({
  name: 'guide',
  plural: 'guides',
  path: '/guides',
  id: textId(/^[a-z0-9-]{1,100}$/, 'Slug of the guide.'),
  query: () => ({
    page_type: oneOf(pageTypes, 'Only guides of this type.'),
    since: time('Reviewed by its editors on this day or later.'),
    until: time('Reviewed by its editors before this day.'),
  }),
  cursor: 'key',
  dependsOn: ['content'],
  item: GuideItem,
  detail: GuideDetail,
  example: { item: exampleGuide, detail: exampleDetail },
  list: async ({ db, site }, { filter, afterKey, ...page }) =>
    keyedPage(
      between(await listGuides(db, site.language, filter.pageType), filter),
      page,
      afterKey,
      ({ slug }) => slug,
    ),
  find: ({ db, site }, slug) =>
    resolve(() =>
      findGuide(db, slug, { siteLanguage: site.language, stories: (ids: number[]) => hydrateStories(db, ids) }),
    ),
  search: guidesOf,
  slugs: async ({ db, site }) => (await listGuides(db, site.language)).map(({ slug }) => slug),
  complete: (guide, md) => ({ ...guide, markdown: guideBody(guide, md) }),
  markdown: {
    title: 'agents.guide_pages',
    folder: '',
    parameter: ':slug(^[a-z0-9-]{1,100})',
    template: () => '/{slug}',
    path: guidePath,
    render: guidePage,
  },
  mcp: {
    one: 'guide',
    many: 'guides',
    isOffered: (contentFolder) => existsSync(join(contentFolder, 'guides')),
    item: GuideHit,
    lists: [{ name: 'list_product_guides', parameters: ['page_type'], limit: 50 }],
    get: {
      detail: GuideFull,
      name: 'get_product_guide',
      id: 'slug',
      about: 'Slug of a guide, from list_product_guides.',
      render: (guide) => guide.markdown ?? '',
      part: {
        about: 'Where its markdown goes on.',
        cut: (guide, from, md) => {
          const { shown, next } = partOfText(guideBody(guide, md), from)
          return { shown: { ...guide, markdown: shown }, next }
        },
      },
    },
    line: (guide, md) => `${guideLine(guide, md)} (slug ${guide.slug})`,
  },
})
