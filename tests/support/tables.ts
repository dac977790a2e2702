/** All tables of the database: a row in every one, and a line for everything that makes up the schema. */
import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'

interface Column {
  name: string
  type: string
  /** Table and column that it points to. */
  points: [string, string] | null
  /** What a check allows, where it lists words. */
  words: string[]
}

const values: Record<string, string> = {
  text: `'Å "x" \\ ' || chr(10) || '1'`,
  bigint: '1',
  integer: '1',
  smallint: '1',
  numeric: '0.000123',
  'double precision': '3.141592653589793',
  real: '0.5',
  boolean: 'true',
  'timestamp with time zone': `'2026-11-21T09:11:00.123456Z'`,
  date: `'2026-11-21'`,
  bytea: `decode('00ff5c22', 'hex')`,
  jsonb: `'{"a": [1, null, "å"]}'`,
  tsvector: `to_tsvector('simple', 'kärnan är god')`,
  'text[]': `array['a,b', '{}', '"']`,
  'bigint[]': 'array[1, 2]::bigint[]',
  'integer[]': 'array[1, 2]',
  'smallint[]': 'array[1, 2]::smallint[]',
  'real[]': 'array[0.5, 0.25]',
}

/** Tables that point to others come after those; throws with the reason when one cannot be filled. */
export async function fillEmptyTables({ db }: Database, except: string[] = []): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not like 'kysely%' order by 1`.execute(db)
  let waiting = tables.flatMap(({ name }) => (except.includes(name) ? [] : name))
  for (let failures: unknown[] = []; waiting.length > 0; failures = []) {
    const left: string[] = []
    for (const name of waiting) {
      try {
        await fill(db, name)
      } catch (error) {
        left.push(name)
        failures.push(error)
      }
    }
    if (left.length === waiting.length)
      throw new Error(`cannot fill ${left.join(', ')}`, { cause: new AggregateError(failures, failures.join('; ')) })
    waiting = left
  }
}

async function fill(db: Database['db'], table: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  if (rows.length > 0) return
  const left = await leftEmpty(db, table)
  const columns = (await columnsOf(db, table)).filter(({ name }) => !left.has(name))
  const exprs = columns.map(({ name, type, points, words }, at) => {
    // Two that point to the same table point to two rows of it.
    const nth = columns.slice(0, at).filter((earlier) => earlier.points?.[0] === points?.[0]).length
    if (points) return sql`(select ${sql.ref(points[1])} from ${sql.table(points[0])} order by 1 limit 1 offset ${nth})`
    if (words[0] !== undefined) return sql.lit(words[0])
    const value = values[type]
    if (value === undefined) throw new Error(`${table}.${name} is ${type}`)
    return sql.raw(value)
  })
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(exprs)})`.execute(db)
  const filled = await sql`select 1 from ${sql.table(table)}`.execute(db)
  if (filled.rows.length === 0) throw new Error(`${table} stayed empty`)
}

/** Where a row may hold one of several columns alone, all but the first, and what goes with them. */
async function leftEmpty(db: Database['db'], table: string): Promise<Set<string>> {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c' order by oid`.execute(db)
  const left = new Set<string>()
  for (const { rule } of rows) {
    const [, names = ''] = /num_nonnulls\((.*)\) = 1/.exec(rule) ?? []
    for (const name of names.split(', ').slice(1)) left.add(name)
  }
  for (const { rule } of rows) {
    const [, one = '', other = ''] = /\((\w+) IS NULL\) = \((\w+) IS NULL\)/.exec(rule) ?? []
    if (left.has(one)) left.add(other)
  }
  return left
}

async function columnsOf(db: Database['db'], table: string): Promise<Column[]> {
  const { rows } = await sql<{
    name: string
    type: string
    target: string | null
    column: string | null
    checks: string | null
  }>`
    select a.attname as name, format_type(a.atttypid, null) as type, f.confrelid::regclass::text as target,
      t.attname as column, c.checks
    from pg_attribute a
    left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum]
    left join pg_attribute t on t.attrelid = f.confrelid and t.attnum = f.confkey[1]
    left join lateral (select string_agg(pg_get_constraintdef(oid), ' ') as checks from pg_constraint
      where conrelid = a.attrelid and contype = 'c' and conkey = array[a.attnum]) c on true
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
    order by a.attnum`.execute(db)
  return rows.map(({ name, type, target, column, checks }) => ({
    name,
    type,
    points: target && column ? [target, column] : null,
    words: [...(checks ?? '').matchAll(/'([^']+)'::text/g)].map((match) => String(match[1])),
  }))
}

/** Two databases with the same lines have the same schema. */
export async function describeSchema(db: Database['db']): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select * from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    )
    select line from (
      select format('table %s %s %s', relname, relpersistence, reloptions) as line from ours
      union all select format('column %s.%s no. %s: %s %s, not null %s, identity %s, generated %s, default %s', relname, attname,
        row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
        (select collname from pg_collation where oid = attcollation), attnotnull, attidentity, attgenerated,
        (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum))
      from pg_attribute join ours on ours.oid = attrelid where attnum > 0 and not attisdropped
      union all select format('constraint %s on %s: %s', conname, relname, pg_get_constraintdef(c.oid))
      from pg_constraint c join ours on ours.oid = conrelid
      union all select pg_get_indexdef(indexrelid) from pg_index join ours on ours.oid = indrelid
      union all select format('%s, enabled %s', pg_get_triggerdef(t.oid), tgenabled)
      from pg_trigger t join ours on ours.oid = tgrelid where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    ) lines order by line`.execute(db)
  return rows.map(({ line }) => line)
}
