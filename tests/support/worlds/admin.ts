/** A service with everything that its console shows: sources well and ill, events, a story, refusals, spend, reports. */

import { sql } from 'kysely'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { insertErrorReport } from '../../../src/news/articles/writes/fault-reports.ts'
import { correctArticle } from '../../../src/news/articles/writes/operator-articles.ts'
import { actionsOf } from '../actions.ts'
import {
  said,
  saveClaims,
  seedArticles,
  seedEpisodeText,
  seedEventText,
  seedFeed,
  seedTag,
  seedWebhook,
  storedPoint,
} from '../build.ts'
import { ifThere } from '../features.ts'
import { freePort } from '../played/small-server.ts'
import { startTestWeb, type TestWeb, type TestWebOptions } from '../web.ts'

export const adminToken = 'en nyckel som bara redaktionen har'

export interface AdminWorld {
  web: TestWeb
  url: string
  feeds: { well: number; ill: number; paused: number }
  articles: { first: number; second: number; other: number; refused: number; summarised: number }
  events: { several: number; other: number }
  story: number
  /** One of each page. */
  paths: string[]
}

const now = new Date('2026-11-21T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

/** `text` stands in each title, summary, name and reason: what a hostile source or model could write. */
export async function startAdminWorld(
  text = '',
  env: Record<string, string> = {},
  options: TestWebOptions = {},
): Promise<AdminWorld> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { ADMIN_TOKEN: adminToken, BASE_URL: url, AI_MONTHLY_BUDGET: '20', FETCH_ALLOW: '127.0.0.1/32' }
  const web = await startTestWeb({ ...settings, ...env }, undefined, options)
  const feeds = await seedSources(web, text)
  const articles = await seedNews(web, feeds, text)
  await web.services.pipeline.cluster()
  if (text) await spoil(web, text)
  const eventOf = async (id: number) =>
    (await web.database.db.selectFrom('articles').select('event_id').where('id', '=', id).executeTakeFirstOrThrow())
      .event_id as number
  const events = { several: await eventOf(articles.first), other: await eventOf(articles.other) }
  const story = await seedStories(web, events, text)
  await seedSentences(web, { ...events, story }, articles, text)
  await seedCalls(web, articles, text)
  await seedExams(web, text)
  await insertErrorReport(web.ctx.database, {
    articleId: articles.first,
    text: `Priset är fel, det är 1 290 kronor. ${text}`,
    at: web.ctx.clock.now(),
  })
  await actionsOf(web).pauseSource(feeds.paused, `Skriver om annat just nu. ${text}`)
  await correctArticle(
    web.database,
    articles.second,
    {
      title: `Epic vinner mot Apple i Australien ${text}`,
      summary: `En domstol i Sydney ger Epic rätt. ${text}`,
    },
    web.ctx.clock.now(),
  )
  await seedWebhook(web.database, 'https://receiver.example/hooks/a-long-key-0123456789abcdef', {
    types: ['entry.created', 'entry.removed', 'entry.updated', 'event.merged'],
    min_sources: 3,
  })
  await web.app.listen({ port, host: '127.0.0.1' })
  const paths = [
    '/admin',
    '/admin/search?q=Epic',
    '/admin/sources',
    `/admin/sources/${feeds.ill}`,
    '/admin/articles',
    '/admin/articles?q=Epic',
    '/admin/articles?view=removed',
    `/admin/articles/${articles.first}`,
    `/admin/articles/${articles.second}`,
    '/admin/summaries',
    '/admin/events',
    '/admin/events?view=words',
    `/admin/events/${events.several}`,
    '/admin/stories',
    `/admin/stories/${story}`,
    '/admin/episodes',
    '/admin/episodes/2026-11-20',
    '/admin/rerun',
    '/admin/models',
    '/admin/spend',
    ...ifThere('webhooks', '/admin/webhooks'),
    '/admin/log',
  ]
  return { web, url, feeds, articles, events, story, paths }
}

