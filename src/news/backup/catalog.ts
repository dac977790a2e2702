/** The database's own catalogue: our tables, their columns, foreign keys and next identities. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export interface TableShape {
  name: string
  /** In order, without generated ones. */
  columns: string[]
  identities: string[]
}

/** Every table of ours with its columns, by name; not the migrations' own, nor those that extensions brought. */
export async function listTables(db: Db | Trx): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attidentity <> ''), '{}') as identities
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely\\_%'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`.execute(db)
  return rows
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export async function listForeignKeys(db: Db | Trx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by c.relname, k.conname`.execute(db)
  return rows
}

/** The number that the identity column will give next. */
export async function nextIdentity(db: Db | Trx, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(${`public.${quoted(table)}`}, ${column}) as name`.execute(db)
  const sequence = sql.raw(rows[0]?.name ?? '')
  const state = await sql<{ next: number }>`
    select last_value + case when is_called then 1 else 0 end as next from ${sequence}`.execute(db)
  return Number(state.rows[0]?.next ?? 1)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
