/** Everything that makes up the schema, a line each: two databases with the same lines have the same schema. */
import { sql } from 'kysely'
import type { Database } from '../../src/store/database/database.ts'

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
