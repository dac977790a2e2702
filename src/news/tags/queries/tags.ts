/** Tags as readers see them. Only those with articles are listed. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { inNameOrder } from '../../../platform/text/collation.ts'
import type { TagDetailView, TagRef, TagView } from './views.ts'

/** Tags that have published articles (with `relevant`: relevant ones), most used first, then by name as `language` orders names. */
export async function listTags(db: ReadDb, options: { language: string; relevant?: boolean }): Promise<TagView[]> {
  const { rows } = await sql<TagRef & { n: number }>`
    select t.id, t.name, t.slug, sum(c.articles) as n
    from tags t join article_counts c on c.scope = 'tag:' || t.id and c.sort = 'total'
    where ${options.relevant ? sql`c.relevant` : sql`true`}
    group by t.id having sum(c.articles) > 0 order by t.id`.execute(db)
  const tags = rows.map((row) => ({ id: row.id, name: row.name, slug: row.slug, entriesCount: row.n }))
  const byName = inNameOrder(tags, options.language, ({ name }) => name)
  return byName.sort((a, b) => b.entriesCount - a.entriesCount)
}

/** The tag, with up to 10 that stand beside it most often, or null. A tag without articles exists all the same. */
export async function findTag(db: ReadDb, key: { id: number } | { slug: string }): Promise<TagDetailView | null> {
  // PostgreSQL refuses a text with NUL.
  if ('slug' in key && key.slug.includes('\0')) return null
  const tag = await db
    .selectFrom('tags')
    .selectAll()
    .where((eb) => ('id' in key ? eb('id', '=', key.id) : eb('slug', '=', key.slug)))
    .executeTakeFirst()
  if (!tag) return null
  const { rows } = await sql<{ n: number | null }>`
    select sum(articles) as n from article_counts where scope = ${`tag:${tag.id}`} and sort = 'total'`.execute(db)
  return { ...tag, entriesCount: rows[0]?.n ?? 0, related: await relatedTags(db, tag.id) }
}

/** From the tag's latest 500 articles, so that the cost does not grow with its age. */
async function relatedTags(db: ReadDb, tagId: number): Promise<TagRef[]> {
  const { rows } = await sql<TagRef>`
    with latest as (
      select article_id from article_tags where tag_id = ${tagId} order by sort_at desc, article_id desc limit 500
    )
    select t.id, t.name, t.slug
    from latest l join article_tags x on x.article_id = l.article_id and x.tag_id <> ${tagId} join tags t on t.id = x.tag_id
    group by t.id order by count(*) desc, t.id limit 10`.execute(db)
  return rows
}
