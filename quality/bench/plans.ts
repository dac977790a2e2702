/**
 * Plans of the reads that readers wait for, on 20,000 articles in 10,000 events and 500 stories:
 * `node quality/bench/plans.ts FILE`. A file that is not there is written; else costs and shapes are compared with it.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { listAlertEvents } from '../../src/features/alerts/store/alert-events.ts'
import { listCorrectionsOf, pageCorrections } from '../../src/features/corrections/queries.ts'
import { listLaterReports } from '../../src/features/guides/guide-checks.ts'
import { readGuideLive } from '../../src/features/guides/live.ts'
import { listDayArticles } from '../../src/features/podcast/store.ts'
import { findArticle, hydrateArticles } from '../../src/news/articles/queries/articles.ts'
import { findFilledSections } from '../../src/news/articles/queries/filled-sections.ts'
import { pageArticles } from '../../src/news/articles/queries/pages.ts'
import { listSitemapArticles } from '../../src/news/articles/queries/sitemap.ts'
import { newestNewsAt } from '../../src/news/articles/writes/newest-news.ts'
import { listEditionEvents } from '../../src/news/editions/queries/edition-events.ts'
import { eventsOfArticles } from '../../src/news/editions/queries/names.ts'
import { findDay, newestDay } from '../../src/news/events/queries/day-edition.ts'
import { countTagsSince } from '../../src/news/events/queries/days.ts'
import { findEvent } from '../../src/news/events/queries/events.ts'
import { pageEvents } from '../../src/news/events/queries/list.ts'
import { listReactions } from '../../src/news/events/queries/reactions.ts'
import { searchArticles } from '../../src/news/search/queries/search.ts'
import { searchStories } from '../../src/news/search/queries/search-stories.ts'
import { suggest } from '../../src/news/search/queries/suggest.ts'
import { findFeed, listFeeds } from '../../src/news/sources/queries/list-feeds.ts'
import { findStory, hydrateStories, pageStories } from '../../src/news/stories/queries/stories.ts'
import { findTag, listTags } from '../../src/news/tags/queries/tags.ts'
import { seedGuide } from '../../tests/support/build.ts'
import { openTestDatabase, testServer } from '../../tests/support/database.ts'
import { features } from '../../tests/support/features.ts'
import { fillArticles } from './synthetic.ts'

const ARTICLES = 20_000
const sv = 'sv'
const now = new Date()
const since = new Date(now.getTime() - 30 * 86_400_000)
const page = { page: 1, perPage: 20, siteLanguage: sv }
const site = { language: sv, timezone: 'Europe/Stockholm' }

const server = await testServer()
const database = await openTestDatabase()
const { db } = database
await fill()
const parts = { db, embedder: null, siteLanguage: sv, log: { warn: () => {} } }
const event = { id: 5000, story: { id: 250, title: 'x', status: 'active' as const } }
const stories = (ids: number[]) => hydrateStories(db, ids)

const suggested = features.flatMap((feature) => feature.suggested ?? [])

const READS: Record<string, () => Promise<unknown>> = {
  'articles, newest': () => pageArticles(db, { ...page, filter: { relevant: true }, sort: 'newest' }),
  'articles, page 100': () => pageArticles(db, { ...page, page: 100, filter: {}, sort: 'newest' }),
  'articles, popular': () => pageArticles(db, { ...page, filter: {}, sort: 'popular' }),
  'articles of a tag': () => pageArticles(db, { ...page, filter: { tagId: 1005 }, sort: 'newest' }),
  'articles of a source': () => pageArticles(db, { ...page, filter: { feedIds: [7] }, sort: 'newest' }),
  'articles in a language': () => pageArticles(db, { ...page, filter: { language: sv }, sort: 'newest' }),
  'articles since a day': () => pageArticles(db, { ...page, filter: { since }, sort: 'newest' }),
  'an article': () => findArticle(db, 15_000, sv),
  '100 articles': () =>
    hydrateArticles(
      db,
      Array.from({ length: 100 }, (_, n) => 15_000 + n),
      sv,
    ),
  'events, newest': () => pageEvents(db, { ...page, filter: { relevant: true }, sort: 'newest' }),
  'events, updated': () => pageEvents(db, { ...page, filter: {}, sort: 'updated' }),
  'events, popular': () => pageEvents(db, { ...page, filter: {}, sort: 'popular' }),
  'events of a tag': () => pageEvents(db, { ...page, filter: { tagId: 1005 }, sort: 'newest' }),
  'events of a source': () => pageEvents(db, { ...page, filter: { feedIds: [7] }, sort: 'newest' }),
  'events of a kind': () => pageEvents(db, { ...page, filter: { kind: 'review' }, sort: 'newest' }),
  'events with a dispute': () => pageEvents(db, { ...page, filter: { disputed: true }, sort: 'newest' }),
  'an event': () => findEvent(db, 5000, sv),
  'reactions to an event': () => listReactions(db, event, sv),
  'a day': () => findDay(db, since.toISOString().slice(0, 10), { site, now }),
  'the newest day': () => newestDay(db, { site, now }),
  stories: () => pageStories(db, { page: 1, perPage: 20 }),
  'a story': () => findStory(db, 250, sv),
  sources: () => listFeeds(db, sv),
  'a source': () => findFeed(db, 7),
  tags: () => listTags(db, { language: sv, relevant: true }),
  'a tag': () => findTag(db, { id: 1005 }),
  'tags since a day': () => countTagsSince(db, since, now),
  'sitemap of a month': () => listSitemapArticles(db, { since, until: now }),
  corrections: () => pageCorrections(db, { page: 1, perPage: 20 }),
  'corrections of an article': () => listCorrectionsOf(db, { articles: [{ id: 15_000, summaryBy: 'operator' }] }),
  "a guide's live part": () => readGuideLive(db, { tagIds: [1005], pattern: 'telefon' }, { siteLanguage: sv, stories }),
  'reports after the guides': () => listLaterReports(db),
  'filled sections': () =>
    findFilledSections(db, [{ name: 'stories', isFilled: sql`exists (select from shown_stories)` }]),
  'events for editions': () => listEditionEvents(db, since),
  'events for alerts': () => listAlertEvents(db, [9000, 9001, 9002]),
  'events of articles': () => eventsOfArticles(db, [15_000, 15_001]),
  'search of two words': () => searchArticles(parts, { q: 'telefon lansering', limit: 20 }),
  'search of a phrase': () => searchArticles(parts, { q: '"bättre batteri" rykte', limit: 20 }),
  'search of stories': () => searchStories(db, 'telefon lansering', { siteLanguage: sv, limit: 3 }),
  suggestions: () => suggest(parts, 'tele', 6, suggested),
  'articles for an episode': () => listDayArticles(database, since, now),
  'the newest for an episode': () => newestNewsAt(database),
}

/** Events of two, every third with a text, every twentieth in a story, half of the articles with a summary of ours. */
async function fill(): Promise<void> {
  await fillArticles(database, ARTICLES)
  // Bookkeeping of so many changed rows would take minutes.
  await sql`alter table articles disable trigger user`.execute(db)
  await sql`insert into events (id, created_at, first_at, last_at, source_count, articles_count, story_state, text_state,
      published, relevant)
    select n, a.sort_at, a.sort_at, b.sort_at, 2, 2, 'done', 'done',
      2, a.relevant::int + b.relevant::int from generate_series(1, ${ARTICLES / 2}::int) n
    join articles a on a.id = 2 * n - 1 join articles b on b.id = 2 * n`.execute(db)
  await sql`update articles set event_id = (id + 1) / 2, source_count = 2, kind = case when id % 9 = 0 then 'review' end,
    translated_title = case when id % 2 = 0 then 'Ny ' || title end, translated_summary = case when id % 2 = 0 then excerpt end,
    translated_by = case when id % 2 = 0 then 'ai' end`.execute(db)
  await sql`insert into event_texts (event_id, revision, title, summary, points, text_by, article_ids, seen_ids, reason, at)
    select id, 1, 'Titel ' || id, 'Text', case when id % 60 = 0 then '[{"status": "disputed", "statements": []}]'::jsonb else '[]' end,
      'ai', array[2 * id - 1, 2 * id], array[2 * id - 1, 2 * id], 'second_source', last_at from events where id % 3 = 0`.execute(
    db,
  )
  await sql`insert into stories (id, title, lead, first_at, last_at, entries_count, created_at, updated_at)
    select n, 'Telefon ' || n, 'Lansering', e.first_at, e.last_at, 2, e.first_at, e.last_at
    from generate_series(1, 500) n join events e on e.id = 20 * n`.execute(db)
  await sql`insert into story_events (event_id, story_id, at) select id, (id + 19) / 20, last_at from events`.execute(
    db,
  )
  for (let n = 1; n <= 10; n++)
    await seedGuide(database, `guide-${n}`, { tags: [`bench-${n}`], names: ['telefon'], facts_until: '2020-01-01' })
  await sql`insert into operator_actions (at, action, target, subject)
    select now(), 'article_corrected', 'article:' || n, '' from generate_series(1, 200) n`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

interface Plan {
  'Node Type': string
  'Total Cost': number
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

interface Planned {
  statements: number
  cost: number
  shape: string[]
}

type Recorded = [text: string, values: unknown[]]

/** The statements that `read` sends. */
async function record(read: () => Promise<unknown>): Promise<Recorded[]> {
  const found: Recorded[] = []
  const { query } = pg.Client.prototype
  const noted = function (this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | { text: string; values?: unknown[] }, unknown[]?]
    const [text, given] = typeof first === 'string' ? [first, values] : [first.text, first.values ?? values]
    if (/^\s*(select|with)\b/i.test(text)) found.push([text, Array.isArray(given) ? given : []])
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  }
  pg.Client.prototype.query = noted as typeof query
  try {
    await read()
  } finally {
    pg.Client.prototype.query = query
  }
  return found
}

async function planOf([text, values]: Recorded): Promise<Plan> {
  const { rows } = await database.pool.query({ text: `explain (format json) ${text}`, values })
  return (rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan as Plan
}

const shapeOf = ({ Plans = [], ...node }: Plan): string => {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
  return Plans.length > 0 ? `${name}(${Plans.map(shapeOf).join(', ')})` : name
}

async function planAll(): Promise<Record<string, Planned>> {
  const found: Record<string, Planned> = {}
  for (const [name, read] of Object.entries(READS)) {
    await read()
    const plans: Plan[] = []
    for (const statement of await record(read)) plans.push(await planOf(statement))
    const cost = plans.reduce((sum, plan) => sum + plan['Total Cost'], 0)
    found[name] = { statements: plans.length, cost: Math.round(cost), shape: plans.map(shapeOf) }
  }
  return found
}

function compare(before: Record<string, Planned>, after: Record<string, Planned>): void {
  console.log('| read | statements | cost before | cost now | shape |\n| --- | --: | --: | --: | --- |')
  for (const [name, { statements, cost, shape }] of Object.entries(after)) {
    const old = before[name]
    const changed = shape.flatMap((one, n) => (one === old?.shape[n] ? [] : [n + 1]))
    const verdict = changed.length === 0 ? 'same' : `differs in ${changed.join(', ')}`
    console.log(`| ${name} | ${statements} | ${old?.cost ?? '–'} | ${cost} | ${old ? verdict : 'new'} |`)
    for (const n of changed) if (old) console.error(`${name} ${n}\n  ${old.shape[n - 1]}\n  ${shape[n - 1]}`)
  }
}

const file = process.argv[2]
if (!file) throw new Error('Name a file: node quality/bench/plans.ts FILE')
const planned = await planAll()
if (existsSync(file)) compare(JSON.parse(readFileSync(file, 'utf8')), planned)
else writeFileSync(file, JSON.stringify(planned, null, 1))
console.log(`${Object.keys(planned).length} reads planned`)
await database.close()
await server.stop()
process.exit(0)