async function seedSources(web: TestWeb, text: string): Promise<AdminWorld['feeds']> {
  const { database } = web
  const error = `The publisher answered 503: it is busy. ${text}`
  const well = await seedFeed(database, {
    title: `Feber ${text}`,
    language: 'sv',
    last_fetched_at: ago(0.2),
    last_success_at: ago(0.2),
    last_new_at: ago(2),
    next_fetch_at: ago(-0.5),
    created_at: ago(900),
  })
  const ill = await seedFeed(database, {
    title: `MacRumors ${text}`,
    errors_in_row: 9,
    failing_since: ago(59),
    failure: 'busy',
    last_error: error,
    last_fetched_at: ago(1),
    last_success_at: ago(60),
    last_new_at: ago(70),
    created_at: ago(900),
  })
  const paused = await seedFeed(database, { title: `Bladet ${text}`, last_fetched_at: ago(5), created_at: ago(900) })
  const fetches = [well, ill].flatMap((feed_id) =>
    Array.from({ length: 90 }, (_, i) => {
      const failed = feed_id === ill && (i < 9 || i % 17 === 0)
      const outcome = failed ? ('failed' as const) : i % 3 === 0 ? ('new' as const) : ('unchanged' as const)
      const counts = outcome === 'new' ? { items_new: 1 + (i % 4), items_updated: i % 2 } : {}
      const result = { outcome, http_status: failed ? 503 : 200, error: failed ? error : null, ...counts }
      return { feed_id, at: ago(1 + i * 7), bytes: 18_000 + i * 40, ms: 120 + i * 3, ...result }
    }),
  )
  await database.db.insertInto('fetches').values(fetches).execute()
  return { well, ill, paused }
}

async function seedNews(web: TestWeb, feeds: AdminWorld['feeds'], text: string): Promise<AdminWorld['articles']> {
  const tag = await seedTag(web.database, `App Store ${text}`, 'konsolens-amne')
  const at = (hours: number) => ({ published_at: ago(hours), sort_at: ago(hours), discovered_at: ago(hours) })
  const summarised = { translated_by: 'ai' as const, translated_at: ago(1), enrich_state: 'done' as const }
  const [first, second, other, refused, ai] = await seedArticles(web.database, [
    {
      feed_id: feeds.well,
      ...at(5),
      language: 'sv',
      tag_ids: [tag],
      title: `Epic vinner mot Apple i Australien`,
      excerpt: `Epic vinner rättegången mot Apple i Australien om avgifter i App Store.`,
    },
    {
      feed_id: feeds.ill,
      ...at(4),
      language: 'sv',
      tag_ids: [tag],
      title: `Apple förlorar mot Epic i Australien`,
      excerpt: `Apple förlorar rättegången i Australien mot Epic om avgifter i App Store.`,
    },
    {
      feed_id: feeds.well,
      ...at(3),
      language: 'sv',
      title: `Nytt tangentbord från Logitech`,
      excerpt: `Logitech visar ett tangentbord för Mac i Lausanne.`,
    },
    {
      feed_id: feeds.ill,
      ...at(2),
      enrich_state: 'refused' as const,
      title: `Foxconn opens a factory in Houston`,
      excerpt: `The factory in Houston will make servers.`,
    },
    {
      feed_id: feeds.ill,
      ...at(1),
      ...summarised,
      title: `AirPods get live translation in Europe`,
      excerpt: `Live translation arrives in Europe with the next update.`,
      translated_title: `Livetolkning i Airpods kommer till Europa`,
      translated_summary: `Med nästa uppdatering kan Airpods tolka samtal direkt även i Europa.`,
    },
  ])
  return { first: first!, second: second!, other: other!, refused: refused!, summarised: ai! }
}

/** After clustering, which would find everything alike: `text` in all that articles and reasons say. */
async function spoil({ database: { db } }: TestWeb, text: string): Promise<void> {
  const words = ` ${text}`
  await sql`
    update articles set title = title || ${words}, excerpt = excerpt || ${words}, relevance_reason = ${text},
      url = 'javascript:window.pwned=1', translated_title = translated_title || ${words}, translated_summary = translated_summary || ${words}`.execute(
    db,
  )
  await sql`update feeds set site_url = 'javascript:window.pwned=1', url = url || '"><script>window.pwned=1</script>'`.execute(
    db,
  )
  await sql`
    update event_members set reason = jsonb_set(reason, '{nearest,shared}', ${JSON.stringify([text])}::jsonb)
    where reason -> 'nearest' ->> 'shared' is not null`.execute(db)
}

async function seedStories(web: TestWeb, events: AdminWorld['events'], text: string): Promise<number> {
  const { db } = web.database
  const common = { created_at: ago(48), updated_at: ago(4), first_at: ago(48), last_at: ago(4), text_by: 'ai' as const }
  const counts = { text_articles: 3, text_events: 1, entries_count: 2 }
  const rows = await db
    .insertInto('stories')
    .values([
      {
        ...common,
        ...counts,
        title: `Striden om App Store ${text}`,
        lead: `Epic mot Apple. ${text}`,
        body: text || 'Tvisten började för sex år sedan.',
      },
      { ...common, ...counts, title: `Tillbehör ${text}`, lead: `Tangentbord. ${text}`, body: text },
    ])
    .returning('id')
    .execute()
  const [one, other] = rows.map((row) => row.id) as [number, number]
  await db
    .insertInto('story_events')
    .values([
      { event_id: events.several, story_id: one, at: ago(4) },
      { event_id: events.other, story_id: other, at: ago(3) },
    ])
    .execute()
  return one
}

