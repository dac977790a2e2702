/** Reads and writes of enrichment: the article with its original text, the accepted summary, the excerpt's turn. */
import { sql } from 'kysely'
import { type Database, type Db, publishing, type Trx, transaction } from '../../../platform/database/database.ts'
import { type NewClaim, replaceClaims } from '../../claims/writes/claims.ts'
import { purgeVectors } from '../../embeddings/writes/vectors.ts'
import { recordVerdict } from '../../models/writes/ai-calls.ts'
import { areModelsStopped } from '../../models/writes/model-stop.ts'
import { ARTICLE_KINDS, type ArticleKind } from '../../topic/rules/kinds.ts'
import { hasRelevanceOverride } from './has-relevance-override.ts'

export interface EnrichableArticle {
  id: number
  title: string
  /** The original text, or the excerpt where none is kept. */
  text: string
  language: string | null
  author: string | null
  contentHash: string
  publisher: string
  publishedAt: Date | null
  url: string
  /** The publisher's reservation from machines, or null. */
  reservation: string | null
  /** The feed writes about nothing else. */
  alwaysRelevant: boolean
  /** By the rules, when it came in; null where a model's is stored. */
  kind: ArticleKind | null
  state: 'none' | 'pending' | 'done' | 'refused'
  removed: boolean
  published: boolean
  correctedByOperator: boolean
}

export interface Enrichment {
  title: string
  summary: string
  relevant: boolean
  /** Null where that of the rules stays. */
  relevanceReason: string | null
  tagNames: string[]
  proposedTags: string[]
  products: string[]
  kind: ArticleKind
  claims: NewClaim[]
}

/** The page's or the feed's, whichever is longer. */
const originalOf = (alias: string) => sql<string | null>`(
  select text from article_texts t where t.article_id = ${sql.ref(`${alias}.id`)} order by length(text) desc limit 1)`

export async function findEnrichable(db: Db, articleId: number): Promise<EnrichableArticle | undefined> {
  const row = await db
    .selectFrom('articles as a')
    .innerJoin('feeds as f', 'f.id', 'a.feed_id')
    .select(['a.id', 'a.title', 'a.excerpt', 'a.language', 'a.author', 'a.content_hash', 'a.enrich_state', 'a.status'])
    .select(['a.translated_by', 'f.title as publisher', 'f.relevance', 'a.published_at'])
    .select(['a.reservation', 'a.url', 'a.kind'])
    .select(originalOf('a').as('text'))
    .where('a.id', '=', articleId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    title: row.title,
    text: row.text ?? row.excerpt,
    language: row.language,
    author: row.author,
    contentHash: row.content_hash,
    publisher: row.publisher,
    publishedAt: row.published_at,
    url: row.url,
    reservation: row.reservation,
    alwaysRelevant: row.relevance === 'all',
    kind: row.translated_by === 'ai' ? null : (ARTICLE_KINDS.find((kind) => kind === row.kind) ?? null),
    state: row.enrich_state,
    removed: row.status === 'removed',
    published: row.status === 'published',
    correctedByOperator: row.translated_by === 'operator',
  }
}

/**
 * Stores an accepted answer and settles the row of its call in one transaction, so that neither is without the other.
 * 'late' when the article is no longer pending for it: then the call counts as refused. 'paused' while models are stopped:
 * the answer stays to be judged again.
 */
export function acceptEnrichment(
  database: Database,
  article: EnrichableArticle,
  enrichment: Enrichment,
  call: { row: number; at: Date },
): Promise<'accepted' | 'late' | 'paused'> {
  return publishing(database, async (trx) => {
    if (await areModelsStopped(trx)) return 'paused'
    if (!(await isWaiting(trx, article))) {
      await recordVerdict(trx, call.row, 'refused', 'the article no longer waited for it')
      return 'late'
    }
    await recordVerdict(trx, call.row, 'accepted', null)
    await applyEnrichment(trx, article, enrichment, call.at)
    await replaceClaims(trx, { article_id: article.id }, enrichment.claims, call.at)
    await saveProposals(trx, enrichment.proposedTags, call.at)
    return 'accepted'
  })
}

/** The title of another article that was given this very text; copies of one report, titled alike, may share it. */
export async function findSameText(
  db: Db,
  article: Pick<EnrichableArticle, 'id' | 'title'>,
  summary: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('articles')
    .select('title')
    .where(sql<string>`md5(translated_summary)`, '=', sql<string>`md5(${summary})`)
    .where('translated_by', '=', 'ai')
    .where('translated_summary', '=', summary)
    .where('id', '<>', article.id)
    .where('title', '<>', article.title)
    .executeTakeFirst()
  return row?.title
}

