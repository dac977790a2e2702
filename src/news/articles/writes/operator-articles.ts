/** The operator's acts on articles and readers' reports, recorded, with their ways back. */

import { type Selectable, sql, type Updateable } from 'kysely'
import type { ActorDatabase, Trx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { AppError } from '../../../platform/errors.ts'
import { type ActionRecord, auditedAction, type UndoHandlers } from '../../actions/writes/log.ts'
import { type OverridableFields, saveOverride } from '../../claims/writes/claims.ts'
import { supersedeSummaries } from '../../models/writes/ai-calls.ts'
import { removeArticle as withdraw } from './articles.ts'
import { saveCorrection, withdrawCorrection as takeBack } from './enrichment.ts'

type Article = Selectable<Schema['articles']>

interface Text {
  title: string
  summary: string
}

/** The texts of an article as they were, and what must still be so for them to be put back. */
interface Texts {
  articleId: number
  expect: { by: Article['translated_by']; title: string | null; summary: string | null }
  texts: Pick<Article, 'translated_title' | 'translated_summary' | 'translated_by' | 'enrich_state'> & {
    translated_at: Date | string | null
  }
  /** Hash of the original that they are of. */
  contentHash?: string
  /** The sentence that was ruled on, as it was. */
  claim?: OverridableFields
}

export async function lockArticle(trx: Trx, id: number): Promise<Article> {
  const row = await trx.selectFrom('articles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no article ${id}.`)
  return row
}

const change = (trx: Trx, id: number, values: Updateable<Schema['articles']>) =>
  trx.updateTable('articles').set(values).where('id', '=', id).execute()

export const shown = (article: Article): Text => ({
  title: article.translated_title ?? article.title,
  summary: article.translated_summary ?? article.excerpt,
})

export const author = (article: Article) => article.translated_by ?? 'excerpt'

export const recordOn = (
  article: Article,
  record: Pick<ActionRecord, 'action' | 'before' | 'after' | 'undo'>,
): ActionRecord => ({
  target: `article:${article.id}`,
  subject: shown(article).title,
  ...record,
})

export const textsOf = (article: Article, expect: Texts['expect'], claim?: OverridableFields): Texts => ({
  articleId: article.id,
  expect,
  texts: {
    translated_title: article.translated_title,
    translated_summary: article.translated_summary,
    translated_by: article.translated_by,
    translated_at: article.translated_at,
    enrich_state: article.enrich_state,
  },
  contentHash: article.content_hash,
  ...(claim ? { claim } : {}),
})

/** Title and summary by an operator. Throws `unprocessable` for an article that was removed. */
export const correctArticle = (database: ActorDatabase, id: number, text: Text, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const article = await lockArticle(trx, id)
    if (article.status === 'removed') throw new AppError('unprocessable', `Article ${id} is removed.`)
    const before = { ...shown(article), by: author(article) }
    if (before.by === 'operator' && before.title === text.title && before.summary === text.summary) return null
    await saveCorrection(trx, { articleId: id, ...text, at: now })
    return recordOn(article, {
      action: 'article_corrected',
      before,
      after: { ...text, by: 'operator' },
      undo: textsOf(article, { by: 'operator', ...text }),
    })
  })

/** Withdraws a correction. With a model the article waits for it; without one its excerpt remains. */
export const withdrawCorrection = (database: ActorDatabase, id: number, withModel: boolean, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const article = await lockArticle(trx, id)
    if (article.translated_by !== 'operator') return null
    await takeBack(trx, id)
    await change(trx, id, { updated_at: now, ...(withModel ? {} : { enrich_state: 'none' }) })
    return recordOn(article, {
      action: 'correction_withdrawn',
      before: { ...shown(article), by: 'operator' },
      after: { title: article.title, summary: article.excerpt, by: 'excerpt' },
      undo: textsOf(article, { by: null, title: null, summary: null }),
    })
  })

async function restoreTexts(
  trx: Trx,
  { articleId, expect, texts, contentHash, claim }: Texts,
  now: Date,
): Promise<boolean> {
  const article = await lockArticle(trx, articleId)
  const same =
    article.translated_by === expect.by &&
    article.translated_title === expect.title &&
    article.translated_summary === expect.summary
  if (!same || article.status === 'removed') return false
  const at = texts.translated_at === null ? null : new Date(texts.translated_at)
  const isOutdated = texts.translated_by === 'ai' && contentHash !== undefined && contentHash !== article.content_hash
  const enrich_state = isOutdated ? 'pending' : texts.enrich_state
  await change(trx, articleId, { ...texts, enrich_state, translated_at: at, updated_at: now })
  if (claim) await saveOverride(trx, claim)
  return true
}

