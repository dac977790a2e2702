/** What article pages gave: their text for enrichment, their image, and a better judgement of the article. */
import { sql } from 'kysely'
import { type Database, publishing, type Trx, transaction } from '../database/database.ts'
import { forgetVectors } from '../search/vectors.ts'
import type { Judgement } from './articles.ts'

export interface ToExtract {
  url: string
  title: string
  excerpt: string
  language: string | null
  discoveredAt: Date
  /** Why the last try gave nothing; null before the first. */
  refusal: string | null
  feed: { title: string; publisher: string; language: string | null; relevance: 'model' | 'all' }
}

/** Articles whose page is to be read at `now`: not read yet, or refused and due to be asked again. */
export const isToExtract = (now: Date) =>
  sql<boolean>`(extract_state = 'pending' and (extract_after is null or extract_after <= ${now})
    or extract_state = 'refused' and extract_after <= ${now})`

/** The article if its page is to be read now. */
export async function findForExtraction(database: Database, articleId: number, now: Date): Promise<ToExtract | null> {
  const row = await database.db
    .selectFrom('articles as a')
    .innerJoin('feeds as f', 'f.id', 'a.feed_id')
    .select([
      'a.url',
      'a.title',
      'a.excerpt',
      'a.language',
      'a.discovered_at',
      'a.extract_reason',
      'f.title as feed_title',
      'f.publisher',
      'f.relevance',
    ])
    .select('f.language as feed_language')
    .where('a.id', '=', articleId)
    .where(isToExtract(now))
    .executeTakeFirst()
  if (!row) return null
  const feed = {
    title: row.feed_title,
    publisher: row.publisher,
    language: row.feed_language,
    relevance: row.relevance,
  }
  return { ...row, discoveredAt: row.discovered_at, refusal: row.extract_reason, feed }
}

export interface Extraction {
  text: string
  imageUrl: string | null
  judgement: Judgement
  /** Where the page reserves itself from machines, or null. */
  reservation: string | null
}

export interface PageRefusal {
  /** One sentence, for operators. */
  reason: string
  /** `pending` keeps the article waiting for a try soon; `refused` lets it go on with the feed's own text. */
  state: 'pending' | 'refused'
  /** When the page is asked for again; null for never. */
  again: Date | null
}

/** Records that the page was not to be had. */
export async function saveRefusal(database: Database, articleId: number, refusal: PageRefusal): Promise<void> {
  const { reason, state, again } = refusal
  await database.db
    .updateTable('articles')
    .set({ extract_state: state, extract_reason: reason, extract_after: again })
    .where('id', '=', articleId)
    .execute()
}

/** Records the page's text. Only a change that readers see is published. */
export async function saveExtraction(
  database: Database,
  articleId: number,
  extraction: Extraction,
  now: Date,
): Promise<void> {
  const before = await database.db
    .selectFrom('articles')
    .select(['image_url', 'excerpt', 'relevant', 'tag_ids', 'status'])
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const { judgement, text } = extraction
  const change = {
    image_url: before.image_url ?? extraction.imageUrl,
    excerpt: before.excerpt || judgement.excerpt,
    relevant: before.relevant || judgement.relevant,
    tag_ids: judgement.tagIds.length > 0 ? judgement.tagIds : before.tag_ids,
  }
  const seen =
    before.status === 'published' &&
    Object.entries(change).some(([key, value]) => String(value) !== String(before[key as keyof typeof before]))
  const work = async (trx: Trx) => {
    await trx
      .updateTable('articles')
      .set({
        extract_state: 'done',
        extract_reason: null,
        ...(text === '' ? {} : { cluster_state: 'pending' }),
        ...(extraction.reservation === null ? {} : { reservation: extraction.reservation }),
        ...(seen || before.status !== 'published' ? { ...change, updated_at: now } : {}),
      })
      .where('id', '=', articleId)
      .execute()
    if (extraction.reservation !== null) await forgetVectors(trx, articleId)
    if (text === '') return
    await trx
      .insertInto('article_texts')
      .values({ article_id: articleId, origin: 'page', text, stored_at: now })
      .onConflict((oc) => oc.columns(['article_id', 'origin']).doUpdateSet({ text, stored_at: now }))
      .execute()
  }
  await (seen ? publishing(database, work) : transaction(database, work))
}
