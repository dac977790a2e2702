/** Changes of a source's settings: recorded, with their way back. */

import { sql, type Updateable } from 'kysely'
import type { Facts } from '../../../platform/database/actor.ts'
import type { ActorDatabase, Database, Trx } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { AppError } from '../../../platform/errors.ts'
import { languageCode } from '../../../platform/languages/codes.ts'
import type { Outcome } from '../../actions/rules/actions.ts'
import { auditedAction, type UndoHandlers } from '../../actions/writes/log.ts'
import {
  checkEdit,
  checkHeaders,
  type SecretHeaders,
  type SourceEdit,
  type SourceSettings,
  sharesLogin,
  splitCredentials,
} from '../rules/source-settings.ts'
import { type Feed, getFeed } from './feeds.ts'
import { change, fresh, lockFeed, recordOn } from './operator-sources.ts'
import { sealHeaders } from './source-secrets.ts'

const columns = {
  url: 'url',
  title: 'title',
  publisher: 'publisher',
  language: 'language',
  relevance: 'relevance',
  publisherName: 'publisher_name',
  extract: 'extract',
  interval: 'own_interval_minutes',
  folder: 'folder',
} as const satisfies Record<keyof SourceSettings, keyof Schema['feeds']>

type Field = keyof SourceSettings

export const settingsOf = (feed: Feed): SourceSettings =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, feed[column]]),
  ) as unknown as SourceSettings

interface Edited {
  feedId: number
  from: SourceEdit
  to: SourceEdit
  /** Articles that took over the source's new language. */
  articles?: number[]
  /** Base64 of the sealed logins; present where the login was changed. */
  secret?: { from: string | null; to: string | null }
}

export interface Change {
  edit: SourceEdit
  /** Sealed; null takes the login away, undefined leaves it. */
  secret?: Buffer | null | undefined
}

/** An operator's change of a source; `login` null takes its login away. */
interface SourceChange {
  edit: SourceEdit
  login?: SecretHeaders | null | undefined
  /** Has the key of what is sealed. */
  dataDir: string
}

/** The settings as an operator sees them: the address without the login that may be in it. Throws `not_found`. */
export async function sourceSettings(
  database: Database,
  id: number,
): Promise<SourceSettings & { hasLogin: boolean; proposedUrl: string | null }> {
  const feed = await getFeed(database, id)
  const { url, headers } = splitCredentials(feed.url)
  return {
    ...settingsOf(feed),
    url,
    hasLogin: feed.secret !== null || headers !== null,
    proposedUrl: feed.proposed_url,
  }
}

/**
 * `unchanged` where all of it was so. Throws `not_found`, `bad_request` for what no source can have, and `unprocessable` for an
 * address that another source has.
 */
export const editSource = (database: ActorDatabase, id: number, wanted: SourceChange, now: Date): Promise<Outcome> =>
  auditedAction(database, now, async (trx) => {
    const feed = await lockFeed(trx, id)
    const undo = await applyEdit(trx, feed, changeOf(feed, wanted), now)
    if (!undo) return null
    const login = (secret: string | null): Facts => (undo.secret ? { login: secret !== null } : {})
    return recordOn(feed, {
      action: 'source_edited',
      before: { ...factsOf(undo.from), ...login(undo.secret?.from ?? null) },
      after: { ...factsOf(undo.to), ...login(undo.secret?.to ?? null) },
      undo,
    })
  })

function changeOf(feed: Feed, { edit, login, dataDir }: SourceChange): Change {
  const { url, headers } = splitCredentials(edit.url ?? '')
  const { url: _, ...others } = edit
  // The address is shown without the login that may be in it: given back so, it is not another one.
  const before = splitCredentials(feed.url).url
  const isSame = edit.url === undefined || edit.url === before
  // Another server is not sent the login of this one.
  const inherited = isSame || sharesLogin(before, url) ? undefined : null
  const secret = login === undefined ? (headers ?? inherited) : login
  return {
    edit: checkEdit(isSame ? others : { ...others, url }),
    secret: secret && sealHeaders(dataDir, checkHeaders(secret)),
  }
}

/** Articles have titles, sources names. */
const factsOf = ({ title, ...rest }: SourceEdit): Facts => ({
  ...rest,
  ...(title === undefined ? {} : { name: title }),
})

