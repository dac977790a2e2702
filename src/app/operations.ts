/** The operator's acts, for the command line and the console alike: built from the store, the crawler and the queue. */
import { join } from 'node:path'
import { sql } from 'kysely'
import type { AccountCommands, Commands, SourceRecord, StageDepth, Stats } from '../domain/commands.ts'
import { AppError } from '../domain/errors.ts'
import { healthOf } from '../domain/feeds/feed-health.ts'
import type { GuideSync } from '../domain/guides/guide.ts'
import { dayIn } from '../domain/time/days.ts'
import { discoverFeeds } from '../feeds/discover.ts'
import { parseOpml, renderOpml } from '../feeds/formats/opml.ts'
import { syncGuides } from '../pipeline/guides/guides.ts'
import { monthStart } from '../pipeline/models/budget.ts'
import { generateEpisode } from '../pipeline/podcast/generate.ts'
import { importEpisode } from '../pipeline/podcast/import.ts'
import { queueDepth } from '../pipeline/queue.ts'
import { planReprocess, type ReprocessCtx, reprocess } from '../pipeline/reprocess.ts'
import { runOnce } from '../pipeline/run.ts'
import { type Feed, getFeed, listAllFeeds } from '../store/feeds/feeds.ts'
import { addSource, importSources, pauseSource, removeSource, resumeSource } from '../store/feeds/operator-sources.ts'
import { buildOperator } from './operator.ts'
import { podcastStudio } from './podcast-studio.ts'
import type { Services } from './services.ts'

/** What a web process alone does for its readers is not among them. */
export type Operations = Omit<Commands, 'countView' | 'articleImage' | 'reportFault' | keyof AccountCommands>

export function buildOperations(services: Services): Operations {
  const { database, fetcher, content, clock } = services
  const again: Commands['reprocess'] = async (request) =>
    reprocess(reprocessCtx(services), await services.queue(), request)
  const record = async (feed: Feed) => (await toRecords(services, [feed]))[0] as SourceRecord
  return {
    listSources: async () => toRecords(services, await listAllFeeds(database)),
    addSource: async (url, options = {}) => {
      const [best] = await discoverFeeds(url, { fetcher, reader: services.reader })
      if (!best) throw new AppError('unprocessable', `No feed was found at ${url}.`)
      const { feed, added } = await addSource(
        database,
        {
          url: best.url,
          title: options.title ?? (best.title || best.url),
          siteUrl: null,
          language: null,
          relevance: 'model',
          extract: true,
          publisher: null,
        },
        clock.now(),
      )
      if (!added) throw new AppError('unprocessable', `${best.url} is a source already (id ${feed.id}).`)
      return record(feed)
    },
    removeSource: async (id) => {
      const feed = await getFeed(database, id)
      await removeSource(database, id, clock.now())
      return record({ ...feed, status: 'removed' })
    },
    pauseSource: async (id, reason = 'Paused by the operator.') => {
      await pauseSource(database, id, reason, clock.now())
      return record(await getFeed(database, id))
    },
    resumeSource: async (id) => {
      await resumeSource(database, id, clock.now())
      return record(await getFeed(database, id))
    },
    importSources: async (opml) => {
      const sources = parseOpml(opml)
      const added = await importSources(database, sources, clock.now())
      return { added: await toRecords(services, added), known: sources.length - added.length }
    },
    exportSources: async () => {
      const feeds = await listAllFeeds(database)
      return renderOpml(feeds.map(toOpml), content.site.name)
    },
    ingest: async ({ feedIds, onProgress }) => {
      for (const id of feedIds ?? []) await getFeed(database, id)
      return runOnce(services.pipeline, await services.queue(), {
        ...(feedIds ? { feedIds } : {}),
        ...(onProgress ? { onProgress } : {}),
      })
    },
    stats: () => stats(services),
    planReprocess: async (request) => planReprocess(reprocessCtx(services), request),
    reprocess: again,
    operator: buildOperator(services, again),
    syncGuides: () => syncContentGuides(services),
    importEpisode: (dir) => importEpisode(services, dir),
    generateEpisode: async (day, signal) => {
      const today = dayIn(clock.now(), content.site.timezone)
      return generateEpisode(await podcastStudio(services), day ?? today, signal)
    },
  }
}

