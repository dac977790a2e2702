/** The sources, as their operator handles them without asking a publisher. */
import { sql } from 'kysely'
import type { Commands, SourceRecord } from '../domain/commands.ts'
import { parseOpml, renderOpml } from '../feeds/formats/opml.ts'
import { type Feed, getFeed, listAllFeeds } from '../store/feeds/feeds.ts'
import { importSources, pauseSource, removeSource, resumeSource } from '../store/feeds/operator-sources.ts'
import type { Base } from './base.ts'

type Sources = Pick<
  Commands,
  'listSources' | 'removeSource' | 'pauseSource' | 'resumeSource' | 'importSources' | 'exportSources' | 'publishSources'
>

export function buildSources({ database, clock, site }: Pick<Base, 'database' | 'clock' | 'site'>): Sources {
  const record = async (id: number) => toRecord(database, await getFeed(database, id))
  return {
    listSources: async () => toRecords(database, await listAllFeeds(database)),
    removeSource: async (id) => {
      const feed = await getFeed(database, id)
      await removeSource(database, id, clock.now())
      return toRecord(database, { ...feed, status: 'removed' })
    },
    pauseSource: async (id, reason = 'Paused by the operator.') => {
      await pauseSource(database, id, reason, clock.now())
      return record(id)
    },
    resumeSource: async (id) => {
      await resumeSource(database, id, clock.now())
      return record(id)
    },
    importSources: async (opml) => {
      const sources = parseOpml(opml)
      const added = await importSources(database, sources, clock.now())
      return { added: await toRecords(database, added), known: sources.length - added.length }
    },
    publishSources: async (ids) => {
      const shown = (await listAllFeeds(database)).filter(
        ({ id, status }) => status === 'active' && (!ids || ids.includes(id)),
      )
      const sources = shown.map((feed) => ({ ...toOpml(feed), url: withoutCredentials(feed.url) }))
      const plain = sources.map((source) => ({
        ...source,
        relevance: 'model' as const,
        extract: true,
        publisher: null,
      }))
      return renderOpml(plain, site.name)
    },
    exportSources: async () => renderOpml((await listAllFeeds(database)).map(toOpml), site.name),
  }
}

export async function toRecord(database: Base['database'], feed: Feed): Promise<SourceRecord> {
  return (await toRecords(database, [feed]))[0] as SourceRecord
}

/** An address may hold the operator's name and password. */
function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

const toOpml = (feed: Feed) => ({
  url: feed.url,
  title: feed.title,
  siteUrl: feed.site_url,
  language: feed.language,
  relevance: feed.relevance,
  extract: feed.extract,
  publisher: feed.publisher,
  publisherName: feed.publisher_name,
  category: null,
})

async function toRecords(database: Base['database'], feeds: Feed[]): Promise<SourceRecord[]> {
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
