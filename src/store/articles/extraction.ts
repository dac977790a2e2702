/** What article pages gave: their text for enrichment, their image, and a better judgement of the article. */

import { type Database, publishing, type Trx, transaction } from '../database/database.ts'
import type { Judgement } from './articles.ts'

export interface ToExtract {
  url: string
  title: string
  excerpt: string
  language: string | null
  triedBefore: boolean
  feed: { title: string; publisher: string; language: string | null; relevance: 'model' | 'all' }
}

/** The article if its page is still to be read. */
export async function findForExtraction(database: Database, articleId: number): Promise<ToExtract | null> {
  const row = await database.db
    .selectFrom('articles as a')
    .innerJoin('feeds as f', 'f.id', 'a.feed_id')
    .select([
      'a.url',
      'a.title',
      'a.excerpt',
      'a.language',
      'a.extract_after',
      'f.title as feed_title',
      'f.publisher',
      'f.relevance',
    ])
    .select('f.language as feed_language')
    .where('a.id', '=', articleId)
    .where('a.extract_state', '=', 'pending')
    .executeTakeFirst()
  if (!row) return null
  const feed = {
    title: row.feed_title,
    publisher: row.publisher,
    language: row.feed_language,
    relevance: row.relevance,
  }
  return { ...row, triedBefore: row.extract_after !== null, feed }
}

export interface Extraction {
  text: string
  imageUrl: string | null
  judgement: Judgement
}

/** Records that the page was not to be had: for good, or until `again`. */
export async function saveRefusal(database: Database, articleId: number, again: Date | null): Promise<void> {
  const change = again ? { extract_after: again } : { extract_state: 'refused' as const }
  await database.db.updateTable('articles').set(change).where('id', '=', articleId).execute()
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
      .set({ extract_state: 'done', ...(seen || before.status !== 'published' ? { ...change, updated_at: now } : {}) })
      .where('id', '=', articleId)
      .execute()
    if (text === '') return
    await trx
      .insertInto('article_texts')
      .values({ article_id: articleId, origin: 'page', text, stored_at: now })
      .onConflict((oc) => oc.columns(['article_id', 'origin']).doUpdateSet({ text, stored_at: now }))
      .execute()
  }
  await (seen ? publishing(database, work) : transaction(database, work))
}
