/** A year of 14 publishers with planted habits: each is found within its interval, and no other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedPoint } from '../../../tests/support/build.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { removeArticle, restoreArticle } from '../../news/articles/writes/operator-articles.ts'
import { pruneArticles } from '../../news/articles/writes/retention.ts'
import { writeBackup } from '../../news/backup/backup.ts'
import { restoreBackup } from '../../news/backup/restore.ts'
import { refreshEvents } from '../../news/events/writes/events.ts'
import { mergeEvents, splitFromEvent } from '../../news/events/writes/operator-events.ts'
import { removeSource } from '../../news/feeds/writes/operator-sources.ts'
import { undoOperatorAction } from '../../news/operator/writes/undo.ts'
import { type ActorDatabase, type Database, publishing, rowsParameter } from '../../platform/database/database.ts'
import type { Share } from '../../platform/text/wilson.ts'
import { figureNames, MIN_CASES } from './figures.ts'
import { overridePair, undo } from './overrides.ts'
import { comparePublishers, findRecord, latestMonths, listPairs, listRecords } from './record-queries.ts'
import { updateMonths } from './update.ts'

let database: ActorDatabase
const END = new Date('2026-11-30T12:00:00Z')
const YEAR = Date.UTC(2025, 11, 1)
const MINUTE = 60_000
const domains = Array.from({ length: 14 }, (_, n) => `p${String(n + 1).padStart(2, '0')}.example`)
const [QUICK, COPIER, RIGHT, WRONG, AHEAD, BEHIND] = domains as [string, string, string, string, string, string]

/** Shares that are planted. */
const COPIED = 0.8
const FIRST = 0.7
const TRUE = 0.9

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
const random = randomOf(7)
const words = () => Array.from({ length: 20 }, () => Math.floor(random() * 2000).toString(36)).join(' ')

interface Written {
  publisher: string
  event: number
  at: number
  dated: number
  seen: number
  text: string
}

const EVENTS = 640

/** Reports of one event. */
function reportsOf(event: number): Written[] {
  const start = YEAR + Math.floor(((END.getTime() - YEAR - 86_400_000) * event) / EVENTS)
  const report = (publisher: string, after: number, text = words()): Written => {
    const at = start + after * MINUTE
    // Each source is visited about every twenty minutes.
    const seen = at + (1 + Math.floor(random() * 20)) * MINUTE
    const error = publisher === AHEAD ? 120 : publisher === BEHIND ? -60 : 0
    const dated = Math.min(at + error * MINUTE, seen)
    return { publisher, event, at, dated, seen, text }
  }
  const others = domains
    .filter((one) => one !== QUICK && one !== COPIER && random() < 0.3)
    .map((one) => report(one, 200 + random() * 600))
  if (event % 2 === 1) return others.length > 0 ? others : [report(RIGHT, 300)]
  const quick = report(QUICK, random() < FIRST ? 100 : 900)
  const copy = random() < COPIED ? report(COPIER, (quick.at - start) / MINUTE + 40, quick.text) : report(COPIER, 1000)
  return [quick, copy, ...others]
}

