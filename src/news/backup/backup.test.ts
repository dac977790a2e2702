/** Backup and restore: every table equal after embedded → PostgreSQL → embedded, and nothing changed by a bad file. */
// @module-tag slow
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { seedArticles, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../../../tests/support/postgres.ts'
import { fillEmptyTables } from '../../../tests/support/tables.ts'
import { findServingModel } from '../../../tests/support/vectors.ts'
import { connectDatabase, type Database, transaction } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { ensureVectorModel } from '../embeddings/writes/embedding-models.ts'
import { listUnembedded } from '../embeddings/writes/embedding-queue.ts'
import { indexVectors } from '../embeddings/writes/vector-index.ts'
import { saveVectors } from '../embeddings/writes/vectors.ts'
import { nearest } from '../search/queries/nearest.ts'
import { writeBackup } from './backup.ts'
import { makeDailyBackup } from './daily-backup.ts'
import { restoreBackup } from './restore.ts'

const at = new Date('2026-11-21T12:00:00Z')
let folder: string
let source: Database
let file: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'karnhuset-backup-'))
  file = join(folder, 'all.jsonl.gz')
  source = await openTestDatabase({ alone: true })
  await fillEveryTable(source)
  await writeBackup(source, file, at)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Of more rows than are read at once, and more bytes than are restored at once. */
const ARTICLES = 510

/** Rows that are hard to carry over: bytes, vectors, search words, self-references, times to the microsecond, odd text. */
async function fillEveryTable(database: Database): Promise<void> {
  const feed = await seedFeed(database, { title: 'Å "quoted" \\ back\tslash\n' })
  const tag = await seedTag(database, 'Kärna')
  const ids = await seedArticles(
    database,
    Array.from({ length: ARTICLES }, (_, i) => ({
      feed_id: feed,
      tag_ids: [tag],
      excerpt: `Rad ett\nrad två ${'\u2028'} 😀 ${i} ${'och '.repeat(400)}`,
      products: ['iPhone "17"', 'a,b', '{}'],
      heat: i % 7 === 0 ? 1200 + Math.PI * i * 0.01 : null,
    })),
  )
  await sql`insert into users (email, created_at) values ('a@b.example', '2026-11-21T09:11:00.123456Z')`.execute(
    database.db,
  )
  await sql`insert into tokens select decode('00ff5c22', 'hex'), id, now(), now(), now() from users`.execute(
    database.db,
  )
  await sql`insert into article_texts values (${ids[0]}, 'feed', 'text', clock_timestamp())`.execute(database.db)
  await sql`update events set merged_into = 2 where id = 1`.execute(database.db)
  await sql`
    insert into ai_calls (purpose, article_id, at, provider, model, prompt_version, request, cost, verdict)
    values ('summary', ${ids[0]}, now(), 'p', 'm', '1', ${'{"a":[1,null,"\\u0001x"]}'}, 0.000123, 'accepted')`.execute(
    database.db,
  )
  await sql`
    insert into claims (article_id, position, sentence, evidence, verdict, at)
    values (${ids[0]}, 0, 'En mening.', '[]', 'stands', now())`.execute(database.db)
  const model = await ensureVectorModel(database, { name: 'played', dimensions: 3 }, at)
  const items = await listUnembedded(database.db, 600)
  await saveVectors(
    database,
    model,
    items.map((item) => ({ item, vector: [0.1, 0.25, -3] })),
  )
  await indexVectors(database)
  await fillEmptyTables(database)
}

async function neighbours({ db }: Database) {
  const model = await findServingModel(db)
  if (!model) throw new Error('no model serves')
  return nearest(db, model, [0.1, 0.25, -3], { k: 2 })
}

/** A restore begins another log of changes: its cursors were handed out for other data. */
const LOG = ['changes', 'change_log']

