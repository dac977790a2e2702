/**
 * Rows of a neighbour in every database of `npm test`: a reader with everything, a removed source with its article and event,
 * other models, other sites. No list shows them and no stage is due for them, so that a statement that lost its condition reads,
 * changes or deletes one too many. They are compared with their copies in the schema `neighbour` when the database is closed.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import { changeTemplate } from './database.ts'

/** Beyond what sequences reach. */
export const NEIGHBOUR = 2_000_000_000
const LATER = '2190-01-01T00:00:00Z'
const BEFORE = '2024-01-01T00:00:00Z'

/** Tables that have a row of the neighbour, each with the values that its rules need or that no stage takes. */
const rows: Record<string, Record<string, unknown>> = {
  users: { email: 'neighbour@elsewhere.example', visited_at: null },
  user_identities: { provider: 'email' },
  tokens: {},
  login_codes: {},
  app_passwords: {},
  personal_feeds: {},
  follows: { kind: 'tag', key: String(NEIGHBOUR) },
  mutes: {},
  saved_events: {},
  read_events: {},
  alert_rules: { kind: 'tag', key: String(NEIGHBOUR) },
  alert_quiet_times: { timezone: 'UTC', quiet_from: 0, quiet_until: 1 },
  alerts: {},
  push_subscriptions: { endpoint: 'https://push.elsewhere.example/' },
  mail_subscriptions: {
    list: 'edition',
    timezone: 'UTC',
    stopped_at: null,
    stopped_reason: null,
    next_edition: 'morning',
  },
  spoken_editions: { day: '2024-01-01', parts: [], event_ids: [NEIGHBOUR] },
  oauth_clients: { id: 'neighbour', redirect_uris: ['https://elsewhere.example/'] },
  oauth_grants: { client_id: 'neighbour' },
  webhooks: { kind: 'alerts', state: 'paused', url: 'https://hook.elsewhere.example/', feed_id: null },
  outbox: { channel: 'edition', state: 'waiting', leased_by: null, leased_until: null, failing_since: null },
  feeds: {
    status: 'removed',
    title: 'Elsewhere',
    url: 'https://elsewhere.example/feed.xml',
    next_fetch_at: BEFORE,
    pushed_at: null,
    failing_since: null,
    failure: null,
    hub_url: null,
  },
  feed_subscriptions: { state: 'active' },
  hub_subscriptions: { topic: 'https://elsewhere.example/', callback: 'https://elsewhere.example/hub' },
  articles: {
    status: 'removed',
    relevant: false,
    enrich_state: 'done',
    cluster_state: 'done',
    extract_state: 'done',
    event_id: null,
  },
  article_texts: {},
  article_identities: {},
  events: {
    merged_into: null,
    split_from: null,
    published: 0,
    relevant: 0,
    articles_count: 0,
    story_state: 'done',
    text_state: 'done',
    text_after: null,
  },
  event_texts: { points: [], article_ids: [NEIGHBOUR], seen_ids: [NEIGHBOUR], brought_by: [] },
  claims: { event_id: null, revision: null, story_id: null, episode_id: null, evidence: [] },
  judge_controls: { exam_id: null },
  judge_suspensions: { suspended_at: BEFORE, lifted_at: BEFORE },
  fediverse_inboxes: { due: 0, taken: 0, url: 'https://elsewhere.example/inbox' },
  fediverse_followers: { actor: 'neighbour', since: 0 },
  operator_sessions: {},
  notices: {},
  reprocess_runs: { stages: [] },
}

/** Tables without one. A new table has a row above, or its name here. */
export const tablesWithout = [
  // One row or one state for the whole site.
  'alert_progress change_log data_versions fediverse_site operator_switches push_keys revisions site visitor_salts',
  // Queues, counts and copies of what other rows say.
  'alert_events alert_searches article_counts article_features article_search article_tags article_vectors article_visitors',
  'changes embedding_queue event_members event_questions feed_pushes fetch_turns fetches guide_vectors page_prints publisher_month_progress publisher_months rate_hits',
  'search_terms search_totals story_events story_features fediverse_activities fediverse_cache',
  // Whatever is in them is shown, counted or decides.
  'ai_calls dispute_settlements dissolved_stories embedding_models episodes event_decisions event_lines exams fault_reports fediverse_posts',
  'fediverse_reactions guide_faults guides line_pairs operator_actions publisher_pairs stories tag_proposals tags',
].flatMap((names) => names.split(' '))

interface Column {
  name: string
  type: string
  foreign: boolean
  values: string[] | null
}

