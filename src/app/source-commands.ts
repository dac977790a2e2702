/** The sources, as their operator handles them without asking a publisher. */
import { sql } from 'kysely'
import { type OpmlSource, parseOpml } from '../news/feeds/formats/opml.ts'
import type { Health } from '../news/feeds/rules/feed-health.ts'
import {
  checkEdit,
  checkHeaders,
  type SecretHeaders,
  sharesLogin,
  splitCredentials,
} from '../news/feeds/rules/source-settings.ts'
import { editSource, editUndoHandlers, settingsOf } from '../news/feeds/writes/edit-source.ts'
import { type Feed, getFeed, listAllFeeds } from '../news/feeds/writes/feeds.ts'
import {
  importSources,
  pauseSource,
  removeSource,
  resumeSource,
  sourceUndoHandlers,
} from '../news/feeds/writes/operator-sources.ts'
import { openHeaders, sealHeaders } from '../news/feeds/writes/source-secrets.ts'
import type { Commands, SourceRecord } from '../news/operator/commands.ts'
import { type ActionView, actionsOn } from '../news/operator/queries/read-log.ts'
import { listSourceStates } from '../news/operator/queries/source-health.ts'
import type { SourceState } from '../news/operator/queries/views.ts'
import { undoAction } from '../news/operator/writes/log.ts'
import { inNameOrder } from '../platform/text/collation.ts'
import type { Base } from './base.ts'
import { syncList, toNewFeed } from './sync-source-list.ts'

type Sources = Pick<
  Commands,
  | 'listSources'
  | 'removeSource'
  | 'editSource'
  | 'sourceSettings'
  | 'sourceLogin'
  | 'syncSourceList'
  | 'pauseSource'
  | 'resumeSource'
  | 'importSources'
  | 'feedsIn'
  | 'exportSources'
  | 'publishSources'
> & { sourceHistory(id: number): Promise<ActionView[]> }

export function buildSources(base: Pick<Base, 'config' | 'database' | 'clock' | 'site'>): Sources {
  const { config, database, clock, site } = base
  const seal = (headers: SecretHeaders) => sealHeaders(config.DATA_DIR, checkHeaders(headers))
  const record = async (id: number) => toRecord(base, await getFeed(database, id))
  return {
    listSources: async () => toRecords(base, await listAllFeeds(database)),
    removeSource: async (id, withArticles = false) => {
      const feed = await getFeed(database, id)
      await removeSource(database, id, withArticles, clock.now())
      return toRecord(base, { ...feed, status: 'removed' })
    },
    editSource: async (id, edit, login) => {
      const { url, headers } = splitCredentials(edit.url ?? '')
      const { url: _, ...others } = edit
      // The address is shown without the login that may stand in it: given back so, it is not another one.
      const before = splitCredentials((await getFeed(database, id)).url).url
      const same = edit.url === undefined || edit.url === before
      const change = checkEdit(same ? others : { ...others, url })
      // Another server is not sent the login of this one.
      const inherited = same || sharesLogin(before, url) ? undefined : null
      const secret = login === undefined ? (headers ?? inherited) : login
      return editSource(database, id, { edit: change, secret: secret && seal(secret) }, clock.now())
    },
    sourceSettings: async (id) => {
      const feed = await getFeed(database, id)
      const { url, headers } = splitCredentials(feed.url)
      const hasLogin = feed.secret !== null || headers !== null
      return { ...settingsOf(feed), url, hasLogin, proposedUrl: feed.proposed_url }
    },
    sourceLogin: async (id) => {
      const { secret, url } = await getFeed(database, id)
      return secret ? openHeaders(config.DATA_DIR, secret) : splitCredentials(url).headers
    },
    sourceHistory: (id) => actionsOn(database.db, `source:${id}`, 50),
    syncSourceList: () => syncList(config, database, clock.now()),
    pauseSource: async (id, reason = 'Paused by the operator.') => {
      await pauseSource(database, id, reason, clock.now())
      return record(id)
    },
    resumeSource: async (id) => {
      await resumeSource(database, id, clock.now())
      return record(id)
    },
    importSources: async (opml) => {
      const { sources, leftOut } = parseOpml(opml)
      const added = await importSources(database, sources.map(toNewFeed), clock.now())
      return { added: await toRecords(base, added), existing: sources.length - added.length, leftOut }
    },
    feedsIn: (opml) => {
      const { sources, leftOut } = parseOpml(opml)
      return { addresses: sources.map(({ url }) => url), leftOut }
    },
    publishSources: async (ids) => {
      const shown = (await listAllFeeds(database)).filter(
        ({ id, status }) => status === 'active' && (!ids || ids.includes(id)),
      )
      const sources = toOpml(shown, site.language)
      const plain = sources.map((source) => ({
        ...source,
        relevance: 'model' as const,
        extract: true,
        publisher: null,
      }))
      const { renderOpml } = await import('../news/feeds/formats/render-opml.ts')
      return renderOpml(plain, site.name)
    },
    exportSources: async () => {
      const { renderOpml } = await import('../news/feeds/formats/render-opml.ts')
      return renderOpml(toOpml(await listAllFeeds(database), site.language), site.name)
    },
  }
}

