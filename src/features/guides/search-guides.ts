/** Search over guides: by words, and by meaning where a model has read the query. */
import { sql } from 'kysely'
import type { Ctx } from '../../ctx.ts'
import { cosineTo, directionOf } from '../../news/embeddings/rules/quantise.ts'
import type { QueryVector } from '../../news/embeddings/rules/query-vector.ts'
import type { Sought } from '../../news/resources/resource.ts'
import { highlightTexts } from '../../news/search/queries/highlight.ts'
import { fuse } from '../../news/search/rules/fuse.ts'
import { similarityThreshold } from '../../news/search/rules/similarity-threshold.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import { listGuides } from './list-guides.ts'
import { searchQueries } from './rules/search-words.ts'
import type { GuideRef } from './views.ts'

export interface GuideHit {
  guide: GuideRef
  /** Hits stand between U+E000 and U+E001. */
  highlight: string | null
}

interface GuideSearch {
  siteLanguage: string
  limit: number
  /** The query as the embedding model read it; null where only words count. */
  vector: QueryVector | null
}

const MAX_CANDIDATES = 20

/** Guides about what was searched for; filters of articles say nothing of them. */
export async function guidesOf(
  { db, site }: Pick<Ctx, 'db' | 'site'>,
  { reading, vector }: Sought,
  limit: number,
): Promise<GuideRef[]> {
  if (reading.text === '') return []
  const options = { siteLanguage: site.language, limit, vector }
  return (await searchGuides(db, reading.text, options)).map(({ guide }) => guide)
}

/** Guides that hold the words of `text` or mean it, best first, with the reader's words marked in their summaries. */
export async function searchGuides(db: ReadDb, text: string, options: GuideSearch): Promise<GuideHit[]> {
  const byWords = await rankByWords(db, text, options.siteLanguage)
  const bySemantics = options.vector ? await rankSemantically(db, options.vector) : []
  const slugs = bySemantics.length > 0 ? fuse(byWords, bySemantics, []).map(({ id }) => id) : byWords
  const bySlug = new Map((await listGuides(db, options.siteLanguage)).map((guide) => [guide.slug, guide]))
  const guides = slugs.flatMap((slug) => bySlug.get(slug) ?? []).slice(0, options.limit)
  const query = sql`to_tsquery(search_config(${options.siteLanguage}), ${searchQueries(text)?.any ?? ''})`
  const summaries = guides.map(({ slug, summary }) => ({ id: slug, text: summary }))
  const highlights = await highlightTexts(db, query, summaries)
  return guides.map((guide) => ({ guide, highlight: highlights.get(guide.slug) ?? null }))
}

/** All words before some, title before summary before body. */
async function rankByWords(db: ReadDb, text: string, siteLanguage: string): Promise<string[]> {
  const queries = searchQueries(text)
  if (!queries) return []
  const config = sql`search_config(${siteLanguage})`
  const { rows } = await sql<{ slug: string }>`
    with words as (select to_tsquery(${config}, ${queries.all}) as whole, to_tsquery(${config}, ${queries.any}) as some)
    select g.slug from guides g, words w
    where g.search @@ w.some
    order by g.search @@ w.whole desc, ts_rank(g.search, w.some) desc, g.slug
    limit ${MAX_CANDIDATES}`.execute(db)
  return rows.map(({ slug }) => slug)
}

/** All guides are compared: there are some dozens. What is no nearer than guides are at large is left out. */
async function rankSemantically(db: ReadDb, { modelId, vector }: QueryVector): Promise<string[]> {
  const rows = await db.selectFrom('guide_vectors').select(['slug', 'v']).where('model_id', '=', modelId).execute()
  const query = directionOf(vector)
  const guides = rows.map(({ slug, v }) => ({ slug, cosine: cosineTo(query, new Int8Array(v)) }))
  const min = similarityThreshold(guides.map(({ cosine }) => cosine))
  return guides
    .filter(({ cosine }) => cosine >= min)
    .sort((a, b) => b.cosine - a.cosine || (a.slug < b.slug ? -1 : 1))
    .slice(0, MAX_CANDIDATES)
    .map(({ slug }) => slug)
}
