/**
 * Databases that the test files of a process use one after the other, since to make one costs more than to empty it. Each
 * use has a name of its own, so that what a file left running does not reach the next. A database with another shape than
 * at first is dropped: files that change tables, functions or statistics have theirs.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createFromTemplate, databaseOn, onServer } from './database.ts'
import { tablesChanged } from './neighbour.ts'

export interface Taken {
  name: string
  template: string
  /** As it was made. */
  first: Snapshot
}

interface Snapshot {
  shape: string
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

const free: Taken[] = []

/** A database like `template`. */
export async function take(address: pg.ClientConfig, template: string): Promise<Taken> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const index = free.findLastIndex((one) => one.template === template)
  const [used] = index < 0 ? [] : free.splice(index, 1)
  if (used && (await rename(address, used.name, name))) return { ...used, name }
  await createFromTemplate(address, name, template)
  return { name, template, first: await onServer(databaseOn(address, name), readSnapshot) }
}

/** False where a file left something running that connects again and again: its database is dropped. */
async function rename(address: pg.ClientConfig, from: string, to: string): Promise<boolean> {
  try {
    await onServer(databaseOn(address, from), endOthers)
    await onServer(address, `alter database ${from} rename to ${to}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error
    await onServer(address, `drop database ${from} with (force)`)
    return false
  }
}

/** SQLSTATE. */
const OBJECT_IN_USE = '55006'

const endOthers = (client: pg.Client) =>
  client.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)

/** For the next file, or dropped where its shape has changed. Returns tables in which a row of the neighbour has changed. */
export async function giveBack(address: pg.ClientConfig, taken: Taken): Promise<string[]> {
  const { changed, isAsAtFirst } = await onServer(databaseOn(address, taken.name), async (client) => {
    await endOthers(client)
    return { changed: await tablesChanged(client), isAsAtFirst: await restore(client, taken.first) }
  })
  if (isAsAtFirst) free.push(taken)
  else await onServer(address, `drop database ${taken.name} with (force)`)
  return changed
}

async function listOf(client: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: statement, rowMode: 'array' })
  return rows.map(([value]) => value)
}

const schemas = `('public'::regnamespace, 'pgboss'::regnamespace)`
/** Of all but rows: names of relations, and each version of a row in the other catalogs, which TRUNCATE leaves alone. */
async function shapeOf(client: pg.Client): Promise<string> {
  const catalogs = await listOf(
    client,
    `select relname from pg_class where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r'
      and not relisshared and relname <> 'pg_class'`,
  )
  const versions = catalogs.map(
    (name) => `select '${name} ' || count(*) || ' ' || sum(xmin::text::bigint) from ${name}`,
  )
  const names = `select relnamespace || relname from pg_class where relkind <> 't'`
  const parts = [names, ...versions].join(' union all ')
  const [shape = ''] = await listOf(
    client,
    `select md5(string_agg(part, ' ' order by part)) from (${parts}) as parts (part)`,
  )
  return shape
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
  return { shape: await shapeOf(client), rows, sequences: await listOf(client, sequences) }
}

/**
 * Empties the tables that are not as at first, and puts back their rows; false where the shape has changed. To truncate one
 * makes new files, of the tables that refer to it too: what has a page of rows is deleted.
 */
async function restore(client: pg.Client, first: Snapshot): Promise<boolean> {
  if ((await shapeOf(client)) !== first.shape) return false
  const large = await listOf(client, `select oid::regclass::text ${tables} > 8192`)
  const small = await listOf(client, `select oid::regclass::text ${tables} between 1 and 8192`)
  const jsonOf = new Map(first.rows.map(({ name, json }) => [name, json]))
  const compared = small.map((name) => {
    const json = jsonOf.get(name)
    return `select '${name}' where (select json_agg(t)::text from ${name} t)
      is distinct from ${json ? pg.escapeLiteral(json) : "''"}`
  })
  const changed = compared.length > 0 ? await listOf(client, compared.join(' union all ')) : []
  const returned = first.rows.map(
    ({ name, columns, json }) => `
      insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${pg.escapeLiteral(json)})
      where not exists (select from ${name});`,
  )
  await client.query(`
    begin; set local session_replication_role = 'replica';
    ${large.length > 0 ? `truncate ${large.join(', ')} cascade;` : ''}
    ${changed.map((name) => `delete from ${name};`).join(' ')} ${returned.join(' ')}
    select ${first.sequences.join(', ')}; commit`)
  return true
}
