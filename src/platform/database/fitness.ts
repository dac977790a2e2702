/** Properties that a database must have before it is used. Start, doctor and `/readyz` ask this one list. */
import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database } from './database.ts'

export interface Unfitness {
  /** The service cannot work; otherwise it works, but worse. */
  fatal: boolean
  /** The deficiency, and the line that cures it. */
  text: string
}

interface Properties {
  name: string
  encoding: string
  ctype: string
  /** Its functions know capitals beyond ASCII. */
  letters: boolean
  user: string
  schema: string | null
  creates: boolean
  /** It may make the schema of the queue, or has it. */
  queue: boolean
  standby: boolean
  writes: boolean
}

const checks: { fatal: boolean; fails: (found: Properties) => boolean; text: (found: Properties) => string }[] = [
  {
    fatal: true,
    fails: ({ encoding }) => encoding !== 'UTF8',
    text: ({ name, encoding }) => `The database ${name} is in ${encoding}, not in UTF-8. ${createAnother(name)}`,
  },
  {
    fatal: false,
    fails: ({ letters, encoding }) => !letters && encoding === 'UTF8',
    text: ({ name, ctype }) =>
      `The database ${name} has the ctype ${ctype}, which knows no letters beyond ASCII: a search for "älgar" does not find "Älgar". ${createAnother(name)}`,
  },
  {
    fatal: true,
    fails: ({ standby }) => standby,
    text: () => 'The database is a standby, which takes no writes: name the primary in DATABASE_URL.',
  },
  {
    fatal: true,
    fails: ({ writes, standby }) => !writes && !standby,
    text: ({ user }) =>
      `The database is read-only for ${user}: "alter role ${user} reset default_transaction_read_only" (or the same of the database).`,
  },
  {
    fatal: true,
    fails: ({ schema, creates }) => schema === null || !creates,
    text: ({ name, user, schema }) =>
      `The role ${user} may not create tables in ${schema ? `the schema ${schema} of ` : ''}${name}: "grant create on schema ${schema ?? 'public'} to ${user}", as the owner.`,
  },
  {
    fatal: true,
    fails: ({ queue }) => !queue,
    text: ({ name, user }) =>
      `The role ${user} may not create the queue's schema in ${name}: "grant create on database ${name} to ${user}", as the owner.`,
  },
]

const createAnother = (name: string) =>
  `Make another with "createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 ${name}_utf8" and name it in DATABASE_URL.`

/** Deficiencies of the database, most important first; empty where it is as it should be. */
export async function unfitnessOf({ db }: Pick<Database, 'db'>): Promise<Unfitness[]> {
  const { rows } = await sql<Properties>`
    select datname as name, pg_encoding_to_char(encoding) as encoding, datctype as ctype,
      lower('ÅÄÖ') = 'åäö' and 'ä' ~ '\\w' as letters, current_user::text as user, current_schema()::text as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
      to_regnamespace('pgboss') is not null or has_database_privilege(datname, 'create') as queue,
      pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'off' as writes
    from pg_database where datname = current_database()`.execute(db)
  return rows.flatMap((found) =>
    checks.flatMap(({ fatal, fails, text }) => (fails(found) ? [{ fatal, text: text(found) }] : [])),
  )
}

/** Throws `unavailable` with all that is fatal; returns the rest. */
export async function requireFitness(database: Pick<Database, 'db'>): Promise<string[]> {
  const found = await unfitnessOf(database)
  const fatal = found.filter((each) => each.fatal)
  if (fatal.length > 0) throw new AppError('unavailable', fatal.map(({ text }) => text).join('\n'))
  return found.map(({ text }) => text)
}
