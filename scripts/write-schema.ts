/**
 * `npm run schema`: writes src/platform/database/schema.generated.ts, the types of all tables, from a migrated database. A check
 * that lists words makes a union of them; the shapes of JSON, and unions that no check has, are below.
 */
import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { generate, PostgresDialect } from 'kysely-codegen'
import type { Database } from '../src/platform/database/database.ts'
import { openTestDatabase } from '../tests/support/database.ts'

export const schemaFile = 'src/platform/database/schema.generated.ts'

const imports: Record<string, string[]> = {
  kysely: ['RawBuilder'],
  './stored-passage.ts': ['StoredPassage'],
  '../../news/events/clustering/reason.ts': ['MembershipReason'],
  '../../news/events/rules/event-text.ts': ['StoredPoint'],
  '../../news/feeds/rules/feed-health.ts': ['FailureCause'],
  './actor.ts': ['Facts'],
}

const shapes: Record<string, string> = {
  'ai_calls.request': 'ColumnType<unknown, string, string>',
  'article_counts.sort': `'newest' | 'popular' | 'newest-block' | 'popular-block' | 'total'`,
  'articles.popularity': 'ColumnType<number, never, never>',
  'article_features.features': 'JSONColumnType<Record<string, unknown>>',
  'changes.kind': `'entry' | 'event' | 'story' | 'episode' | 'guide' | 'correction'`,
  'claims.evidence': 'JSONColumnType<StoredPassage[]>',
  'data_versions.name': `'content' | 'views'`,
  'dispute_settlements.point': 'JSONColumnType<StoredPoint>',
  'episodes.chapters':
    'JSONColumnType<{ startSeconds: number; title: string; url: string | null; imageUrl: string | null }[]>',
  'episodes.sources': 'JSONColumnType<{ title: string; url: string; source: string; entryId: number | null }[]>',
  'event_members.reason': 'JSONColumnType<MembershipReason>',
  'event_texts.points': 'JSONColumnType<StoredPoint[]>',
  'exams.answers':
    'JSONColumnType<{ id: string; class: string; truth: boolean; isSupported: boolean | null }[] | { id: string; acceptedAt: number | null; sentences: number; dropped: string[]; refused: string[] }[]>',
  'fediverse_activities.content': 'JSONColumnType<object>',
  'fediverse_cache.value': 'ColumnType<unknown, string, string>',
  'fediverse_posts.note': 'ColumnType<object, string | null, string | null>',
  'feeds.failure': 'FailureCause',
  'feeds.listed': 'JSONColumnType<Record<string, unknown>>',
  'fetches.cause': 'FailureCause',
  'guides.picture': 'JSONColumnType<{ name: string; alt: string; svg: string }>',
  'guides.releases': 'JSONColumnType<{ date: string; sources: number[] }[]>',
  'guides.rumors': `JSONColumnType<{ id: string; on: string; claim: string; by: { name: string; domain: string }; url?: string; about?: string; verdict: 'true' | 'wrong' | 'open'; settled?: { on: string; outcome: string; url?: string } }[]>`,
  'guides.search': 'ColumnType<never, RawBuilder<string>, RawBuilder<string>>',
  'guides.sources': 'JSONColumnType<{ title: string; url: string; read: string; supports: string }[]>',
  'guides.specs':
    'JSONColumnType<{ model: string; year?: number; chip?: string; screen?: string; storage?: string; price?: { amount: number; currency: string; at: string }; system?: string; sources: number[] }[]>',
  'notices.facts': 'JSONColumnType<Facts>',
  'outbox.content': 'ColumnType<unknown, string | null, string | null>',
  'operator_actions.after': 'JSONColumnType<Facts>',
  'operator_actions.before': 'JSONColumnType<Facts>',
  'operator_actions.undo': 'ColumnType<unknown, string, string>',
  'publisher_months.cases': 'JSONColumnType<unknown[]>',
  'publisher_months.figures': 'JSONColumnType<object>',
  'publisher_months.pairs': 'JSONColumnType<object>',
  'publisher_months.topics': 'JSONColumnType<object>',
  'revisions.name': `'event_members' | 'event_decisions' | 'story_events' | 'story_features'`,
  'spoken_editions.parts': 'JSONColumnType<unknown[]>',
  'story_events.reason': 'JSONColumnType<Record<string, unknown>>',
  'story_features.features': 'JSONColumnType<Record<string, unknown>>',
}

/** The types as TypeScript. Throws for a column of JSON that has no shape. */
export async function generateSchema({ db }: Database): Promise<string> {
  const columns: Record<string, string> = {}
  const unions = await listUnions(db)
  return generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    includePattern: 'public.*',
    excludePattern: '*.kysely_*',
    outFile: null,
    customImports: Object.fromEntries(
      Object.entries(imports).flatMap(([file, types]) => types.map((type) => [type, file])),
    ),
    typeMapping: { int8: 'number', numeric: 'number', timestamptz: 'Date' },
    overrides: { columns },
    postprocess: async ({ metadata }) => {
      const tables = new Map(metadata.tables.map((table) => [table.name, table]))
      for (const { name: table, columns: all, isView } of metadata.tables)
        for (const column of all) {
          const { name, dataType, hasDefaultValue } = column
          const path = `${table}.${name}`
          // The catalogue takes all columns of a view for nullable: those of its table are what they are there.
          const of = isView ? tables.get(table.replace(/^shown_/, '')) : undefined
          const inTable = of?.columns.find((one) => one.name === name)
          if (inTable) column.isNullable = inTable.isNullable
          const { isNullable } = column
          const origin = inTable ? `${of?.name}.${name}` : path
          const shape = shapes[origin] ?? unions.get(origin)
          if (!shape && dataType === 'jsonb') throw new Error(`${path} needs a shape in scripts/write-schema.ts`)
          if (!shape) continue
          const read = isNullable ? `${shape} | null` : shape
          columns[path] = hasDefaultValue ? `Generated<${read}>` : read
        }
      return metadata
    },
  })
}

/** Words that a check of one column allows, as a union. */
async function listUnions(db: Database['db']): Promise<Map<string, string>> {
  const { rows } = await sql<{ path: string; rule: string }>`
    select conrelid::regclass || '.' || attname as path, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute on attrelid = conrelid and conkey = array[attnum] where contype = 'c'`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ path, rule }) => {
      const words = [...rule.matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`)
      return words.length > 0 ? [[path, words.join(' | ')] as const] : []
    }),
  )
}

if (import.meta.main) {
  const database = await openTestDatabase()
  writeFileSync(schemaFile, await generateSchema(database))
  await database.close()
  process.exit(0)
}