beforeAll(async () => {
  database = await openTestDatabase({ alone: true })
  await publishing(database, async (trx) => {
    const feeds = domains.map((publisher, n) => ({
      id: n + 1,
      publisher,
      url: `https://${publisher}/`,
      title: publisher,
    }))
    await sql`insert into feeds (id, url, title, publisher, created_at) select id, url, title, publisher, ${new Date(YEAR)}
      from jsonb_to_recordset(${rowsParameter(feeds)}::jsonb) f(id integer, url text, title text, publisher text)`.execute(
      trx,
    )
    const tag = await trx
      .insertInto('tags')
      .values({ name: 'Bridges', slug: 'bridges' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const reports = Array.from({ length: EVENTS }, (_, event) => reportsOf(event + 1)).flat()
    const time = (at: number) => new Date(Math.round(at)).toISOString()
    const rows = reports.map((one, n) => ({
      ...one,
      id: n + 1,
      feed: domains.indexOf(one.publisher) + 1,
      dated: time(one.dated),
      seen: time(one.seen),
      tags: one.event % 4 === 0 ? [tag.id] : [],
    }))
    const events = [...Map.groupBy(reports, ({ event }) => event)].map(([id, of]) => {
      const dates = of.map(({ dated }) => dated)
      return { id, first: time(Math.min(...dates)), last: time(Math.max(...dates)), articles: of.length }
    })
    await sql`insert into events (id, created_at, first_at, last_at, articles_count, source_count, text_state, story_state)
      select id, first, first, last, articles, articles, 'done', 'done'
      from jsonb_to_recordset(${rowsParameter(events)}::jsonb) e(id bigint, first timestamptz, last timestamptz, articles integer)`.execute(
      trx,
    )
    await sql`
      insert into articles (id, feed_id, url, canonical_url, title, excerpt, published_at, discovered_at, sort_at, updated_at,
        content_hash, status, relevant, event_id, cluster_state, tag_ids)
      select id, feed, 'https://a.example/' || id, 'https://a.example/' || id, 'Report ' || id, text, dated, seen, dated, dated,
        id::text, 'published', true, event, 'done', array(select jsonb_array_elements_text(tags)::integer)
      from jsonb_to_recordset(${rowsParameter(rows)}::jsonb) a(id bigint, feed integer, event bigint, text text, dated timestamptz,
        seen timestamptz, tags jsonb)`.execute(trx)
    await sql`insert into event_members (article_id, event_id, decided_by, reason, at)
      select id, event_id, 'first', '{"members": 0, "nearest": null, "ruling": null}', ${END} from articles`.execute(
      trx,
    )
    for (const table of ['feeds', 'events', 'articles'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100000)`.execute(trx)
    await plantDisputes(trx)
  })
  await updateMonths(database, END)
})
afterAll(() => database.close())

/** In the events that both report, one contradicts the other, and is right nine times of ten. */
async function plantDisputes(trx: Parameters<Parameters<typeof publishing>[1]>[0]): Promise<void> {
  const { rows } = await sql<{ event: number; right: number; wrong: number }>`
    select a.event_id as event, a.id as right, b.id as wrong from articles a join articles b using (event_id)
    where a.feed_id = ${domains.indexOf(RIGHT) + 1} and b.feed_id = ${domains.indexOf(WRONG) + 1} order by 1`.execute(
    trx,
  )
  const disputes = rows.map(({ event, right, wrong }, n) => {
    const ids = n % 10 === 9 ? [wrong, right] : [right, wrong]
    return {
      event,
      ids,
      point: storedPoint('disputed', [`${event} is so`, [ids[0] ?? 0]], [`${event} is not`, [ids[1] ?? 0]]),
    }
  })
  await sql`
    insert into event_texts (event_id, revision, title, summary, points, text_by, article_ids, seen_ids, reason, at)
    select event, 1, 'Title', 'Summary', jsonb_build_array(point), 'ai', array(select jsonb_array_elements_text(ids)::bigint),
      array(select jsonb_array_elements_text(ids)::bigint), 'second_source', ${END}
    from jsonb_to_recordset(${rowsParameter(disputes)}::jsonb) d(event bigint, ids jsonb, point jsonb)`.execute(trx)
  await sql`
    insert into dispute_settlements (article_id, article_ids, point, marks, settled, settled_by, brought_by, at)
    select (ids ->> 0)::bigint, array(select jsonb_array_elements_text(ids)::bigint), point, '{}', true, 'reports', '{}', ${END}
    from jsonb_to_recordset(${rowsParameter(disputes)}::jsonb) d(event bigint, ids jsonb, point jsonb)`.execute(trx)
}

const holds = (share: Share | null, truth: number) => {
  expect(share).not.toBeNull()
  expect(truth).toBeGreaterThan(share?.low ?? 1)
  expect(truth).toBeLessThan(share?.high ?? 0)
}
const recordOf = async (publisher: string) => (await findRecord(database.db, publisher)) ?? expect.fail()

describe('a habit is found within its interval', () => {
  it('one copies another by forty minutes', async () => {
    const copies = (await listPairs(database.db)).filter(({ isCopy }) => isCopy)
    expect(copies.map(({ publisher, other }) => [publisher.publisher, other.publisher])).toEqual([[COPIER, QUICK]])
    holds(copies[0]?.share ?? null, COPIED)
    expect(copies[0]?.afterMinutes).toBe(40)
    const compared = await comparePublishers(database.db, [QUICK, COPIER])
    expect(compared?.pairs).toEqual([null, expect.objectContaining({ isCopy: true })])
  })

  it('one is right nine times of ten', async () => {
    holds((await recordOf(RIGHT)).figures.settled_for, TRUE)
    holds((await recordOf(WRONG)).figures.settled_against, TRUE)
  })

  it('one is first seven times of ten', async () => holds((await recordOf(QUICK)).figures.first, FIRST))

  it('one dates ahead, and one behind: both are left out of those who were first', async () => {
    const records = await listRecords(database.db, await latestMonths(database.db), 'sv')
    const clocks = records.flatMap(({ publisher, clock }) => (clock === 'right' ? [] : [[publisher, clock]]))
    expect(clocks).toEqual([
      [AHEAD, 'ahead'],
      [BEHIND, 'behind'],
    ])
    for (const publisher of [AHEAD, BEHIND]) {
      const { figures, months } = await recordOf(publisher)
      expect(months.filter(({ clock }) => clock === 'right')).toEqual([])
      expect(figures.first).toBeNull()
      expect(figures.first_seen).not.toBeNull()
    }
  })
})

it('has no habit that is not planted', async () => {
  const pairs = await listPairs(database.db)
  expect(pairs.length).toBeGreaterThan(100)
  for (const { publisher, share } of pairs) if (publisher.publisher !== COPIER) expect(share.hits).toBe(0)
  for (const { publisher, figures } of await listRecords(database.db, await latestMonths(database.db), 'sv')) {
    if (publisher === QUICK) continue
    expect(figures.copied?.hits ?? 0, publisher).toBe(0)
    expect(figures.first?.low ?? 0, publisher).toBeLessThan(0.5)
    expect(figures.corrected?.hits ?? 0).toBe(0)
  }
})

it('shows no figure below twenty cases', async () => {
  const { rows } = await sql<{ publisher: string; figures: { counts: Record<string, [number, number]> } }>`
    select publisher, figures from publisher_months`.execute(database.db)
  for (const publisher of domains) {
    const { figures } = await recordOf(publisher)
    for (const name of figureNames) {
      const counts = rows.flatMap((row) => (row.publisher === publisher ? [row.figures.counts[name] ?? [0, 0]] : []))
      const of = counts.reduce((sum, [, one]) => sum + (one ?? 0), 0)
      expect(figures[name]?.of ?? null, `${publisher} ${name}`).toBe(of < MIN_CASES ? null : of)
    }
  }
})

const stored = async ({ db }: Database = database) =>
  (
    await sql`select publisher, month, cases, event_ids, clock, figures, topics, pairs from publisher_months order by 1, 2`.execute(
      db,
    )
  ).rows
const later = (hours: number) => new Date(END.getTime() + hours * 3_600_000)
const undoLast = async () => {
  const { id } = await database.db
    .selectFrom('operator_actions')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(await undoOperatorAction(database, id, later(1), undo)).toBe('done')
}

const articleOf = async (which: 'first' | 'last', event: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from articles where event_id = ${event} order by id ${which === 'last' ? sql`desc` : sql``} limit 1`.execute(
    database.db,
  )
  return rows[0]?.id ?? expect.fail()
}
const loneArticle = async () => {
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from articles group by event_id having count(*) = 1 order by 1 limit 1`.execute(database.db)
  return rows[0]?.id ?? expect.fail()
}

/** In another database, from a backup of this one. */
async function expectSameFromBackup(now: Date, keep?: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-records-'))
  const copy = await openTestDatabase({ alone: true })
  try {
    await writeBackup(database, join(folder, 'all.gz'), END)
    await restoreBackup(copy, join(folder, 'all.gz'), { replace: false })
    const [months, pairs] = [await stored(), await listPairs(database.db)]
    expect(await stored(copy)).toEqual(months)
    await updateMonths(copy, now, keep)
    expect(await stored(copy)).toEqual(months)
    expect(await listPairs(copy.db)).toEqual(pairs)
    for (const publisher of domains) expect(await findRecord(copy.db, publisher)).toEqual(await recordOf(publisher))
  } finally {
    await copy.close()
    rmSync(folder, { recursive: true })
  }
}

it('has one row a publisher and month', async () => {
  const rows = await stored()
  expect(rows.length).toBe(14 * 12)
})

describe('the months are the same', () => {
  let before: unknown[]
  beforeAll(async () => {
    before = await stored()
  })
  const forget = () => sql`delete from publisher_month_progress`.execute(database.db)

  it('counted again from the beginning', { tags: 'slow' }, async () => {
    await forget()
    await updateMonths(database, END)
    expect(await stored()).toEqual(before)
  })

  const actions: [string, () => Promise<unknown>][] = [
    ['a merge', () => mergeEvents(database, 10, 12, END)],
    ['a split', async () => splitFromEvent(database, await articleOf('last', 20), END)],
    ['the removal of an article', async () => removeArticle(database, await articleOf('first', 30), END)],
    ['the removal of an article that is alone', async () => removeArticle(database, await loneArticle(), END)],
    ['the removal of a source', () => removeSource(database, 14, true, END)],
  ]
  it.each(actions)('after %s that was taken back, and not before', { tags: 'slow' }, async (_act, act) => {
    await act()
    await updateMonths(database, later(1))
    const changed = await stored()
    expect(changed).not.toEqual(before)
    await forget()
    await updateMonths(database, later(1))
    expect(await stored()).toEqual(changed)
    await undoLast()
    await updateMonths(database, later(2))
    expect(await stored()).toEqual(before)
  })

  it('after an article was removed and restored', { tags: 'slow' }, async () => {
    const article = await articleOf('first', 40)
    await removeArticle(database, article, END)
    await updateMonths(database, later(1))
    expect(await stored()).not.toEqual(before)
    await restoreArticle(database, article, END)
    await updateMonths(database, later(2))
    expect(await stored()).toEqual(before)
  })

  it('when the operator takes back what a pair counts as', { tags: 'slow' }, async () => {
    const pairs = await listPairs(database.db)
    await overridePair(database, { publisher: COPIER, other: QUICK }, 'independent', END)
    expect(await listPairs(database.db)).not.toEqual(pairs)
    await undoLast()
    expect(await listPairs(database.db)).toEqual(pairs)
  })

  it('after a backup was restored, and all is counted again from it', { tags: 'slow' }, () =>
    expectSameFromBackup(later(3)),
  )

  it('when their articles are deleted, and all is counted again after that', { tags: 'slow' }, async () => {
    const keep = 330
    await updateMonths(database, END, keep)
    await pruneArticles(database, new Date(END.getTime() - keep * 86_400_000))
    // As clustering leaves the events of removed articles.
    await publishing(database, async (trx) => {
      const { rows } = await sql<{ id: number }>`
        with gone as (delete from event_members m using articles a where a.id = m.article_id and a.status = 'removed' returning m.event_id)
        select distinct event_id as id from gone`.execute(trx)
      await refreshEvents(
        trx,
        rows.map(({ id }) => id),
      )
      await sql`update articles set event_id = null, cluster_state = 'done' where status = 'removed'`.execute(trx)
    })
    await pruneArticles(database, new Date(END.getTime() - keep * 86_400_000))
    const { rows } = await sql<{ left: number }>`select count(*) as left from articles`.execute(database.db)
    expect(rows[0]?.left).toBeLessThan(before.length * 18)
    await updateMonths(database, later(2), keep)
    expect(await stored()).toEqual(before)
    await forget()
    await sql`insert into publisher_month_progress (epoch, position, at, pruned_before) values ('', 0, ${END}, ${new Date(END.getTime() - keep * 86_400_000)})`.execute(
      database.db,
    )
    await updateMonths(database, later(3))
    expect(await stored()).toEqual(before)
    await expectSameFromBackup(later(4), keep)
  })
})
