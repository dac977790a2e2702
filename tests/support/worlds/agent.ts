/** One article, story, episode and guide that belong together, among others: seeded once, read through every surface. */
import { sql } from 'kysely'
import { publishing } from '../../../src/platform/database/database.ts'
import type { Things } from '../addresses.ts'
import { seedArticles, seedFeed, seedTag } from '../build.ts'
import { startSmallServer } from '../played/small-server.ts'
import { startTestWeb, type TestWeb } from '../web.ts'

/** Stands in the original's full text and nowhere else. */
export const planted = 'Zebrafinken dansar foxtrot på vinterns sista isflak.'

export interface World {
  feedId: number
  tagId: number
  tagSlug: string
  articleId: number
  articleTitle: string
  /** Addresses of the pages, without extension. */
  articleUrl: string
  eventId: number
  storyId: number
  storyUrl: string
  episodeId: string
  episodeUrl: string
  guideSlug: string
  guideUrl: string
}

export const facts = {
  articleTitle: 'Kärnan blir godare i år',
  articleSummary: 'Årets kärnor smakar mer än förra årets, säger odlarna.',
  originalUrl: 'https://source.example/articles/karnan?a=1&b=2',
  source: 'Odlarbladet',
  published: '2026-11-21T09:11:00.000Z',
  tag: 'Prov Ett',
  image: 'https://img.example/karna.jpg',
  storyTitle: 'Skörden som aldrig tog slut',
  storyLead: 'Allt om den långa skörden.',
  storyBody: 'Skörden började i maj.\nDen pågår än.\n\nPriset faller.',
  episodeTitle: 'Kärnan, avsnitt ett',
  episodeDescription: 'Vi smakar på årets kärnor.',
  transcript: 'Välkomna till kärnpodden.',
  chapter: 'Inledning med smak',
  guideTitle: 'Guide till kärnor',
  guideSummary: 'Vilken kärna du ska välja.',
  guideText: 'Välj den kärna som ligger närmast.',
}

export async function seedWorld(web: Pick<TestWeb, 'database' | 'config'>): Promise<World> {
  const { database } = web
  const feedId = await seedFeed(database, { title: facts.source, site_url: 'https://source.example/', language: 'en' })
  const tagSlug = 'prov-ett'
  const tagId = await seedTag(database, facts.tag, tagSlug)
  await seedArticles(database, [
    ...Array.from({ length: 30 }, () => ({ feed_id: feedId })),
    { feed_id: feedId, relevant: false },
  ])
  const at = new Date(facts.published)
  const { articleId, storyId, eventId } = await publishing(database, async (trx) => {
    const event = await trx
      .insertInto('events')
      .values({ created_at: at, first_at: at, last_at: at, source_count: 1, articles_count: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const article = await trx
      .insertInto('articles')
      .values({
        feed_id: feedId,
        url: facts.originalUrl,
        canonical_url: facts.originalUrl,
        title: 'The core is better this year',
        excerpt: 'Cores taste better than last year, growers say.',
        translated_title: facts.articleTitle,
        translated_summary: facts.articleSummary,
        translated_by: 'ai',
        language: 'en',
        image_url: facts.image,
        published_at: at,
        discovered_at: at,
        sort_at: at,
        updated_at: at,
        content_hash: 'golden',
        status: 'published',
        relevant: true,
        tag_ids: [tagId],
        event_id: event.id,
        cluster_state: 'done',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('event_members')
      .values({ article_id: article.id, event_id: event.id, decided_by: 'first', score: null, at })
      .execute()
    await sql`insert into article_texts (article_id, origin, text, stored_at) values (${article.id}, 'feed', ${planted}, ${at})`.execute(
      trx,
    )
    const story = await trx
      .insertInto('stories')
      .values({
        title: facts.storyTitle,
        lead: facts.storyLead,
        body: facts.storyBody,
        text_by: 'operator',
        status: 'active',
        entries_count: 1,
        first_at: at,
        last_at: at,
        image_url: facts.image,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into story_events (event_id, story_id, at) values (${event.id}, ${story.id}, ${at})`.execute(trx)
    await sql`
      insert into episodes (episode_id, title, description, published_on, duration_seconds, audio_path, audio_type,
        audio_bytes, transcript_text, transcript_vtt, chapters, sources, origin, created_at, updated_at)
      values ('karnan-1', ${facts.episodeTitle}, ${facts.episodeDescription}, ${at}, 61.5, 'karnan-1/audio.mp3',
        'audio/mpeg', 1000, ${facts.transcript}, ${`WEBVTT\n\n00:00.000 --> 00:02.000\n${facts.transcript}\n`},
        ${JSON.stringify([{ startSeconds: 0, title: facts.chapter, url: null, imageUrl: null }])}::jsonb,
        ${JSON.stringify([{ title: facts.articleTitle, url: facts.originalUrl, source: facts.source, entryId: article.id }])}::jsonb,
        'import', ${at}, ${at})`.execute(trx)
    await trx
      .insertInto('guides')
      .values({
        slug: 'karnor',
        file: 'karnor.md',
        title: facts.guideTitle,
        page_type: 'product_hub',
        family: 'prov',
        tags: [tagSlug],
        summary: facts.guideSummary,
        body: facts.guideText,
        updated: '2026-11-21',
        content_hash: 'x',
        search: sql<string>`to_tsvector('simple', ${facts.guideTitle})`,
      })
      .execute()
    return { articleId: article.id, storyId: story.id, eventId: event.id }
  })
  const base = web.config.BASE_URL
  return {
    feedId,
    tagId,
    tagSlug,
    articleId,
    articleTitle: facts.articleTitle,
    articleUrl: `${base}/entries/${articleId}-karnan-blir-godare-i-ar`,
    eventId,
    storyId,
    storyUrl: `${base}/stories/${storyId}-skorden-som-aldrig-tog-slut`,
    episodeId: 'karnan-1',
    episodeUrl: `${base}/podd/karnan-1`,
    guideSlug: 'karnor',
    guideUrl: `${base}/karnor`,
  }
}

/** As addresses name them. */
export const thingsOf = (world: World, key: string): Things => ({
  article: world.articleId,
  event: world.eventId,
  feed: world.feedId,
  story: world.storyId,
  key,
  tag: world.tagId,
  tagSlug: world.tagSlug,
  episode: world.episodeId,
  guide: world.guideSlug,
})

/** The app behind a listener where each request comes in a minute of its own, so that no limit is reached. */
export async function startTickingWeb() {
  const server = await startSmallServer((request, response) => {
    web.clock.set(new Date(web.clock.now().getTime() + 61_000))
    web.app.routing(request, response)
  })
  const web = await startTestWeb({ BASE_URL: server.url })
  const world = await seedWorld(web)
  const close = async () => {
    await server.close()
    await web.close()
  }
  return { web, world, address: server.url, close }
}
