/** Live content about a guide's subject: newest articles, running stories, most covered events. */
import { sql } from 'kysely'
import { hydrateArticles } from '../../news/articles/queries/articles.ts'
import { datedFirst } from '../../news/articles/rules/dated-first.ts'
import type { StoryView } from '../../news/stories/queries/views.ts'
import type { ReadDb } from '../../platform/database/read-db.ts'
import type { GuideMoment, GuideView } from './views.ts'

export type StoryHydrator = (ids: number[]) => Promise<StoryView[]>

export interface Subject {
  tagIds: number[]
  /** Second condition of an article; null where the tags are precise enough. */
  pattern: string | null
}

const latestArticles = 12
const runningStories = 4
/** This many newest articles of each tag are looked at, so that the cost does not grow with their age. */
const reach = 2000
const momentsPerMonth = 3
const moments = 18

export async function readGuideLive(
  db: ReadDb,
  subject: Subject,
  options: { siteLanguage: string; stories: StoryHydrator },
): Promise<Pick<GuideView, 'latest' | 'stories' | 'timeline'>> {
  if (subject.tagIds.length === 0) return { latest: [], stories: [], timeline: [] }
  const latest = await hydrateArticles(db, await latestIds(db, subject), options.siteLanguage)
  const stories = await options.stories(await storyIds(db, subject))
  return { latest: datedFirst(latest), stories, timeline: await readTimeline(db, subject, options.siteLanguage) }
}

/** True when the article `a` names the subject. */
const isNamed = ({ pattern }: Subject) =>
  pattern === null ? sql`true` : sql`concat_ws(' ', a.original_title, a.translated_title, a.excerpt) ~* ${pattern}`

const newestOf = (tagIds: number[], limit: number) => sql`
  select distinct n.article_id, n.sort_at
  from unnest(${tagIds}::integer[]) as t(id)
  cross join lateral (
    select x.article_id, x.sort_at from article_tags x where x.tag_id = t.id and x.relevant
    order by x.sort_at desc, x.article_id desc limit ${limit}
  ) n`

async function latestIds(db: ReadDb, subject: Subject): Promise<number[]> {
  const newest = newestOf(subject.tagIds, subject.pattern === null ? latestArticles : reach)
  const { rows } = await sql<{ article_id: number }>`
    select n.article_id from (${newest}) n join shown_articles a on a.id = n.article_id
    where ${isNamed(subject)} order by n.sort_at desc, n.article_id desc limit ${latestArticles}`.execute(db)
  return rows.map((row) => row.article_id)
}

/** Active stories of whose articles at least a third are about the subject, last moved first. */
async function storyIds(db: ReadDb, subject: Subject): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id
    from shown_stories s
    join story_events e on e.story_id = s.id
    join shown_articles a on a.event_id = e.event_id
    where s.status = 'active'
    group by s.id, s.last_at
    having count(*) filter (where a.tag_ids && ${subject.tagIds}::integer[] and ${isNamed(subject)}) * 3 >= count(*)
    order by s.last_at desc, s.id desc
    limit ${runningStories}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Events that at least two publishers covered, the most covered of each month; by an article in the site's language
 * where there is one.
 */
async function readTimeline(db: ReadDb, subject: Subject, siteLanguage: string): Promise<GuideMoment[]> {
  const { rows } = await sql<{ id: number; at: Date; source_count: number }>`
    with tagged as (${newestOf(subject.tagIds, reach)}),
    told as (
      select distinct on (a.event_id) a.id, min(a.sort_at) over (partition by a.event_id) as at, a.source_count
      from tagged t join shown_articles a on a.id = t.article_id
      where a.event_id is not null and a.source_count > 1 and ${isNamed(subject)}
      order by a.event_id, a.language is distinct from ${siteLanguage}, a.sort_at, a.id
    ),
    ranked as (
      select *, row_number() over (partition by date_trunc('month', at) order by source_count desc, at desc) as place
      from told
    )
    select id, at, source_count from ranked where place <= ${momentsPerMonth} order by at desc limit ${moments}`.execute(
    db,
  )
  const articles = await hydrateArticles(
    db,
    rows.map((row) => row.id),
    siteLanguage,
  )
  const byId = new Map(articles.map((article) => [article.id, article]))
  return rows.flatMap(({ id, at, source_count }) => {
    const article = byId.get(id)
    return article ? [{ at, article: { id, title: article.title }, sourceCount: source_count }] : []
  })
}
