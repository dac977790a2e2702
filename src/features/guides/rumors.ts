/** Rumors of all guides, settled and open. */
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { RumorView } from './views.ts'

/** Newest first; `domain`: of one publisher. */
export async function listRumors(db: ReadDb, domain?: string): Promise<RumorView[]> {
  const rows = await db.selectFrom('guides').select(['slug', 'title', 'rumors']).orderBy('slug').execute()
  return rows
    .flatMap(({ rumors, ...guide }) => rumors.map((rumor) => ({ ...rumor, guide })))
    .filter(({ by }) => domain === undefined || by.domain === domain)
    .sort((a, b) => b.on.localeCompare(a.on) || a.id.localeCompare(b.id))
}

/** Open rumors of the product, from its own guide and from others that name it. */
export const openRumorsOf = (rumors: readonly RumorView[], slug: string): RumorView[] =>
  rumors.filter(({ verdict, about, guide }) => verdict === 'open' && (about ?? guide.slug) === slug)
