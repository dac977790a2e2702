/**
 * Databases that the test files of a process use one after the other, since to make one costs more than to empty it. Each
 * use has a name of its own, so that what a file left running does not reach the next. What PostgreSQL counts as written shows
 * which tables are to be restored, and whether a catalog has changed: then the database is dropped. Files that change tables,
 * functions or statistics have theirs.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { LISTENER } from '../../src/platform/database/listen.ts'
import { createFromTemplate, databaseOn, onServer } from './database.ts'
import { tablesChanged } from './neighbour.ts'

export interface Taken {
  name: string
  template: string
  /** As it was made. */
  first: Snapshot
  /** At the start of this use. */
  written: Written
}

interface Snapshot {
  rows: TableRows[]
  /** Statements that set each sequence. */
  sequences: string[]
}

/** Rows of a table as JSON. */
interface TableRows {
  name: string
  columns: string
  json: string
}

/** Texts that differ once a row was written, or a table truncated. */
interface Written {
  catalogs: string
  /** By name. */
  tables: Map<string, string>
}

const free: Taken[] = []

/** A database like `template`. */
export async function take(address: pg.ClientConfig, template: string): Promise<Taken> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const index = free.findLastIndex((one) => one.template === template)
  const [used] = index < 0 ? [] : free.splice(index, 1)
  if (used && (await rename(address, used.name, name))) return { ...used, name }
  await createFromTemplate(address, name, template)
  return onServer(databaseOn(address, name), async (client) => {
    return { name, template, first: await readSnapshot(client), written: await readWritten(client) }
  })
}

/** False where a file left something running that connects again and again: its database is dropped. */
async function rename(address: pg.ClientConfig, from: string, to: string): Promise<boolean> {
  return onServer(address, async (client) => {
    try {
      await client.query(endOthersOf(from))
      await client.query(`alter database ${from} rename to ${to}`)
      return true
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error
      await client.query(`drop database ${from} with (force)`)
      return false
    }
  })
}

/** SQLSTATE. */
const OBJECT_IN_USE = '55006'

const endOthersOf = (database: string) => `
  select application_name, pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = '${database}' and pid <> pg_backend_pid()`

/** For the next file, or dropped where its catalogs have changed. Returns what the file did that it should not have. */
export async function giveBack(address: pg.ClientConfig, taken: Taken): Promise<string[]> {
  const { violations, written } = await onServer(databaseOn(address, taken.name), async (client) => {
    // Each reports what it wrote as it ends.
    const left = await listOf(client, endOthersOf(taken.name))
    const now = await readWritten(client)
    const changed = [...now.tables].flatMap(([name, state]) => (taken.written.tables.get(name) === state ? [] : name))
    const violations = (await tablesChanged(client, changed)).map(
      (table) => `A statement without its condition changed rows of the neighbour in ${table}`,
    )
    if (left.includes(LISTENER)) violations.push('A service is not closed: it would go on connecting each second')
    if (now.catalogs !== taken.written.catalogs) return { violations, written: null }
    await restore(client, taken.first, changed)
    return { violations, written: await readWritten(client) }
  })
  if (written) free.push({ ...taken, written })
  else await onServer(address, `drop database ${taken.name} with (force)`)
  return violations
}

async function listOf(client: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: statement, rowMode: 'array' })
  return rows.map(([value]) => value)
}

const schemas = `('public'::regnamespace, 'pgboss'::regnamespace)`

async function readWritten(client: pg.Client): Promise<Written> {
  // Its own writes, which a session reports now and then.
  await client.query('select pg_stat_force_next_flush()')
  // TRUNCATE writes to pg_class.
  const { rows } = await client.query<{ catalogs: string; tables: Record<string, string> }>(`
    with counted as (
      select oid, relnamespace, relname, relkind, relisshared, relfilenode, format('%s %s %s',
        pg_stat_get_tuples_inserted(oid), pg_stat_get_tuples_updated(oid), pg_stat_get_tuples_deleted(oid)) as state
      from pg_class where relkind <> 't')
    select md5(string_agg(relnamespace || relname ||
        case when relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and not relisshared and relname <> 'pg_class' then state else '' end,
        ' ' order by oid)) as catalogs,
      json_object_agg(oid::regclass, state || ' ' || relfilenode) filter (
        where relkind = 'r' and relnamespace in ${schemas}) as tables
    from counted`)
  const [{ catalogs, tables } = { catalogs: '', tables: {} }] = rows
  return { catalogs, tables: new Map(Object.entries(tables)) }
}

const sequences = `
  select format('setval(%L, %s, %L)', c.oid::regclass, coalesce(last, seqstart), last is not null)
  from pg_class c join pg_sequence on seqrelid = c.oid, pg_sequence_last_value(c.oid) last where relnamespace in ${schemas}`

const tables = `from pg_class where relkind = 'r' and relnamespace in ${schemas} and pg_relation_size(oid)`

async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  const rows: TableRows[] = []
  for (const name of await listOf(client, `select oid::regclass::text ${tables} > 0`)) {
    const [columns = ''] = await listOf(
      client,
      `select string_agg(quote_ident(attname), ', ') from pg_attribute
       where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const [json] = await listOf(client, `select json_agg(t)::text from ${name} t`)
    if (json) rows.push({ name, columns, json })
  }
  return { rows, sequences: await listOf(client, sequences) }
}

/**
 * Puts back rows of the tables that were written, and sequences. To truncate makes new files, also of the tables that refer to
 * one: a page of rows is deleted.
 */
async function restore(client: pg.Client, first: Snapshot, written: readonly string[]): Promise<void> {
  const large = (await listOf(client, `select oid::regclass::text ${tables} > 8192`)).filter((name) =>
    written.includes(name),
  )
  const small = written.filter((name) => !large.includes(name))
  await client.query(`
    begin; set local session_replication_role = 'replica';
    ${large.length > 0 ? `truncate ${large.join(', ')} cascade;` : ''}
    ${small.map((name) => `delete from ${name};`).join(' ')}`)
  const emptied = new Set([...written, ...(await listOf(client, `select oid::regclass::text ${tables} = 0`))])
  const returned = first.rows.flatMap(({ name, columns, json }) =>
    emptied.has(name)
      ? `insert into ${name} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${name}, ${pg.escapeLiteral(json)});`
      : [],
  )
  const moved = (await listOf(client, sequences)).some((one, at) => one !== first.sequences[at])
  await client.query(`
    ${returned.join(' ')} ${moved ? `select ${first.sequences.join(', ')};` : ''} commit`)
}
