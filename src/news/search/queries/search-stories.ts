/** Search over running stories: by words, and by the stories of the articles that are near in meaning. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { hydrateStories } from '../../stories/queries/stories.ts'
import { anyForm } from '../rules/candidates.ts'
import { fuse } from '../rules/fuse.ts'
import { parsePosting } from '../rules/postings.ts'
import { rank } from '../rules/rank.ts'
import type { QueryTerm } from '../rules/terms.ts'
import { wantedWords } from './candidates.ts'
import { highlightTexts, wordsQuery } from './highlight.ts'
import { addSimilarity, type Languages, readTerms, readTotals } from './keyword.ts'
import type { StoryHit } from './views.ts'

const MAX_CANDIDATES = 300

export interface StorySearch extends Languages {
  limit: number
  /** The few best articles that were found by meaning; none where only words were searched for. */
  articleIds?: number[]
}

/** Stories whose title or lead holds the words of `text`, or whose articles mean it, best first. */
export async function searchStories(db: ReadDb, text: string, options: StorySearch): Promise<StoryHit[]> {
  const { terms } = await readTerms(db, text, options)
  const [byWords, bySemantics] = [await rankByWords(db, text, terms), await storiesOf(db, options.articleIds ?? [])]
  const ids = bySemantics.length > 0 ? fuse(byWords, bySemantics, []).map(({ id }) => id) : byWords
  const stories = await hydrateStories(db, ids.slice(0, options.limit))
  const leads = stories.map(({ id, lead }) => ({ id, text: lead }))
  const highlights = terms.length > 0 ? await highlightTexts(db, wordsQuery(terms), leads) : new Map<number, string>()
  return stories.map((story) => ({ story, highlight: highlights.get(story.id) ?? null }))
}

async function rankByWords(db: ReadDb, text: string, terms: QueryTerm[]): Promise<number[]> {
  if (terms.length === 0) return []
  const { rows } = await sql<{ id: number; title: string; lead: string; search: string }>`
    select id, title, lead, search::text as search from shown_stories
    where search @@ ${terms.map(anyForm).join(' | ')}::tsquery
    order by last_at desc nulls last, id desc limit ${MAX_CANDIDATES}`.execute(db)
  const wanted = wantedWords(terms, null)
  const postings = rows.map(({ id, search }) => parsePosting(id, search, wanted))
  const ranked = rank(terms, postings, await readTotals(db))
  const enough = MIN_COVERAGE * Math.max(...ranked.map(({ coverage }) => coverage))
  const answers = ranked.filter(({ coverage }) => coverage >= enough)
  const texts = rows.map(({ id, title, lead }) => ({ id, title, summary: lead }))
  return addSimilarity(text, answers, texts).map(({ id }) => id)
}

// A story is shown beside the articles: one with only some of the words would be noise there.
const MIN_COVERAGE = 0.5

async function storiesOf(db: ReadDb, articleIds: number[]): Promise<number[]> {
  if (articleIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select s.story_id as id
    from unnest(${articleIds}::bigint[]) with ordinality x(id, n)
    join shown_articles a on a.id = x.id join story_events s on s.event_id = a.event_id
    group by s.story_id order by min(x.n)`.execute(db)
  return rows.map(({ id }) => id)
}
