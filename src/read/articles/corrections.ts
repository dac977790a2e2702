/** Corrections by the editors that stand: what an article said, and what it says now. */
import { type RawBuilder, sql } from 'kysely'
import type { Page, PageRequest } from '../../domain/site/pages.ts'
import type { ReadDb } from './articles.ts'
import type { CorrectionView } from './views.ts'

interface Row {
  at: Date
  article_id: number
  title: string
  before: { title?: string; summary?: string }
  after: { title?: string; summary?: string }
}

/** Newest first. */
export async function pageCorrections(db: ReadDb, { page, perPage }: PageRequest): Promise<Page<CorrectionView>> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n ${standing(sql`true`)}`.execute(db)
  return { items: await select(db, sql`true`, perPage, (page - 1) * perPage), total: rows[0]?.n ?? 0, page, perPage }
}

const mostOfArticles = 20

/** Those of these articles, newest first. */
export async function listCorrectionsOf(db: ReadDb, articleIds: number[]): Promise<CorrectionView[]> {
  if (articleIds.length === 0) return []
  const targets = articleIds.map((id) => `article:${id}`)
  return select(db, sql`o.target = any(${targets}::text[])`, mostOfArticles, 0)
}

async function select(
  db: ReadDb,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<CorrectionView[]> {
  const { rows } = await sql<Row>`
    select o.at, a.id as article_id, coalesce(a.translated_title, a.title) as title, o.before, o.after
    ${standing(condition)} order by o.at desc, o.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ at, article_id, title, before, after }) => ({
    at,
    article: { id: article_id, title },
    title: changed(before.title, after.title),
    summary: changed(before.summary, after.summary),
  }))
}

function changed(before = '', after = ''): { before: string; after: string } | null {
  return before === after ? null : { before, after }
}

/** A correction that was undone, or withdrawn later, stands no more. */
const standing = (condition: RawBuilder<unknown>) => sql`
  from operator_actions o join articles a on o.target = 'article:' || a.id and a.status = 'published'
  where o.action = 'article_corrected' and o.undone_at is null and ${condition}
    and not exists (
      select from operator_actions w
      where w.target = o.target and w.action = 'correction_withdrawn' and w.undone_at is null and w.id > o.id)`