/** Every table as text in a fixed order, as the database itself prints it, but for the log. */
async function contents({ db }: Database): Promise<Record<string, string[]>> {
  return db.transaction().execute(async (trx) => {
    await sql`set local timezone = 'UTC'`.execute(trx)
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' and relname <> all(${LOG}) order by 1`.execute(trx)
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t order by 1`.execute(
        trx,
      )
      all[name] = rows.map((row) => row.line)
    }
    return all
  })
}

describe('a backup', () => {
  it('is tried on every table', async () => {
    const empty = Object.entries(await contents(source)).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))
    expect(empty).toEqual([])
  })

  it('brings every table back, with triggers, keys and identities in force', async () => {
    const copy = await openTestDatabase({ alone: true })
    try {
      const done = await restoreBackup(copy, file, { replace: false })
      const before = await contents(source)
      expect(await contents(copy)).toEqual(before)
      const log = async ({ db }: Database) => [
        (await db.selectFrom('change_log').select('epoch').executeTakeFirstOrThrow()).epoch,
        (await db.selectFrom('changes').selectAll().execute()).length,
      ]
      const [was, is] = [await log(source), await log(copy)]
      expect([is[0] === was[0], is[1]]).toEqual([false, 0])
      // Nothing is left to index, where pgvector is.
      expect(await indexVectors(copy)).toEqual([])
      const logged = Number(was[1]) + 1
      expect(done.rows).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, logged))
      const [feed] = await copy.db.selectFrom('feeds').selectAll().execute()
      const [id] = await seedArticles(copy, [{ feed_id: feed!.id }])
      expect(id).toBe(ARTICLES + 1)
      expect(
        await copy.db.selectFrom('article_search').selectAll().where('article_id', '=', id!).execute(),
      ).toHaveLength(1)
      await expect(seedArticles(copy, [{ feed_id: 999 }])).rejects.toThrow(/foreign key/)
    } finally {
      await copy.close()
    }
  })

  it('is complete and private, and takes no half-written file for one', async () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
    await expect(writeBackup(source, join(folder, 'no', 'such', 'folder'), at)).rejects.toThrow(/^There is no folder /)
    const other = join(folder, 'failed.gz')
    await expect(
      writeBackup(source, other, at, () => {
        throw new Error('ENOSPC')
      }),
    ).rejects.toThrow('ENOSPC')
    expect(existsSync(other) || existsSync(`${other}.partial`)).toBe(false)
  })

  it('shows one moment, whatever is written meanwhile', { skip: !process.env.TEST_DATABASE_URL }, async () => {
    const moment = join(folder, 'moment.gz')
    const before = await contents(source)
    let wrote: Promise<unknown> | undefined
    await writeBackup(source, moment, at, () => {
      wrote ??= transaction(source, (trx) => trx.insertInto('tags').values({ name: 'Late', slug: 'late' }).execute())
    })
    await wrote
    const lines = gunzipSync(readFileSync(moment)).toString()
    expect(lines).not.toContain('"late"')
    await source.db.deleteFrom('tags').where('slug', '=', 'late').execute()
    expect(await contents(source)).toEqual(before)
  })

  it('is of one moment of a database that is being written', async () => {
    const busy = await openTestDatabase({ alone: true })
    const back = await openTestDatabase({ alone: true })
    try {
      await seedFeed(busy)
      let writing = true
      let written = 0
      // Two rows in one transaction: a backup that shows one without the other shows no moment that was.
      const writer = async () => {
        for (; writing; written++) {
          await transaction(busy, async (trx) => {
            const name = `pair-${written}`
            await trx.insertInto('tags').values({ name, slug: name }).execute()
            await sql`insert into users (email, created_at) values (${`${name}@b.example`}, now())`.execute(trx)
          })
        }
      }
      const writers = writer()
      const moment = join(folder, 'busy.gz')
      while (written < 20) await new Promise((resolve) => setTimeout(resolve, 5))
      await writeBackup(busy, moment, at)
      const during = written
      while (written < during + 5) await new Promise((resolve) => setTimeout(resolve, 5))
      writing = false
      await writers
      await restoreBackup(back, moment, { replace: false })
      const shown = await contents(back)
      expect(shown.tags?.length).toBeGreaterThanOrEqual(20)
      expect(shown.tags?.length).toBeLessThanOrEqual(during + 1)
      expect(shown.users).toHaveLength(shown.tags?.length ?? -1)
    } finally {
      await Promise.all([busy.close(), back.close()])
    }
  })
})

describe('a restore changes nothing', () => {
  let before: Record<string, string[]>
  beforeAll(async () => {
    before = await contents(source)
  })
  const whole = () => gunzipSync(readFileSync(file)).toString()
  const lines = (text: string) => gzipSync(text)
  type Case = [string, () => Buffer, RegExp]
  const cases: Case[] = [
    ['cut short in its bytes', () => readFileSync(file).subarray(0, 20_000), /cannot be read to its end/],
    [
      'cut short between rows',
      () => lines(whole().split('\n').slice(0, 500).join('\n')),
      /ends in the middle of the table/,
    ],
    ['without its end', () => lines(whole().split('\n').slice(0, -2).join('\n')), /is cut short|ends in the middle/],
    ['that goes on', () => lines(`${whole()}{"end":true,"tables":1}\n`), /goes on after its last line/],
    ...Array.from(
      { length: 12 },
      (_, nth): Case => [
        `with a bit turned, place ${nth} of 12`,
        () => withBitTurned(readFileSync(file), nth / 11),
        // The place decides which check sees it first.
        /bad\.gz (cannot be read to its end|ends in|is |has |holds |goes on).*Nothing was changed/,
      ],
    ),
    ['no gzip at all', () => Buffer.from('<opml/>'), /cannot be read to its end/],
    ['gzip of something else', () => lines('{"hello":1}\n'), /is not a backup of Kärnhuset/],
    ['empty', () => Buffer.alloc(0), /cut short|cannot be read/],
    ['of a newer format', () => lines('{"karnhuset_backup":2,"at":"","migrations":[]}\n'), /format 2/],
    [
      'of a newer version',
      () => lines(whole().replace('"migrations":[', '"migrations":["9999-later",')),
      /newer version/,
    ],
    ['of an earlier version', () => lines(whole().replace('"0009-claim-sections",', '')), /earlier version/],
    [
      'of a version before 0.2.0',
      () => lines(whole().replace('"0001-baseline"', '"0001-feeds-and-articles"')),
      /before 0\.2\.0.*by way of version 0\.2\.0/,
    ],
    [
      'with a row that does not fit',
      () => lines(whole().replace('"status":"published"', '"status":"nonsense"')),
      /check/,
    ],
  ]

  it.each(cases)('for a file %s', async (_name, make, why) => {
    const bad = join(folder, 'bad.gz')
    writeFileSync(bad, make())
    await expect(restoreBackup(source, bad, { replace: true })).rejects.toThrow(why)
    expect(await contents(source)).toEqual(before)
  })

  it('for a file that is not there', async () => {
    await expect(restoreBackup(source, join(folder, 'none.gz'), { replace: true })).rejects.toThrow(/There is no file/)
  })

  it('where the database is not empty, unless told to replace', async () => {
    await expect(restoreBackup(source, file, { replace: false })).rejects.toThrow(/not empty.*--replace/)
    await restoreBackup(source, file, { replace: true })
    expect(await contents(source)).toEqual(before)
  })

  it('while other processes use the database', async () => {
    const other = await connectDatabase(source.address, 5)
    onTestFinished(() => other.close())
    await other.db.selectFrom('feeds').select('id').execute()
    await expect(restoreBackup(source, file, { replace: true })).rejects.toThrow(/stop it, restore/)
    expect(await contents(source)).toEqual(before)
  })
})

/** `share` of the way through the file, from its first byte to its last. */
function withBitTurned(bytes: Buffer, share: number): Buffer {
  const copy = Buffer.from(bytes)
  const at = Math.floor(share * (copy.length - 1))
  copy.writeUInt8(copy.readUInt8(at) ^ 0x10, at)
  return copy
}

describe('daily backups of the embedded database', () => {
  it('are one a day, the last seven of them', { skip: process.env.TEST_DATABASE_URL !== undefined }, async () => {
    const daily = join(folder, 'daily')
    mkdirSync(daily)
    // Of a process that was killed.
    writeFileSync(join(daily, 'karnhuset-2026-10-31.jsonl.gz.partial'), 'half')
    for (let day = 1; day <= 7; day++) writeFileSync(join(daily, `karnhuset-2026-11-0${day}.jsonl.gz`), '')
    for (const day of [8, 9]) {
      const now = new Date(Date.UTC(2026, 10, day, 3))
      expect(await makeDailyBackup(source, daily, now)).toContain(`2026-11-0${day}`)
      expect(await makeDailyBackup(source, daily, new Date(now.getTime() + 3_600_000))).toBeNull()
    }
    const files = readdirSync(daily).sort()
    expect(files).toHaveLength(7)
    expect(files[0]).toContain('2026-11-03')
  })

  it('keep what was just written, though a wrong clock has dated seven others after it', async () => {
    const daily = join(folder, 'ahead')
    mkdirSync(daily)
    for (let day = 1; day <= 7; day++) writeFileSync(join(daily, `karnhuset-2027-03-0${day}.jsonl.gz`), '')
    for (let day = 1; day <= 3; day++) {
      const path = await makeDailyBackup(source, daily, new Date(Date.UTC(2026, 10, day, 3)))
      expect(existsSync(path ?? '')).toBe(true)
      const ahead = readdirSync(daily).filter((name) => name.includes('2027'))
      expect(ahead).toHaveLength(7 - day)
    }
    expect(readdirSync(daily)).toHaveLength(7)
  })

  it('begin with the first article: an empty base is not worth one', async () => {
    const empty = await openTestDatabase({ alone: true })
    onTestFinished(() => empty.close())
    const daily = join(folder, 'empty')
    // Root alone can give its files to the owner of the folder.
    if (process.getuid?.() === 0) chownSync(folder, 1234, 1234)
    onTestFinished(() => chownSync(folder, process.getuid?.() ?? 0, process.getgid?.() ?? 0))
    expect(await makeDailyBackup(empty, daily, at)).toBeNull()
    await seedArticles(empty, [{ feed_id: await seedFeed(empty) }])
    const made = await makeDailyBackup(empty, daily, at)
    expect(made && statSync(made).uid).toBe(statSync(folder).uid)
  })
})

describe.skipIf(!hasPostgres)('between the engines', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.remove())

  it('carries every table to PostgreSQL and back', async () => {
    const there = await connectDatabase({ connectionString: await server.createDatabase() }, 5)
    const back = await openTestDatabase({ alone: true })
    try {
      await migrate(there)
      await restoreBackup(there, file, { replace: false })
      const before = await contents(source)
      expect(await contents(there)).toEqual(before)
      expect(await neighbours(there)).toHaveLength(2)
      const second = join(folder, 'second.gz')
      await writeBackup(there, second, at)
      await restoreBackup(back, second, { replace: false })
      expect(await contents(back)).toEqual(before)
      expect(await neighbours(back)).toHaveLength(2)
    } finally {
      await there.close()
      await back.close()
    }
  })
})
