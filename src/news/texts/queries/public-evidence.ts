/** The passages of articles that readers may see: together a small part of each article, the same on every surface. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'

/** Of an article's characters, over all texts that rest on it and the quotations of disputes. */
const MAX_SHARE = 0.15
/** Characters of one passage. */
const MAX_LENGTH = 160
/** Fewer characters say nothing. */
const MIN_LENGTH = 20

/** A passage as it may be shown; null where it may not. */
type PublicEvidence = (articleId: number, passage: string) => string | null

/** Passages of sentences that stand, in an order that does not depend on who asks, until an article's part is used up. */
export async function readPublicEvidence(db: ReadDb, articleIds: readonly number[]): Promise<PublicEvidence> {
  if (articleIds.length === 0) return () => null
  const [articles, passages] = await Promise.all([listArticles(db, articleIds), listPassages(db, articleIds)])
  const ofArticle = Map.groupBy(passages, ({ articleId }) => articleId)
  const shown = new Map(
    articles.map(({ id, length, quoted }) => {
      const ofThis = ofArticle.get(id) ?? []
      const total = Math.max(length, ...ofThis.map(({ end }) => end))
      return [id, choose(ofThis, Math.floor(MAX_SHARE * total) - quoted)]
    }),
  )
  return (articleId, passage) => shown.get(articleId)?.get(passage) ?? null
}

/** Each as it may be shown, of `left` characters in all. */
function choose(passages: readonly { text: string }[], left: number): Map<string, string> {
  const shown = new Map<string, string>()
  let rest = left
  for (const { text } of passages) {
    const short = shown.has(text) ? null : cut(text, Math.min(MAX_LENGTH, rest))
    if (short === null) continue
    shown.set(text, short)
    rest -= short.length
  }
  return shown
}

function cut(passage: string, max: number): string | null {
  if (passage.length <= max) return passage
  if (max < MIN_LENGTH) return null
  const words = passage.slice(0, max - 1).replace(/\s*\S*$/, '')
  return words === '' ? null : `${words}…`
}

/** With the length of the original, where it is still kept, and of what the disputes of its event quote. */
async function listArticles(db: ReadDb, articleIds: readonly number[]) {
  const { rows } = await sql<{ id: number; length: number; quoted: number }>`
    select a.id, coalesce((select max(length(x.text)) from article_texts x where x.article_id = a.id), length(a.excerpt)) as length,
      coalesce((
        select sum(length(quote ->> 'text')) from (
          select t.points from shown_event_texts t where t.event_id = a.event_id order by t.revision desc limit 1) newest,
          jsonb_path_query(newest.points, '$[*].statements[*].quotes[*]') quote
        where (quote ->> 'article')::bigint = a.id), 0)::integer as quoted
    from shown_articles a where a.id = any(${[...articleIds]})`.execute(db)
  return rows
}

/** Of the texts that readers see: an article's own first, then its event's, then its story's; headlines last of each. */
async function listPassages(db: ReadDb, articleIds: readonly number[]) {
  const ids = [...articleIds]
  const { rows } = await sql<{ articleId: number; text: string; end: number }>`
    with concerned as (
      select a.event_id as id, max(t.revision) as revision
      from shown_articles a left join shown_event_texts t on t.event_id = a.event_id where a.id = any(${ids}) group by 1
    ), resting as (
      select 1 as rank, c.* from claims c where c.article_id = any(${ids})
      union all select 2, c.* from claims c join concerned e on e.id = c.event_id and e.revision = c.revision
      union all select 3, c.* from claims c where c.story_id in (
        select l.story_id from story_events l join concerned e on e.id = l.event_id)
    )
    select coalesce((p.passage ->> 'articleId')::bigint, c.article_id) as "articleId", p.passage ->> 'text' as text,
      case when p.passage ? 'headline' then 0 else (p.passage ->> 'end')::integer end as end
    from resting c, jsonb_array_elements(c.evidence) with ordinality p (passage, place)
    where c.verdict = 'stands' and c.part in ('title', 'sentence', 'lead', 'body')
      and p.passage ? 'text' and not p.passage ? 'ordered'
      -- A headline rests on the passages of all sentences, of those that were dropped too.
      and (c.part <> 'title' or p.passage ? 'headline')
      and coalesce((p.passage ->> 'articleId')::bigint, c.article_id) = any(${ids})
    order by c.rank, c.story_id, c.part = 'title', c.position, c.id, p.place`.execute(db)
  return rows
}
