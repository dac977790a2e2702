import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { generateSchema, schemaFile } from '../../../scripts/write-schema.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { type Database, publishing, rowsParameter } from './database.ts'
import { isMigrated } from './migrate.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
})
afterAll(() => database.close())

async function insertFeed(): Promise<number> {
  const row = await database.db
    .insertInto('feeds')
    .values({ url: `https://a.example/${Math.random()}`, title: 'A', publisher: 'a.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const counts = () =>
  database.db
    .selectFrom('article_counts')
    .select(['scope', 'sort', sql<number>`sum(articles)`.as('n')])
    .groupBy(['scope', 'sort'])
    .having(sql<boolean>`sum(articles) <> 0`)
    .orderBy('scope')
    .orderBy('sort')
    .execute()

describe('database', () => {
  it('is migrated', async () => expect(await isMigrated(database)).toBe(true))

  it('has the types of its tables in schema.generated.ts ("npm run schema" writes it)', async () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(await generateSchema(database))
  })

  it.each([
    [
      'the words of a check as a union',
      "text not null check (extra in ('one', 'two'))",
      /\n {2}extra: "one" \| "two";\n/,
    ],
    ['null where the column may be null', "text check (extra = 'one')", /\n {2}extra: "one" \| null;\n/],
    ['a default as what an insert may leave out', "text not null default 'one'", /\n {2}extra: Generated<string>;\n/],
  ])('writes %s', { tags: 'slow' }, async (_, definition, line) => {
    const other = await openTestDatabase({ alone: true })
    onTestFinished(() => other.close())
    await sql`alter table tags add extra ${sql.raw(definition)}`.execute(other.db)
    expect(await generateSchema(other)).toMatch(line)
  })

  it('wants a shape for each column of JSON', { tags: 'slow' }, async () => {
    const other = await openTestDatabase({ alone: true })
    onTestFinished(() => other.close())
    await sql`alter table tags add extra jsonb`.execute(other.db)
    await expect(generateSchema(other)).rejects.toThrow('tags.extra needs a shape')
  })

  it('keeps big integers and numerics as numbers, dates as instants', async () => {
    const row = await sql<{ n: number; all: (number | null)[]; none: number[]; d: Date; c: number }>`
      select 12::bigint as n, array[1, 3000000000, null]::bigint[] as all, array[]::bigint[] as none,
        '2026-11-21T09:11:00Z'::timestamptz as d, 1.5::numeric as c`.execute(database.db)
    const lists = { all: [1, 3_000_000_000, null], none: [] }
    expect(row.rows[0]).toEqual({ n: 12, ...lists, d: new Date('2026-11-21T09:11:00Z'), c: 1.5 })
  })

  it('takes rows whose text it could not store, without what it cannot', async () => {
    const rows = [{ text: 'a\0b \ud800 åäö 🍎 \\u0000' }]
    const stored = await sql<{ text: string }>`
      select text from json_to_recordset(${rowsParameter(rows)}::json) x(text text)`.execute(database.db)
    expect(stored.rows).toEqual([{ text: 'ab \ufffd åäö 🍎 \\u0000' }])
  })

  it('raises the data version with a published change, not with a rolled back one', async () => {
    const version = async () =>
      (
        await database.db
          .selectFrom('data_versions')
          .select('version')
          .where('name', '=', 'content')
          .executeTakeFirstOrThrow()
      ).version
    const before = await version()
    await publishing(database, async () => {})
    await expect(
      publishing(database, async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await version()).toBe(before + 1)
  })

  it('has a popularity for a viewed article whose publisher dates it 1970', async () => {
    const { rows } = await sql<{ p: number }>`
      select article_popularity(1257, '1970-01-01T00:00:00Z', 1) as p`.execute(database.db)
    expect(rows[0]?.p).toBe(1257)
  })

  it('counts published articles by scope as they come, change and go', async () => {
    const feedId = await insertFeed()
    const [one, two] = await database.db
      .insertInto('tags')
      .values([
        { name: 'One', slug: 'one' },
        { name: 'Two', slug: 'two' },
      ])
      .returning('id')
      .execute()
    const at = new Date('2026-11-20T10:00:00Z')
    const article = {
      feed_id: feedId,
      url: 'https://a.example/1',
      canonical_url: 'https://a.example/1',
      title: 'T',
      discovered_at: at,
      sort_at: at,
      updated_at: at,
      content_hash: '',
    }
    await database.db.insertInto('articles').values(article).execute()
    expect(await counts()).toEqual([])
    await database.db
      .updateTable('articles')
      .set({ status: 'published', tag_ids: [one!.id] })
      .execute()
    expect(await counts()).toEqual(
      ['all', `feed:${feedId}`, `tag:${one!.id}`].flatMap((scope) => [
        { scope, sort: 'newest', n: 1 },
        { scope, sort: 'newest-block', n: 1 },
        { scope, sort: 'popular', n: 1 },
        { scope, sort: 'popular-block', n: 1 },
        { scope, sort: 'total', n: 1 },
      ]),
    )
    await database.db
      .updateTable('articles')
      .set({ tag_ids: [two!.id], sort_at: new Date() })
      .execute()
    expect((await counts()).map((row) => row.scope)).toContain(`tag:${two!.id}`)
    expect((await counts()).map((row) => row.scope)).not.toContain(`tag:${one!.id}`)
    expect(await database.db.selectFrom('article_tags').select('tag_id').execute()).toEqual([{ tag_id: two!.id }])
    await database.db.updateTable('articles').set({ status: 'removed' }).execute()
    expect(await counts()).toEqual([])
    expect(await database.db.selectFrom('article_tags').selectAll().execute()).toEqual([])
  })
})