function reprocessCtx({ pipeline, models, content }: Services): ReprocessCtx {
  const costOf = models.enrichment?.summariser.costOf ?? null
  const missing = models.embedder ? {} : { embed: 'EMBEDDING_PROVIDER is none: there is no model to embed with.' }
  return {
    pipeline,
    costOf,
    missing,
    timezone: content.site.timezone,
  }
}

function syncContentGuides({ database, clock, content, config }: Services): Promise<GuideSync> {
  const tagSlugs = new Set(content.rules.vocabulary.tags.keys())
  return syncGuides({ database, clock, language: content.site.language, tagSlugs }, join(config.CONTENT_DIR, 'guides'))
}

const toOpml = (feed: Feed) => ({
  url: feed.url,
  title: feed.title,
  siteUrl: feed.site_url,
  language: feed.language,
  relevance: feed.relevance,
  extract: feed.extract,
  publisher: feed.publisher,
  category: null,
})

async function toRecords({ database }: Services, feeds: Feed[]): Promise<SourceRecord[]> {
  const { rows } = await sql<{ feed_id: number; n: number }>`
    select feed_id, count(*) as n from articles
    where status = 'published' and feed_id = any(${feeds.map((feed) => feed.id)}::integer[]) group by feed_id`.execute(
    database.db,
  )
  const counts = new Map(rows.map((row) => [row.feed_id, row.n]))
  return feeds.map((feed) => ({
    id: feed.id,
    title: feed.title,
    url: feed.url,
    siteUrl: feed.site_url,
    status: feed.status === 'removed' ? 'gone' : feed.status,
    reason: feed.status_reason,
    articles: counts.get(feed.id) ?? 0,
    lastSuccessAt: feed.last_success_at,
    nextFetchAt: feed.next_fetch_at,
    errorsInRow: feed.errors_in_row,
    lastError: feed.last_error,
  }))
}

/** Jobs of every stage, in the order of the stages. */
export const queueDepths = async (database: Services['database']): Promise<StageDepth[]> =>
  Object.entries(await queueDepth(database)).map(([stage, counts]) => ({ stage, ...counts }))

async function stats(services: Services): Promise<Stats> {
  const { database, clock, config } = services
  const feeds = await listAllFeeds(database)
  const health = feeds.map((feed) =>
    healthOf(
      {
        status: feed.status,
        errorsInRow: feed.errors_in_row,
        lastNewAt: feed.last_new_at,
        usualGapMinutes: feed.usual_gap_minutes,
        createdAt: feed.created_at,
      },
      clock.now(),
    ),
  )
  const month = monthStart(clock.now(), services.content.site.timezone)
  const { rows } = await sql<
    Record<'published' | 'relevant' | 'pending' | 'removed' | 'events' | 'stories' | 'spent' | 'calls', number>
  >`
    select
      (select count(*) from articles where status = 'published') as published,
      (select count(*) from articles where status = 'published' and relevant) as relevant,
      (select count(*) from articles where status = 'pending') as pending,
      (select count(*) from articles where status = 'removed') as removed,
      (select count(*) from events where merged_into is null) as events,
      (select count(*) from stories where merged_into is null) as stories,
      (select coalesce(sum(cost), 0) from ai_calls where at >= ${month}) as spent,
      (select count(*) from ai_calls where at >= ${month}) as calls`.execute(database.db)
  const row = rows[0]
  if (!row) throw new AppError('internal', 'the database answered nothing')
  const queue = await queueDepths(database)
  return {
    feeds: {
      active: feeds.filter((feed) => feed.status === 'active').length,
      failing: health.filter((state) => state === 'failing').length,
      paused: feeds.filter((feed) => feed.status !== 'active').length,
    },
    articles: { published: row.published, relevant: row.relevant, pending: row.pending, removed: row.removed },
    events: row.events,
    stories: row.stories,
    queue,
    spend: { thisMonth: row.spent, budget: config.AI_MONTHLY_BUDGET ?? null, calls: row.calls },
  }
}
