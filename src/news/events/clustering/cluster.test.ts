import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bcubed } from '../../../../quality/eval/cluster-scores.ts'
import { seedArticles, seedFeed } from '../../../../tests/support/build.ts'
import { contentLexicon } from '../../../../tests/support/content.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { ClusterMemory, type Report } from '../../../../tests/support/stages.ts'
import { type ActorDatabase, publishing } from '../../../platform/database/database.ts'
import { removeArticle } from '../../articles/writes/articles.ts'
import { mergeEvents, splitFromEvent } from '../writes/operator-events.ts'
import { createClustering } from './stage/cluster.ts'

let database: ActorDatabase
let feeds: number[]
const lexicon = contentLexicon()
const cluster = () =>
  createClustering({
    database,
    lexicon,
    now: () => new Date('2026-11-21T12:00:00Z'),
    vectorModel: null,
    classifyBorderlinePairs: null,
  })()

beforeAll(async () => {
  database = await openTestDatabase()
  feeds = [
    await seedFeed(database, { publisher: 'first.example' }),
    await seedFeed(database),
    await seedFeed(database),
    await seedFeed(database, { publisher: 'first.example' }),
  ]
})
afterAll(() => database.close())

const labelled = readFileSync(new URL('../../../../quality/eval/clusters.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .slice(0, 110)
  .map((line) => JSON.parse(line) as Omit<Report, 'id' | 'at'> & { publisher: string; published_at: string })
  .map((line, n) => ({ ...line, n, at: new Date(line.published_at) }))

const article = (source: number, title: string, excerpt: string, language = 'en', hours = 0) => {
  const at = new Date(Date.UTC(2026, 10, 20, 9 + hours))
  return { feed_id: feeds[source]!, title, excerpt, language, published_at: at, sort_at: at, discovered_at: at }
}
const rows = (ids: number[]) =>
  database.db
    .selectFrom('articles')
    .select(['id', 'event_id', 'source_count'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

describe('clustering', () => {
  let ids: number[]

  it('joins reports of one happening across languages, and counts publishers, not articles', async () => {
    ids = await seedArticles(database, [
      article(
        0,
        'Apple releases iOS 26.2 with fix for Wi-Fi drops',
        'The update iOS 26.2 is out today and mends the Wi-Fi drops that iPhone 17 owners have reported.',
      ),
      article(
        1,
        'iOS 26.2 is out: Wi-Fi fix for iPhone 17',
        'Apple has released iOS 26.2, which fixes the Wi-Fi drops of the iPhone 17.',
        'en',
        1,
      ),
      article(
        2,
        'Apple släpper iOS 26.2 som löser problem med wifi',
        'iOS 26.2 är här och rättar tappade wifi-anslutningar på iPhone 17.',
        'sv',
        2,
      ),
      article(
        3,
        'iOS 26.2 released, fixes Wi-Fi drops on iPhone 17',
        'iOS 26.2 arrives with a fix for Wi-Fi drops on iPhone 17.',
        'en',
        2,
      ),
      article(
        1,
        'Apple releases iOS 26.1.1 for older phones',
        'The update iOS 26.1.1 is for older phones only and closes a security hole.',
        'en',
        3,
      ),
      article(
        2,
        'Klangverk stämmer Apple om patent på mikrofoner',
        'Bolaget Klangverk har lämnat in en stämning om patent på mikrofoner i Airpods.',
        'sv',
        3,
      ),
    ])
    expect(await cluster()).toBe(6)
    const [a, b, c, d, other, lawsuit] = await rows(ids)
    expect(new Set([a!.event_id, b!.event_id, d!.event_id]).size).toBe(1)
    expect(c!.event_id).toBe(a!.event_id)
    expect(a!.source_count).toBe(3)
    expect(other!.event_id).not.toBe(a!.event_id)
    expect(lawsuit!.source_count).toBe(1)
    expect(await cluster()).toBe(0)
  })

  it('keeps why an article stands in its event', async () => {
    const member = await database.db
      .selectFrom('event_members')
      .selectAll()
      .where('article_id', '=', ids[1]!)
      .executeTakeFirstOrThrow()
    expect(member.decided_by).toBe('likeness')
    expect(member.score).toBeGreaterThan(0)
    expect(member.reason).toEqual({
      members: 3,
      nearest: {
        article: expect.any(Number),
        likeness: expect.any(Number),
        words: expect.any(Number),
        vectors: null,
        hours: expect.any(Number),
        shared: expect.arrayContaining([expect.any(String)]),
      },
      ruling: null,
    })
  })

  it('forgets a removed article and keeps the counts right', async () => {
    await publishing(database, (trx) => removeArticle(trx, ids[2]!))
    await cluster()
    const [a] = await rows([ids[0]!])
    expect(a!.source_count).toBe(2)
    expect((await rows([ids[2]!]))[0]!.event_id).toBeNull()
  })

  it("an operator's split sticks when the article is read again", async () => {
    const { eventId } = await splitFromEvent(database, ids[1]!, new Date())
    await database.db
      .updateTable('articles')
      .set({ cluster_state: 'pending' })
      .where('id', 'in', ids.slice(0, 4))
      .execute()
    await cluster()
    const [a, b] = await rows([ids[0]!, ids[1]!])
    expect(b!.event_id).toBe(eventId)
    expect(a!.event_id).not.toBe(eventId)
  })

  it("an operator's merge sticks too, and the younger event leads to the older", async () => {
    const [a, lawsuit] = await rows([ids[0]!, ids[5]!])
    const { eventId: into } = await mergeEvents(database, lawsuit!.event_id!, a!.event_id!, new Date())
    await database.db.updateTable('articles').set({ cluster_state: 'pending' }).where('id', '=', ids[5]!).execute()
    await cluster()
    const again = await rows([ids[0]!, ids[5]!])
    expect(again.map((row) => row.event_id)).toEqual([into, into])
  })
})

describe("an operator's word", () => {
  const bridge = (n: number, hours: number) =>
    article(
      n % 3,
      `Storbron i Valdemarsvik rasade vid kajen, uppgift nummer ${'abcdefghijklmnopqrstuvwxyz'[n]}`,
      'Storbron rasade vid kajen i Valdemarsvik. Ingen skadades, säger räddningsledaren Karin Alm.',
      'sv',
      hours,
    )

  it('outlasts a large event that grows, unlike words, the window, and reading everything again', {
    tags: 'slow',
  }, async () => {
    await seedArticles(
      database,
      labelled.filter(({ language }) => language === 'en').map(({ title, text }) => article(3, title, text)),
    )
    const many = await seedArticles(
      database,
      Array.from({ length: 20 }, (_, n) =>
        n === 7
          ? article(
              1,
              'Storbron i Valdemarsvik rasade: nu stängs skolan',
              'Rektorn vid kajen skickar hem barnen.',
              'sv',
              2,
            )
          : bridge(n, n / 4),
      ),
    )
    const [flower, late] = await seedArticles(database, [
      article(1, 'Rekord i tulpaner', 'Odlarna jublar.', 'sv', 0),
      article(2, 'Vinterns skidspår', 'Pisten öppnar.', 'sv', 24 * 9),
    ])
    await cluster()
    const eventsOf = async (ids: number[]) => (await rows(ids)).map((row) => row.event_id)
    const [large] = await eventsOf(many.slice(0, 1))
    expect(new Set(await eventsOf(many))).toEqual(new Set([large]))
    const out = many[7]!
    await splitFromEvent(database, out, new Date())
    const [tulips, tracks] = await eventsOf([flower!, late!])
    await mergeEvents(database, tulips!, tracks!, new Date())

    const more = await seedArticles(
      database,
      Array.from({ length: 16 }, (_, n) => bridge(n + 4, 6 + n / 4)),
    )
    await cluster()
    await database.db.updateTable('articles').set({ cluster_state: 'pending' }).execute()
    await cluster()
    await seedArticles(database, [article(0, 'Något helt annat', 'Långt senare.', 'sv', 24 * 30)])
    await cluster()
    const [mine] = await eventsOf([out])
    const rest = await eventsOf([...many.filter((id) => id !== out), ...more])
    expect(new Set(rest).size).toBe(1)
    expect(rest).not.toContain(mine)
    expect(new Set(await eventsOf([flower!, late!])).size).toBe(1)
    const reasons = await database.db
      .selectFrom('event_members')
      .select(['decided_by', 'reason'])
      .where('article_id', 'in', [out, flower!, late!])
      .orderBy('article_id')
      .execute()
    expect(reasons.map((row) => row.decided_by)).toEqual(['operator', 'operator', 'operator'])
    expect(reasons.map((row) => row.reason.ruling?.same)).toEqual([false, true, true])
  })
})

describe('the stage on the labelled set', () => {
  /** Articles of each event by their numbers, after they came in this order, some at a time. */
  async function replay(order: typeof labelled): Promise<Set<string>> {
    const replayed = await openTestDatabase()
    const feedOf = new Map<string, number>()
    for (const { publisher } of labelled)
      if (!feedOf.has(publisher)) feedOf.set(publisher, await seedFeed(replayed, { publisher }))
    const numbers = new Map<number, number>()
    for (let from = 0; from < order.length; from += 13) {
      const some = order.slice(from, from + 13)
      const ids = await seedArticles(
        replayed,
        some.map(({ title, text, language, publisher, at }) => {
          return {
            feed_id: feedOf.get(publisher) ?? 0,
            title,
            excerpt: text,
            language,
            published_at: at,
            sort_at: at,
            discovered_at: at,
          }
        }),
      )
      ids.forEach((id, i) => {
        numbers.set(id, some[i]!.n)
      })
      await createClustering({
        database: replayed,
        lexicon,
        now: () => new Date('2026-11-21T12:00:00Z'),
        vectorModel: null,
        classifyBorderlinePairs: null,
      })()
    }
    const members = await replayed.db.selectFrom('event_members').select(['article_id', 'event_id']).execute()
    await replayed.close()
    const events = Map.groupBy(members, (member) => member.event_id)
    return new Set(
      [...events.values()].map((event) =>
        event
          .map((member) => numbers.get(member.article_id)!)
          .sort((a, b) => a - b)
          .join(' '),
      ),
    )
  }

  /** BCubed F1 of one grouping against another: 1 where they are the same. */
  function agreement(one: Set<string>, other: Set<string>): number {
    const eventOf = (events: Set<string>) =>
      new Map([...events].flatMap((e) => e.split(' ').map((n) => [n, e] as const)))
    const [labels, groups] = [eventOf(one), eventOf(other)]
    return bcubed([...labels].map(([n, label]) => ({ label, group: groups.get(n) ?? '' }))).f1
  }

  it('makes the same events whichever way round the articles come in, and those that the evaluation makes', {
    tags: 'slow',
  }, async () => {
    const straight = await replay(labelled)
    expect(straight.size).toBeGreaterThan(20)
    expect(agreement(straight, await replay(labelled.toReversed()))).toBeGreaterThanOrEqual(0.97)
    const memory = new ClusterMemory(lexicon)
    for (let from = 0; from < labelled.length; from += 13)
      memory.add(labelled.slice(from, from + 13).map((a) => ({ ...a, id: a.n, at: a.at.getTime() })))
    const evaluated = [...memory.events.values()].map((event) => event.sort((a, b) => a - b).join(' '))
    expect(agreement(straight, new Set(evaluated))).toBeGreaterThanOrEqual(0.97)
  })
})
