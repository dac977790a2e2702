/** Writes of guides and their violations. Decides nothing: sync.ts plans what to retain. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { withoutCitations } from './rules/citations.ts'
import type { Guide, StoredViolation } from './rules/guide.ts'

export interface StoredGuide {
  guide: Guide
  hash: string
}

/** Every guide as it was taken in; its line numbers are not kept. */
export async function listStoredGuides(db: Db | Trx): Promise<StoredGuide[]> {
  const rows = await db
    .selectFrom('guides')
    .select(['slug', 'file', 'title', 'page_type', 'family', 'generation', 'tags', 'summary', 'body'])
    .select([
      'updated',
      'facts_until',
      'checked',
      'sources',
      'specs',
      'releases',
      'rumors',
      'picture',
      'names',
      'content_hash',
    ])
    .orderBy('file')
    .execute()
  return rows.map(({ page_type, facts_until, content_hash, ...row }) => ({
    guide: { ...row, pageType: page_type, factsUntil: facts_until, bodyLine: 1, lines: {} },
    hash: content_hash,
  }))
}

/** File of a guide, and its rumors. */
export const findGuideFile = (db: Db, slug: string) =>
  db.selectFrom('guides').select(['file', 'rumors']).where('slug', '=', slug).executeTakeFirst()

export async function listGuideViolations(db: Db | Trx): Promise<StoredViolation[]> {
  return db
    .selectFrom('guide_faults')
    .select(['file', 'line', 'message', 'refused'])
    .orderBy('file')
    .orderBy('line')
    .orderBy('message')
    .execute()
}

/** Same text, same place: same hash. */
export function guideHash({ lines: _l, bodyLine: _b, successor: _s, discontinued: _d, ...content }: Guide): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
}

/** `language` is the site's, for the stems of its search words. */
export async function saveGuide(trx: Trx, guide: Guide, language: string): Promise<void> {
  const row = {
    file: guide.file,
    title: guide.title,
    page_type: guide.pageType,
    family: guide.family,
    generation: guide.generation,
    tags: guide.tags,
    summary: guide.summary,
    body: guide.body,
    updated: guide.updated,
    facts_until: guide.factsUntil,
    checked: guide.checked,
    sources: JSON.stringify(guide.sources),
    specs: JSON.stringify(guide.specs),
    releases: JSON.stringify(guide.releases),
    rumors: JSON.stringify(guide.rumors),
    picture: guide.picture && JSON.stringify(guide.picture),
    names: guide.names,
    content_hash: guideHash(guide),
    search: searchVector(guide, language),
  }
  await trx.deleteFrom('guides').where('file', '=', guide.file).where('slug', '<>', guide.slug).execute()
  await trx
    .insertInto('guides')
    .values({ slug: guide.slug, ...row })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
    .execute()
}

export async function deleteGuides(trx: Trx, slugs: string[]): Promise<void> {
  if (slugs.length > 0) await trx.deleteFrom('guides').where('slug', 'in', slugs).execute()
}

export async function replaceGuideViolations(trx: Trx, violations: StoredViolation[], at: Date): Promise<void> {
  await trx.deleteFrom('guide_faults').execute()
  if (violations.length > 0)
    await trx
      .insertInto('guide_faults')
      .values(violations.map((violation) => ({ ...violation, at })))
      .execute()
}

function searchVector(guide: Guide, language: string): RawBuilder<string> {
  const config = sql`search_config(${language})`
  return sql<string>`setweight(to_tsvector(${config}, search_normal(${guide.title})), 'A')
    || setweight(to_tsvector(${config}, search_normal(${guide.summary})), 'B')
    || setweight(to_tsvector(${config}, search_normal(${withoutCitations(guide.body)})), 'D')`
}