export async function toRecord(base: Pick<Base, 'database' | 'clock'>, feed: Feed): Promise<SourceRecord> {
  return (await toRecords(base, [feed]))[0] as SourceRecord
}

/** By title, and the groups by theirs; those in no group come first. */
function toOpml(feeds: Feed[], language: string): OpmlSource[] {
  const byTitle = inNameOrder(feeds.map(toOutline), language, ({ title }) => title)
  return inNameOrder(byTitle, language, ({ category }) => category ?? '')
}

const toOutline = (feed: Feed): OpmlSource => ({
  url: splitCredentials(feed.url).url,
  title: feed.title,
  siteUrl: feed.site_url,
  language: feed.language,
  relevance: feed.relevance,
  extract: feed.extract,
  publisher: feed.publisher,
  category: feed.folder,
  publisherName: feed.publisher_name,
})

async function toRecords(
  { database, clock }: Pick<Base, 'database' | 'clock'>,
  feeds: Feed[],
): Promise<SourceRecord[]> {
  const { rows } = await sql<{ feed_id: number; n: number }>`
    select feed_id, count(*) as n from shown_articles
    where feed_id = any(${feeds.map((feed) => feed.id)}::integer[]) group by feed_id`.execute(database.db)
  const counts = new Map(rows.map((row) => [row.feed_id, row.n]))
  const states = new Map((await listSourceStates(database.db, clock.now())).map((state) => [state.id, state]))
  return feeds.map((feed) => ({
    id: feed.id,
    title: feed.title,
    url: splitCredentials(feed.url).url,
    siteUrl: feed.site_url,
    status: feed.status === 'removed' ? 'gone' : feed.status,
    reason: feed.status_reason,
    articles: counts.get(feed.id) ?? 0,
    lastSuccessAt: feed.last_success_at,
    nextFetchAt: feed.next_fetch_at,
    errorsInRow: feed.errors_in_row,
    lastError: feed.last_error,
    lastNewAt: feed.last_new_at,
    ...healthIn(states, feed.id),
    folder: feed.folder,
    language: feed.language,
    publisher: states.get(feed.id)?.publisher ?? { domain: feed.publisher, name: feed.publisher },
  }))
}

/** One that was just removed is no longer listed. */
function healthIn(states: Map<number, SourceState>, id: number): Health {
  const { state, since, cause } = states.get(id) ?? { state: 'paused' as const, since: null, cause: null }
  return { state, since, cause }
}

/** Undoes an act on sources, for commands that load no more than these. */
export const undoOnSources = ({ database, clock }: Base, action: number) =>
  undoAction(database, { ...sourceUndoHandlers, ...editUndoHandlers }, action, clock.now())
