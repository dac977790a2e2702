/** Corrections by the editors that are in force: the former and the present text of an article, an event or a story. */
import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { Page, PageRequest } from '../../platform/site/pages.ts'
import type { ShownTexts } from '../../surfaces/site/feature-site.ts'

/** Changes by the editors in the text of an article, an event or a story; null where a part was left as it was. */
export interface CorrectionView {
  at: Date
  of: { kind: 'article' | 'event' | 'story'; id: number; title: string }
  title: { before: string; after: string } | null
  /** Of a story lead and body. */
  summary: { before: string; after: string } | null
  /** Of an event. */
  points: { before: string; after: string } | null
}

interface Row {
  at: Date
  kind: CorrectionView['of']['kind']
  id: number
  title: string
  before: Statement
  after: Statement
}

interface Statement {
  title?: string
  summary?: string
  points?: string
  lead?: string
  body?: string
}

/** Newest first. */
export async function pageCorrections(db: ReadDb, { page, perPage }: PageRequest): Promise<Page<CorrectionView>> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n ${correctionsInForce(sql`true`)}`.execute(db)
  return { items: await select(db, sql`true`, perPage, (page - 1) * perPage), total: rows[0]?.n ?? 0, page, perPage }
}

const maxOfArticles = 20

/** Those of these articles, and of an event or a story, newest first. Only texts of the operator have any. */
export async function listCorrectionsOf(db: ReadDb, { articles, text }: ShownTexts): Promise<CorrectionView[]> {
  const corrected = articles.filter(({ summaryBy }) => summaryBy === 'operator')
  const targets = [...corrected.map(({ id }) => `article:${id}`), ...(text ? [text] : [])]
  if (targets.length === 0) return []
  return select(db, sql`o.target = any(${targets}::text[])`, maxOfArticles, 0)
}

async function select(
  db: ReadDb,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<CorrectionView[]> {
  const { rows } = await sql<Row>`
    select o.at, split_part(o.target, ':', 1) as kind, split_part(o.target, ':', 2)::bigint as id,
      coalesce(a.title, o.after ->> 'title') as title, o.before, o.after
    ${correctionsInForce(condition)} order by o.at desc, o.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ at, kind, id, title, before, after }) => ({
    at,
    of: { kind, id, title },
    title: changed(before.title, after.title),
    summary: changed(running(before), running(after)),
    points: changed(before.points, after.points),
  }))
}

const running = ({ summary, lead, body }: Statement) => summary ?? [lead, body].filter(Boolean).join('\n\n')

function changed(before = '', after = ''): { before: string; after: string } | null {
  return before === after ? null : { before, after }
}

/** A correction that was undone, or withdrawn later, is no longer in force. */
const correctionsInForce = (condition: RawBuilder<unknown>) => sql`
  from operator_actions o
  left join shown_articles a on o.target = 'article:' || a.id
  left join shown_events e on o.target = 'event:' || e.id
  left join shown_stories s on o.target = 'story:' || s.id and s.entries_count > 0
  where (o.action = 'article_corrected' and a.id is not null or o.action = 'event_corrected' and e.id is not null
      or o.action = 'story_edited' and s.id is not null)
    and o.undone_at is null and ${condition}
    and not exists (
      select from operator_actions w
      where w.target = o.target and w.action in ('correction_withdrawn', 'story_released') and w.undone_at is null and w.id > o.id)`