const columnsOf = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any(c.conkey)) as foreign,
    (select array(select (regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''::text', 'g'))[1]) from pg_constraint c
      where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as values
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`

/** Valid in itself, and of no other row. */
function valueFor({ name, type, foreign, values }: Column): unknown {
  if (values?.length) return values[0]
  if (foreign || name === 'id') return type === 'text' ? 'neighbour' : NEIGHBOUR
  if (type === 'bytea') return Buffer.from(`neighbour ${name}`)
  if (type.startsWith('timestamp')) return LATER
  if (type === 'date') return LATER.slice(0, 10)
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type.endsWith('[]')) return []
  if (type === 'boolean') return false
  if (type === 'tsvector') return ''
  if (type === 'text' || type.startsWith('char')) return `neighbour ${name}`
  return 1
}

/** Vitest's global set-up, after that of the server. */
export const setup = () => changeTemplate(addNeighbour)

async function addNeighbour(client: pg.Client): Promise<void> {
  // `npm run mutate` runs the tests many times on one server.
  const { rows: copied } = await client.query<Copy>(copies)
  if (copied.length > 0) return
  await client.query("set session_replication_role = 'replica'; create schema neighbour")
  for (const [table, given] of Object.entries(rows)) {
    const columns = (await client.query<Column>(columnsOf, [table])).rows
    const unknown = Object.keys(given).filter((name) => !columns.some((column) => column.name === name))
    if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`)
    const values = columns.map((column) => {
      const value = column.name in given ? given[column.name] : valueFor(column)
      return column.type === 'jsonb' && typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    })
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const places = columns.map((_, i) => `$${i + 1}`).join(', ')
    await client.query(`create table neighbour.${table} as select ${names} from ${table} with no data`)
    for (const into of [table, `neighbour.${table}`])
      await client.query(`insert into ${into} (${names}) overriding system value values (${places})`, values)
  }
}

const copies = `
  select relname as "table", string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  where relkind = 'r' and relnamespace = to_regnamespace('neighbour') and to_regclass('public.' || relname) is not null
  group by relname order by relname`

interface Copy {
  table: string
  columns: string
}

/** Tables, of those `written`, where a row of the neighbour is no longer as it was: none where statements have their conditions. */
export async function tablesChanged(client: pg.ClientBase, written?: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<Copy>(copies)
  const copied = written ? rows.filter(({ table }) => written.includes(table)) : rows
  if (copied.length === 0) return []
  const each = copied.map(
    ({ table, columns }) => `
      select '${table}' as "table" where exists
        (select ${columns} from neighbour.${table} except select ${columns} from public.${table})`,
  )
  const { rows: changed } = await client.query<Copy>(each.join(' union all '))
  return changed.map(({ table }) => table)
}

/** Deletes all rows of these tables and of those that depend on them, but for the neighbour's. */
export async function emptyTables({ db }: Database, ...tables: (keyof Schema)[]): Promise<void> {
  keys ??= sql.raw<{ table: string; key: string }>(primaryKeys).execute(db)
  const keyOf = new Map((await keys).rows.map(({ table, key }) => [table, key]))
  const deletions = tables.map((table) => {
    const key = keyOf.get(table)
    return `delete from ${table} ${key ? `where (${key}) not in (select ${key} from neighbour.${table})` : ''}`
  })
  await sql.raw(deletions.join(';')).execute(db)
}

let keys: Promise<{ rows: { table: string; key: string }[] }> | undefined

/** Of tables that have a row of the neighbour. */
const primaryKeys = `
  select c.relname as "table", string_agg(quote_ident(a.attname), ', ' order by a.attnum) as key
  from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
  where i.indisprimary and c.relnamespace = 'public'::regnamespace and to_regclass('neighbour.' || c.relname) is not null
  group by c.relname`

/** After an act that is of all rows. PostgreSQL plans all statements of the connection again, its triggers' too. */
export async function restoreNeighbour({ db }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = 'replica'`.execute(trx)
    const { rows } = await sql.raw<Copy>(copies).execute(trx)
    const insertions = rows.map(
      ({ table, columns }) => `
        insert into ${table} (${columns}) overriding system value
        select ${columns} from neighbour.${table} on conflict do nothing`,
    )
    await sql.raw(insertions.join(';')).execute(trx)
  })
}

/** For a test of all that a database has. */
export async function removeNeighbour(client: pg.ClientBase): Promise<void> {
  const { rows: copied } = await client.query<Copy>(copies)
  const deletions = copied.map(({ table, columns }) => {
    const row = columns.replaceAll(/(^|, )/g, '$1p.')
    return `delete from public.${table} p using neighbour.${table} n where row(${row}) is not distinct from n.*;`
  })
  await client.query(`
    set session_replication_role = 'replica'; ${deletions.join(' ')} drop schema if exists neighbour cascade;`)
}