/** Undo record of the edit; null where all was so already. */
export async function applyEdit(trx: Trx, feed: Feed, { edit, secret }: Change, now: Date): Promise<Edited | null> {
  const current = settingsOf(feed)
  const fields = (Object.keys(edit) as Field[]).filter((field) => edit[field] !== current[field])
  const pick = (all: SourceEdit) => Object.fromEntries(fields.map((field) => [field, all[field]])) as SourceEdit
  const [from, to] = [pick(current), pick(edit)]
  const login = secret === undefined || same(secret, feed.secret) ? null : { from: feed.secret, to: secret }
  if (fields.length === 0 && !login) return null
  if (to.url !== undefined) await refuseDuplicate(trx, feed.id, to.url)
  const articles = to.language ? await moveLanguage(trx, feed.id, from.language ?? null, to.language) : []
  await change(trx, feed.id, {
    ...toColumns(to),
    ...(to.url === undefined ? {} : { ...unvisited, ...fresh(now) }),
    ...(login ? { secret: login.to, ...fresh(now) } : {}),
    ...(to.interval === undefined ? {} : { next_fetch_at: now }),
  })
  return {
    feedId: feed.id,
    from,
    to,
    ...(articles.length > 0 ? { articles } : {}),
    ...(login ? { secret: { from: base64(login.from), to: base64(login.to) } } : {}),
  }
}

const same = (a: Buffer | null, b: Buffer | null) => (a && b ? a.equals(b) : a === b)
const base64 = (bytes: Buffer | null) => bytes?.toString('base64') ?? null

const toColumns = (edit: SourceEdit): Updateable<Schema['feeds']> =>
  Object.fromEntries(Object.entries(edit).map(([field, value]) => [columns[field as Field], value]))

/** Stored state of the document at another address. */
const unvisited: Updateable<Schema['feeds']> = {
  etag: null,
  last_modified: null,
  body_hash: null,
  redirect_url: null,
  redirect_seen: 0,
  redirect_since: null,
  proposed_url: null,
  proposed_at: null,
}

async function refuseDuplicate(trx: Trx, id: number, url: string): Promise<void> {
  const other = await trx
    .selectFrom('feeds')
    .select('id')
    .where('url', '=', url)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw new AppError('unprocessable', `${url} is a source already (id ${other.id}).`)
}

/** Articles that had the source's language have its new one, as articles have it: without a region. Returns their ids. */
async function moveLanguage(trx: Trx, feedId: number, from: string | null, to: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update articles set language = ${languageCode(to)}, cluster_state = 'pending'
    where feed_id = ${feedId} and status <> 'removed' and language is not distinct from ${languageCode(from)} returning id`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

async function editBack(trx: Trx, undo: Edited, now: Date): Promise<boolean> {
  const feed = await trx.selectFrom('feeds').selectAll().where('id', '=', undo.feedId).forUpdate().executeTakeFirst()
  if (!feed || feed.status === 'removed' || !current(feed, undo)) return false
  if (undo.from.url !== undefined) {
    const duplicate = await trx.selectFrom('feeds').select('id').where('url', '=', undo.from.url).executeTakeFirst()
    if (duplicate) return false
  }
  const secret = undo.secret && (undo.secret.from === null ? null : Buffer.from(undo.secret.from, 'base64'))
  const { language, ...rest } = undo.from
  await applyEdit(trx, feed, { edit: rest, secret }, now)
  if (language === undefined) return true
  await change(trx, feed.id, { language })
  await sql`update articles set language = ${languageCode(language)}, cluster_state = 'pending'
    where id = any(${undo.articles ?? []}::bigint[]) and language = ${languageCode(undo.to.language ?? null)}`.execute(
    trx,
  )
  return true
}

/** True while later edits have changed nothing of it. */
function current(feed: Feed, { to, secret }: Edited): boolean {
  const current = settingsOf(feed)
  const fields = Object.keys(to) as Field[]
  if (secret && base64(feed.secret) !== secret.to) return false
  return fields.every((field) => current[field] === to[field])
}

export const editUndoHandlers: UndoHandlers = { source_edited: editBack }
