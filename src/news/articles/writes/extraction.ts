/** Results of article pages: their text for enrichment, their image, and a better classification of the article. */
import { sql } from 'kysely'
import { type Database, type Db, publishing, type Trx, transaction } from '../../../platform/database/database.ts'
import { replaceClaims } from '../../claims/writes/claims.ts'
import { purgeVectors } from '../../embeddings/writes/vectors.ts'
import type { Classification } from './articles.ts'
import { hasRelevanceOverride } from './has-relevance-override.ts'

export interface ToExtract {
  id: number
  url: string
  title: string
  excerpt: string
  /** Empty where the feed gives none. */
  feedText: string
  /** Text that was read at its page before; empty where nothing was. */
  pageText: string
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
export const findForExtraction = (database: Database, articleId: number, now: Date): Promise<ToExtract | undefined> =>
  findArticle(database, articleId, now)

/** The article if a text of its page is kept. */
export async function findExtracted(database: Database, articleId: number): Promise<ToExtract | undefined> {
  const article = await findArticle(database, articleId, null)
  return article?.pageText ? article : undefined
}

async function findArticle(database: Database, articleId: number, due: Date | null): Promise<ToExtract | undefined> {
  const row = await database.db
    .selectFrom('articles as a')
    .innerJoin('feeds as f', 'f.id', 'a.feed_id')
    .select([
      'a.id',
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
    .select([textOf('feed').as('feedText'), textOf('page').as('pageText')])
    .where('a.id', '=', articleId)
    .$if(due !== null, (query) => query.where(isToExtract(due ?? new Date())))
    .executeTakeFirst()
  if (!row) return undefined
  const feed = {
    title: row.feed_title,
    publisher: row.publisher,
    language: row.feed_language,
    relevance: row.relevance,
  }
  const texts = { feedText: row.feedText ?? '', pageText: row.pageText ?? '' }
  return { ...row, ...texts, discoveredAt: row.discovered_at, refusal: row.extract_reason, feed }
}

const textOf = (origin: 'feed' | 'page') =>
  sql<string | null>`(select text from article_texts t where t.article_id = a.id and t.origin = ${origin})`

export interface Extraction {
  text: string
  imageUrl: string | null
  classification: Classification
  /** The page's reservation from machines, or null. */
  reservation: string | null
}

export interface PageRefusal {
  /** One sentence, for operators. */
  reason: string
  /** `pending` keeps the article waiting for a try soon; `refused` lets it go on with the feed's own text. */
  state: 'pending' | 'refused'
  /** Time of the next request for the page; null for never. */
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
  const { classification, text } = extraction
  const work = async (trx: Trx) => {
    // First: a statement sees what was committed when it began, an editor's decision for one.
    await trx.selectFrom('articles').select('id').where('id', '=', articleId).forUpdate().execute()
    const { change, status, isSeen } = await changeBy(trx, articleId, extraction)
    await trx
      .updateTable('articles')
      .set({
        extract_state: 'done',
        extract_reason: null,
        relevance_score: sql`greatest(coalesce(relevance_score, relevant::integer), ${classification.relevanceScore})`,
        ...(text === '' ? {} : { cluster_state: 'pending' }),
        ...(extraction.reservation === null ? {} : { reservation: extraction.reservation }),
        ...(isSeen || status !== 'published' ? { ...change, updated_at: now } : {}),
      })
      .where('id', '=', articleId)
      .execute()
    if (extraction.reservation !== null) await purgeVectors(trx, articleId)
    if (text === '') return
    await trx
      .insertInto('article_texts')
      .values({ article_id: articleId, origin: 'page', text, stored_at: now })
      .onConflict((oc) => oc.columns(['article_id', 'origin']).doUpdateSet({ text, stored_at: now }))
      .execute()
  }
  const { isSeen } = await changeBy(database.db, articleId, extraction)
  await (isSeen ? publishing(database, work) : transaction(database, work))
}

/** The values that the page gives the article, and whether readers see a change. */
async function changeBy(db: Db, articleId: number, { classification, imageUrl }: Extraction) {
  const { status, has_override, ...before } = await db
    .selectFrom('articles')
    .select(['image_url', 'excerpt', 'relevant', 'tag_ids', 'status', hasRelevanceOverride().as('has_override')])
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const change = {
    image_url: before.image_url ?? imageUrl,
    excerpt: before.excerpt || classification.excerpt,
    relevant: before.relevant || (classification.relevant && !has_override),
    tag_ids: classification.tagIds.length > 0 ? classification.tagIds : before.tag_ids,
  }
  const isChanged = (Object.keys(change) as (keyof typeof change)[]).some(
    (key) => String(change[key]) !== String(before[key]),
  )
  return { change, status, isSeen: status === 'published' && isChanged }
}

export interface Correction {
  /** The article's part of the page's text; empty where there is none. */
  text: string
  classification: Classification
  /** For an empty text: the reason, and the time of the next request. */
  refusal: PageRefusal | null
  /** An image that the stand-in named. */
  imageUrl: string | null
}

/**
 * Takes back what was made of a page's text that turned out not to be the article's: excerpt, original, summary, event. A
 * new excerpt queues its vector. An operator's text stays.
 */
export function correctExtraction(
  database: Database,
  articleId: number,
  correction: Correction,
  now: Date,
): Promise<void> {
  const { text, classification, refusal, imageUrl } = correction
  const byModel = sql`translated_by = 'ai'`
  const byOperator = sql`translated_by is not distinct from 'operator'`
  return publishing(database, async (trx) => {
    await sql`
      update articles a set
        excerpt = case when ${textOf('feed')} is null then ${classification.excerpt} else excerpt end,
        image_url = case when image_url = ${imageUrl} then null else image_url end,
        relevant = case when ${byOperator} or ${hasRelevanceOverride('a')} then relevant else ${classification.relevant} end,
        relevance_score = ${classification.relevanceScore}, relevant_by_event = false,
        tag_ids = case when ${byOperator} then tag_ids else ${classification.tagIds}::integer[] end,
        extract_state = ${refusal?.state ?? 'done'}, extract_reason = ${refusal?.reason ?? null},
        extract_after = ${refusal?.again ?? null}, cluster_state = 'pending', updated_at = ${now},
        enrich_state = case when enrich_state = 'none' or ${byOperator} then enrich_state else 'pending' end
      where id = ${articleId} and status <> 'removed'`.execute(trx)
    const withdrawn = await trx
      .updateTable('articles')
      .set({ translated_title: null, translated_summary: null, translated_by: null, translated_at: null })
      .where('id', '=', articleId)
      .where(sql<boolean>`${byModel}`)
      .executeTakeFirst()
    if (withdrawn.numUpdatedRows > 0n) await replaceClaims(trx, { article_id: articleId }, [], now)
    const page = trx.updateTable('article_texts').set({ text }).where('article_id', '=', articleId)
    if (text !== '') await page.where('origin', '=', 'page').execute()
    else
      await trx.deleteFrom('article_texts').where('article_id', '=', articleId).where('origin', '=', 'page').execute()
  })
}
