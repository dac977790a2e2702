/** Search over running stories by words, with the statistics of the articles that they are made of. */
import { sql } from 'kysely'
import { anyForm } from '../domain/search/candidates.ts'
import { parsePosting } from '../domain/search/postings.ts'
import { rank } from '../domain/search/rank.ts'
import type { ReadDb } from './articles.ts'
import { wantedWords } from './search-candidates.ts'
import { addLikeness, readTerms, readTotals } from './search-keyword.ts'
import { hydrateStories } from './stories.ts'
import type { StoryView } from './views.ts'

const MOST_CANDIDATES = 300

/** Stories whose title or lead holds the words of `text`, best first. */
export async function searchStories(
  db: ReadDb,
  text: string,
  options: { siteLanguage: string; limit: number },
): Promise<StoryView[]> {
  const { terms } = await readTerms(db, text, options.siteLanguage)
  if (terms.length === 0) return []
  const { rows } = await sql<{ id: number; title: string; lead: string; search: string }>`
    select id, title, lead, search::text as search from stories
    where merged_into is null and search @@ ${terms.map(anyForm).join(' | ')}::tsquery
    order by last_at desc nulls last, id desc limit ${MOST_CANDIDATES}`.execute(db)
  const wanted = wantedWords(terms)
  const postings = rows.map(({ id, search }) => parsePosting(id, search, wanted))
  const ranked = rank(terms, postings, await readTotals(db))
  const texts = rows.map(({ id, title, lead }) => ({ id, title, summary: lead }))
  const best = addLikeness(text, ranked, texts).slice(0, options.limit)
  return hydrateStories(
    db,
    best.map(({ id }) => id),
  )
}