/** Locks the article and returns whether the state that was summarised is still the one that waits. */
async function isWaiting(trx: Trx, article: EnrichableArticle): Promise<boolean> {
  const row = await trx
    .selectFrom('articles')
    .select(['enrich_state', 'content_hash', 'status', 'translated_by', 'excerpt'])
    .select(originalOf('articles').as('text'))
    .where('id', '=', article.id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row?.enrich_state === 'pending' &&
    (row.text ?? row.excerpt) === article.text &&
    row.content_hash === article.contentHash &&
    row.status !== 'removed' &&
    row.translated_by !== 'operator'
  )
}

async function applyEnrichment(trx: Trx, article: EnrichableArticle, e: Enrichment, at: Date): Promise<void> {
  const tags = e.tagNames.length > 0 ? await tagIdsOf(trx, e.tagNames) : []
  await trx
    .updateTable('articles')
    .set({
      translated_title: e.title,
      translated_summary: e.summary,
      translated_by: 'ai',
      translated_at: at,
      updated_at: at,
      relevant: sql`case when ${hasRelevanceOverride()} then relevant else ${e.relevant || article.alwaysRelevant} end`,
      relevant_by_event: false,
      ...(e.relevanceReason === null ? {} : { relevance_reason: e.relevanceReason }),
      products: e.products,
      kind: e.kind,
      enrich_state: 'done',
      status: 'published',
      // Without a tag of the vocabulary those of the rules stay.
      ...(tags.length > 0 ? { tag_ids: tags } : {}),
    })
    .where('id', '=', article.id)
    .execute()
}

async function tagIdsOf(trx: Trx, names: string[]): Promise<number[]> {
  const rows = await trx.selectFrom('tags').select(['id', 'name']).where('name', 'in', names).execute()
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  return names.flatMap((name) => ids.get(name) ?? [])
}

async function saveProposals(trx: Trx, names: string[], at: Date): Promise<void> {
  for (const name of [...new Set(names)].sort())
    await trx
      .insertInto('tag_proposals')
      .values({ name, last_at: at })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ times: sql`tag_proposals.times + 1`, last_at: at }),
      )
      .execute()
}

/**
 * The excerpt remains: the article is published without a summary of ours. A summary of an earlier state of the article
 * goes; one of this very state stays.
 */
export function publishExcerpt(
  database: Database,
  article: Pick<EnrichableArticle, 'id' | 'contentHash'>,
  state: 'none' | 'refused',
  at: Date,
): Promise<void> {
  return publishing(database, async (trx) => {
    const current = await trx
      .selectFrom('ai_calls')
      .select('content_hash')
      .where('article_id', '=', article.id)
      .where('purpose', '=', 'summary')
      .where('verdict', '=', 'accepted')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const stale = current !== undefined && current.content_hash !== article.contentHash
    await trx
      .updateTable('articles')
      .set({ enrich_state: state, status: 'published', updated_at: at })
      .$if(stale, (query) => query.set({ translated_title: null, translated_summary: null, translated_by: null }))
      .where('id', '=', article.id)
      .where('status', '<>', 'removed')
      .where('enrich_state', '=', 'pending')
      .where('content_hash', '=', article.contentHash)
      .where((where) => where.or([where('translated_by', 'is', null), where('translated_by', '=', 'ai')]))
      .execute()
  })
}

/** Notes that the publisher reserves the article from machines; a vector that was made of it goes. */
export function saveReservation(database: Database, articleId: number, reservation: string): Promise<void> {
  return transaction(database, async (trx) => {
    await trx.updateTable('articles').set({ reservation }).where('id', '=', articleId).execute()
    await purgeVectors(trx, articleId)
  })
}

/** Publishes the excerpt of an article whose summary stays pending. */
export function publishExcerptWhileWaiting(database: Database, articleId: number): Promise<void> {
  return publishing(database, async (trx) => {
    await trx
      .updateTable('articles')
      .set({ status: 'published' })
      .where('id', '=', articleId)
      .where('status', '=', 'pending')
      .execute()
  })
}

/** An operator's title and summary: they win over any model, also after the article changes. */
export async function saveCorrection(
  trx: Trx,
  correction: { articleId: number; title: string; summary: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('articles')
    .set({
      translated_title: correction.title,
      translated_summary: correction.summary,
      translated_by: 'operator',
      translated_at: correction.at,
      updated_at: correction.at,
      enrich_state: 'done',
      status: 'published',
    })
    .where('id', '=', correction.articleId)
    .where('status', '<>', 'removed')
    .execute()
}

/** Takes an operator's correction back; the article waits for a model again. */
export async function withdrawCorrection(trx: Trx, articleId: number): Promise<void> {
  await trx
    .updateTable('articles')
    .set({ translated_title: null, translated_summary: null, translated_by: null, enrich_state: 'pending' })
    .where('id', '=', articleId)
    .where('translated_by', '=', 'operator')
    .execute()
}