export const removeArticle = (database: ActorDatabase, id: number, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const article = await lockArticle(trx, id)
    if (article.status === 'removed') return null
    await withdraw(trx, id)
    return recordOn(article, {
      action: 'article_removed',
      before: { status: article.status },
      after: { status: 'removed' },
      undo: { articleId: id },
    })
  })

export const restoreArticle = (database: ActorDatabase, id: number, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const article = await lockArticle(trx, id)
    if (article.status !== 'removed') return null
    await mustHaveSource(trx, article)
    await bringBack(trx, id)
    return recordOn(article, {
      action: 'article_restored',
      before: { status: 'removed' },
      after: { status: 'published' },
      undo: { articleId: id },
    })
  })

async function mustHaveSource(trx: Trx, article: Article): Promise<void> {
  const feed = await trx.selectFrom('feeds').select('status').where('id', '=', article.feed_id).executeTakeFirst()
  if (feed?.status === 'removed') throw new AppError('unprocessable', 'The source of this article is removed.')
}

const bringBack = (trx: Trx, id: number) => change(trx, id, { status: 'published', cluster_state: 'pending' })

async function undoRemoval(trx: Trx, { articleId }: { articleId: number }): Promise<boolean> {
  const article = await lockArticle(trx, articleId)
  const feed = await trx.selectFrom('feeds').select('status').where('id', '=', article.feed_id).executeTakeFirst()
  if (article.status !== 'removed' || feed?.status === 'removed') return false
  await bringBack(trx, articleId)
  return true
}

async function undoRestoring(trx: Trx, { articleId }: { articleId: number }): Promise<boolean> {
  if ((await lockArticle(trx, articleId)).status === 'removed') return false
  await withdraw(trx, articleId)
  return true
}

/** Runs the stages over one article again; a correction stays. */
export const reprocessArticle = (database: ActorDatabase, id: number, withModel: boolean, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const article = await lockArticle(trx, id)
    const again = withModel && article.translated_by !== 'operator'
    const waiting = article.cluster_state === 'pending' && (!again || article.enrich_state === 'pending')
    if (article.status === 'removed' || waiting) return null
    await change(trx, id, { cluster_state: 'pending', ...(again ? { enrich_state: 'pending' } : {}) })
    if (again) await supersedeSummaries(trx, [id])
    await sql`
      insert into embedding_queue (article_id, at) values (${id}, ${now})
      on conflict (article_id) do update set at = excluded.at`.execute(trx)
    return recordOn(article, { action: 'article_reprocessed', before: {}, after: { summary: again }, undo: null })
  })

/** Articles that the model was refused for wait for it again: those given, or all. How many. */
export async function retryEnrichment(database: ActorDatabase, ids: number[] | null, now: Date): Promise<number> {
  let retried: { id: number; title: string }[] = []
  await auditedAction(database, now, async (trx) => {
    retried = await trx
      .updateTable('articles')
      .set({ enrich_state: 'pending' })
      .where('enrich_state', '=', 'refused')
      .where('status', '<>', 'removed')
      .where((eb) => eb.or([eb('translated_by', 'is', null), eb('translated_by', '=', 'ai')]))
      .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
      .returning(['id', 'title'])
      .execute()
    const [first] = retried
    if (!first) return null
    await supersedeSummaries(
      trx,
      retried.map(({ id }) => id),
    )
    const single = retried.length === 1
    return {
      action: 'enrichment_retried',
      target: single ? `article:${first.id}` : 'articles:0',
      subject: single ? first.title : '',
      before: {},
      after: { articles: retried.length },
      undo: null,
    }
  })
  return retried.length
}

export const handleReport = (database: ActorDatabase, id: number, now: Date) =>
  auditedAction(database, now, async (trx) => {
    const report = await trx.selectFrom('fault_reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!report) throw new AppError('not_found', `There is no report ${id}.`)
    if (report.handled_at) return null
    await trx.updateTable('fault_reports').set({ handled_at: now }).where('id', '=', id).execute()
    const article = await lockArticle(trx, report.article_id)
    return recordOn(article, {
      action: 'report_handled',
      before: { report: report.text },
      after: { handled: true },
      undo: { reportId: id },
    })
  })

async function reopenReport(trx: Trx, { reportId }: { reportId: number }): Promise<boolean> {
  const result = await trx
    .updateTable('fault_reports')
    .set({ handled_at: null })
    .where('id', '=', reportId)
    .where('handled_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const articleUndoHandlers: UndoHandlers = {
  article_corrected: restoreTexts,
  correction_withdrawn: restoreTexts,
  article_removed: undoRemoval,
  article_restored: undoRestoring,
  report_handled: reopenReport,
}
