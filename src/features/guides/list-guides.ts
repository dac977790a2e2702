/** Guides for readers: lists, and one page with the guides around it. */

import type { TagRef } from '../../news/tags/queries/views.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import { readGuideLive, type StoryHydrator } from './live.ts'
import { newsPattern } from './rules/names.ts'
import { hierarchyOrder, relatedOf } from './rules/related-guides.ts'
import { listRumors, openRumorsOf } from './rumors.ts'
import type { GuideRef, GuideView, GuideViolationView } from './views.ts'

/** A guide with the slugs of its tags: enough to know its place among the others. */
interface Row extends GuideRef {
  tags: string[]
  names: string[]
}

const guideColumns = ['body', 'facts_until', 'checked', 'sources', 'specs', 'releases', 'rumors', 'picture'] as const

export interface GuideOptions {
  siteLanguage: string
  stories: StoryHydrator
}

/** All guides, or those of one type: family hubs, generation hubs, products, rumors, each by title as `language` orders names. */
export async function listGuides(db: ReadDb, language: string, pageType?: string): Promise<GuideRef[]> {
  const rows = await allRows(db, language)
  return rows.filter((row) => pageType === undefined || row.pageType === pageType).map(asRef)
}

/** Those of `slugs` that exist. */
export async function hydrateGuides(db: ReadDb, language: string, slugs: string[]): Promise<GuideRef[]> {
  const wanted = new Set(slugs)
  return (await listGuides(db, language)).filter(({ slug }) => wanted.has(slug))
}

/** The guide with this slug, or null. */
export async function findGuide(db: ReadDb, slug: string, options: GuideOptions): Promise<GuideView | null> {
  const stored = await db.selectFrom('guides').select(guideColumns).where('slug', '=', slug).executeTakeFirst()
  if (!stored) return null
  const rows = await allRows(db, options.siteLanguage)
  const row = rows.find((one) => one.slug === slug)
  if (!row) return null
  const { parents, children, related } = relatedOf(row, rows, options.siteLanguage)
  const tags = await tagsOf(db, row.tags)
  return {
    ...asRef(row),
    body: stored.body,
    factsUntil: stored.facts_until,
    checked: stored.checked,
    sources: stored.sources,
    specs: stored.specs,
    releases: stored.releases,
    rumors: stored.rumors,
    openRumors: openRumorsOf(await listRumors(db), slug),
    picture: stored.picture,
    tags,
    parents: parents.map(asRef),
    children: children.map(asRef),
    related: related.map(asRef),
    ...(await readGuideLive(db, { tagIds: tags.map((tag) => tag.id), pattern: newsPattern(row, rows) }, options)),
  }
}

/** Violations of guide files, by file and line; for /status and the operator. */
export async function listGuideViolations(db: ReadDb): Promise<GuideViolationView[]> {
  return db
    .selectFrom('guide_faults')
    .select(['file', 'line', 'message', 'refused', 'at'])
    .orderBy('refused', 'desc')
    .orderBy('file')
    .orderBy('line')
    .execute()
}

async function allRows(db: ReadDb, language: string): Promise<Row[]> {
  const rows = await db
    .selectFrom('guides')
    .select(['slug', 'title', 'page_type', 'summary', 'family', 'generation', 'updated', 'tags', 'names'])
    .orderBy('slug')
    .execute()
  return rows.map(({ page_type, ...row }) => ({ ...row, pageType: page_type })).sort(hierarchyOrder(language))
}

/** In the guide's own order; tags that no article has ever had are unknown here. */
async function tagsOf(db: ReadDb, slugs: string[]): Promise<TagRef[]> {
  if (slugs.length === 0) return []
  const rows = await db.selectFrom('tags').select(['id', 'name', 'slug']).where('slug', 'in', slugs).execute()
  return rows.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
}

function asRef({ slug, title, pageType, summary, family, generation, updated }: Row): GuideRef {
  return { slug, title, pageType, summary, family, generation, updated }
}