/** What became of the sentences of an event, of the story that is shown first, and of an episode. */
async function seedSentences(
  { database }: TestWeb,
  { several, story }: AdminWorld['events'] & { story: number },
  { first, second }: AdminWorld['articles'],
  text: string,
): Promise<void> {
  const both = { by: [first, second] }
  const dropped = { by: [second], dropped: 'literal' }
  await seedEventText(database, {
    eventId: several,
    points: [storedPoint('single', [`Domen kan överklagas. ${text}`, [first]])],
    claims: [
      said('title', `Epic vinner i Australien ${text}`, both),
      said('sentence', `En domstol i Sydney ger Epic rätt i tvisten om avgifter. ${text}`, both),
      said('sentence', `Apple döms att betala 900 miljoner kronor. ${text}`, dropped),
      said('point', `Domen kan överklagas. ${text}`, { by: [first], section: 1 }),
      said('point', `Domen kan överklagas. ${text}`, { ...dropped, section: 1 }),
    ],
  })
  await saveClaims(database, { story_id: story }, [
    said('title', `Striden om App Store ${text}`, both),
    said('lead', `Epic mot Apple. ${text}`, both),
    said('body', text || 'Tvisten började för sex år sedan.', { ...both, section: 1 }),
    said('body', `Den har kostat miljarder. ${text}`, { ...dropped, section: 1 }),
  ])
  await seedEpisodeText(database, '2026-11-20', [
    said('title', `Fredag 20 november: Epic vinner ${text}`, both),
    said('description', `Om domen i Australien. ${text}`, both),
    said('sentence', `Epic har vunnit mot Apple i Australien. ${text}`, { ...both, section: 1 }),
    said('sentence', `Apple ger upp. ${text}`, { by: [first], section: 1, dropped: 'inventions' }),
  ])
}

async function seedCalls(web: TestWeb, articles: AdminWorld['articles'], text: string): Promise<void> {
  const call = (
    hours: number,
    article: number | null,
    verdict: 'accepted' | 'refused' | 'failed',
    reason: string | null,
  ) => ({
    purpose: 'summary',
    article_id: article,
    at: ago(hours),
    ms: 900,
    provider: 'openai',
    verdict,
    reason,
    model: `gpt-5.4-mini ${text}`,
    prompt_version: '1',
    request: '{}',
    response: text,
    input_tokens: 2100,
    output_tokens: 310,
    cost: 0.0123,
  })
  const reason = `numbers: "1 300" does not stand in the original ${text}`
  await web.database.db
    .insertInto('ai_calls')
    .values([
      call(2, articles.refused, 'refused', reason),
      call(1.9, articles.refused, 'refused', reason),
      call(1, articles.summarised, 'accepted', null),
      ...Array.from({ length: 60 }, (_, i) => call(3 + i * 9, null, i % 9 === 0 ? 'refused' : 'accepted', null)),
    ])
    .execute()
}

/** A good judge, a poor one, a writer, and an exam that failed. */
async function seedExams({ database }: TestWeb, text: string): Promise<void> {
  const exam = (model: string, role: 'judge' | 'writer', answers: object[], error: string | null = null) => ({
    model: `${model} ${text}`,
    role,
    base_url: `http://127.0.0.1:11434/v1${text}`,
    language: 'sv',
    error,
    prompt_version: `${role}.sv@3`,
    items: 160,
    started_at: ago(3),
    ended_at: ago(2),
    answers: JSON.stringify(answers),
    calls: 27,
    ms: 27_000,
    input_tokens: 28_000,
    output_tokens: 9000,
    cost: 0.02,
  })
  const pairs = (isRight: (at: number) => boolean) =>
    Array.from({ length: 160 }, (_, at) => {
      const truth = at % 2 === 0
      return { id: `sv-${at}`, class: at % 3 ? 'value' : `name ${text}`, truth, isSupported: isRight(at) === truth }
    })
  const summary = { id: 'a', acceptedAt: 2, sentences: 4, dropped: ['quotes'], refused: [`length ${text}`] }
  await database.db
    .insertInto('exams')
    .values([
      exam(
        'qwen2.5:7b',
        'judge',
        pairs((at) => at % 3 > 0),
      ),
      exam(
        'gpt-5.4-mini',
        'judge',
        pairs(() => true),
      ),
      exam('gpt-5.4-mini', 'writer', [summary]),
      exam('gpt-6', 'judge', [], `HTTP 404: no such model ${text}`),
    ])
    .execute()
}

/** A browser context that has signed in. */
export async function signIn(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${url}/admin`)
  await page.getByLabel('Nyckel').fill(adminToken)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await page.waitForURL(`${url}/admin`)
  await page.getByRole('button', { name: 'Logga ut' }).waitFor()
  await page.close()
  return context
}
