/** The guides' line drawings, for news that has no image of its own. */
import { sql } from 'kysely'
import type { TagRef } from '../../news/tags/queries/views.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { GuidePageType } from './views.ts'

const ORDER: GuidePageType[] = ['product_hub', 'family_hub', 'generation_hub', 'rumor']

interface Subject {
  id: number
  tags: TagRef[]
}

/** SVG by the id of what it is shown for: the drawing of the first of its tags that a guide has, each drawing once. */
export async function findDrawings(db: ReadDb, subjects: Subject[]): Promise<Map<number, string>> {
  const slugs = [...new Set(subjects.flatMap(({ tags }) => tags.map(({ slug }) => slug)))]
  if (slugs.length === 0) return new Map()
  const { rows } = await sql<{ tag: string; svg: string }>`
    select t.tag, g.picture->>'svg' as svg from guides g cross join unnest(g.tags) t(tag)
    where g.picture is not null and t.tag = any(${slugs})
    order by array_position(${ORDER}::text[], g.page_type) desc, g.slug desc`.execute(db)
  const byTag = new Map(rows.map(({ tag, svg }) => [tag, svg]))
  const used = new Set<string>()
  const found = new Map<number, string>()
  for (const { id, tags } of subjects) {
    const svg = tags.flatMap(({ slug }) => byTag.get(slug) ?? []).find((one) => !used.has(one))
    if (svg === undefined) continue
    used.add(svg)
    found.set(id, svg)
  }
  return found
}
