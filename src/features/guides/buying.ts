/** Products with their releases and what is rumored of them: whether to buy now or wait. */
import type { ReadDb } from '../../platform/database/read-db.ts'
import { listGuides } from './list-guides.ts'
import { listRumors, openRumorsOf } from './rumors.ts'
import type { BuyingView } from './views.ts'

/** Guides with releases, by title as `language` orders names. */
export async function listBuying(db: ReadDb, language: string): Promise<BuyingView[]> {
  const [guides, rumors] = [await listGuides(db, language), await listRumors(db)]
  const rows = await db.selectFrom('guides').select(['slug', 'releases']).execute()
  const releases = new Map(rows.map((row) => [row.slug, row.releases]))
  return guides
    .map((guide) => ({
      guide,
      releases: releases.get(guide.slug) ?? [],
      openRumors: openRumorsOf(rumors, guide.slug),
    }))
    .filter((product) => product.releases.length > 0)
}
