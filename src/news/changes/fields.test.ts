/** The log names of an object what differs on the wire, and nothing else: whatever column is written, whatever runs again. */

import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOf } from '../../../tests/support/actions.ts'
import { startApi, type TestApi } from '../../../tests/support/api.ts'
import { seedEvent, seedFeed, seedTag } from '../../../tests/support/build.ts'
import { type ModelServer, playedSettings, startModelServer } from '../../../tests/support/played/model.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from '../../../tests/support/played/publisher.ts'
import {
  correctArticle,
  removeArticle,
  restoreArticle,
  withdrawCorrection,
} from '../articles/writes/operator-articles.ts'
import { mergeEvents, splitFromEvent } from '../events/writes/operator-events.ts'
import { reclassify } from '../feeds/visits/reclassify.ts'
import { runOnce } from '../stages/run.ts'

let api: TestApi
let server: ModelServer
let publisher: Publisher
let feeds: number[]
let tag: number
/** An event of two articles, and one of one. */
let pair: { eventId: number; articleIds: number[] }
let single: { eventId: number; articleIds: number[] }
let story: number

beforeAll(async () => {
  ;[server, publisher] = await Promise.all([startModelServer(), startPublisher()])
  api = await startApi({ ...playedSettings(server), FETCH_ALLOW: '127.0.0.1/32', AI_MONTHLY_BUDGET: '100' })
  const { database } = api.web
  tag = await seedTag(database, 'Fält')
  feeds = []
  for (const title of ['Bladet', 'Tidningen'])
    feeds.push(await seedFeed(database, { title, icon_url: 'https://icon.example/', extract: false, relevance: 'all' }))
  const [one, other] = feeds as [number, number]
  const about = {
    tag_ids: [tag],
    kind: 'news',
    image_url: 'https://image.example/1.jpg',
    language: 'sv',
    // Clustering joins all three by it, whatever their sources are called.
    excerpt: 'Bron i Ramsvik öppnar på lördag, och hunden som hittades i skogen får gå först över.',
  }
  pair = await seedEvent(database, [
    { ...about, feed_id: one, title: 'Bron öppnar i Ramsvik' },
    { ...about, feed_id: other, title: 'Nu öppnar Ramsviks bro', image_url: null },
  ])
  single = await seedEvent(database, [{ ...about, feed_id: one, title: 'Hunden hittades i skogen' }])
  const now = api.web.clock.now()
  const written = await database.db
    .insertInto('stories')
    .values({ title: 'Bron', lead: 'Om bron.', status: 'active', entries_count: 2, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  story = written.id
  await database.db.insertInto('story_events').values({ event_id: pair.eventId, story_id: story, at: now }).execute()
  const media = { audio_path: 'e/a.mp3', audio_type: 'audio/mpeg', audio_bytes: 1, duration_seconds: 1 }
  const times = { published_on: now, created_at: now, updated_at: now }
  const texts = {
    title: 'Avsnitt',
    description: 'x',
    transcript_text: 'x',
    transcript_vtt: 'x',
    origin: 'import' as const,
  }
  await database.db
    .insertInto('episodes')
    .values({ episode_id: 'e', ...media, ...times, ...texts, chapters: '[]', sources: '[]' } as never)
    .execute()
})
afterAll(async () => {
  await api.close()
  await Promise.all([server.close(), publisher.close()])
})

const db = () => api.web.database.db
type Wire = Record<string, unknown>
/** Not logged: views and scores, and the words of addresses. */
const UNLOGGED = ['click_count', 'popularity_score', 'canonical_url', 'url']

const PATHS = {
  entry: ['articles', 'entries', 'id'],
  event: ['events', 'events', 'id'],
  story: ['stories', 'stories', 'id'],
  episode: ['episodes', 'podd_episodes', 'episode_id'],
} as const

async function snapshot(): Promise<Map<string, Wire>> {
  for (const name of ['content', 'views'] as const) api.web.ctx.cache.raise(name)
  const all = new Map<string, Wire>()
  for (const [kind, [table, path, key]] of Object.entries(PATHS)) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(key)}::text as id from ${sql.table(table)}`.execute(
      db(),
    )
    for (const { id } of rows) {
      const { statusCode, body } = await api.web.app.inject(
        `/api/v1/${path}/${id}?include_transcript=true`.replace(/\?.*/, kind === 'episode' ? '$&' : ''),
      )
      if (statusCode === 200) all.set(`${kind} ${id}`, JSON.parse(body).data)
    }
  }
  return all
}

/** Of an event's lead, what is not logged of an entry is not either. */
const logged = (value: unknown) =>
  JSON.stringify(value, (key, inner) => (UNLOGGED.slice(0, 3).includes(key) ? undefined : inner))
const differing = (before: Wire = {}, after: Wire = {}, kind = '') =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) =>
      !(UNLOGGED.includes(key) && !(kind === 'entry' && key === 'url')) && logged(before[key]) !== logged(after[key]),
  )

interface Line {
  type: string
  id: number | string
  fields: string[]
}
let asked = 0
const log = async (after = ''): Promise<{ data: Line[]; next: string }> =>
  (await api.web.app.inject(`/api/v1/changes?limit=${100 + (++asked % 400)}${after && `&after=${after}`}`)).json()

/** Fields that the log names of `act` though they are as before, and objects that differ without a word of it. */
async function compare(act: () => Promise<unknown>, earlier?: Map<string, Wire>) {
  const before = earlier ?? (await snapshot())
  const { next } = await log()
  await act()
  const after = await snapshot()
  const named = new Map<string, Set<string>>()
  for (const { type, id, fields } of (await log(next)).data) {
    const [kind, what] = type.split('.')
    if (what !== 'updated' || !before.has(`${kind} ${id}`) || !after.has(`${kind} ${id}`)) continue
    named.set(`${kind} ${id}`, new Set([...(named.get(`${kind} ${id}`) ?? []), ...fields]))
  }
  const untrue = [...named].flatMap(([key, fields]) => {
    const differs = differing(before.get(key), after.get(key), key.split(' ')[0])
    const wrong = [...fields].filter((field) => !differs.includes(field))
    return wrong.length > 0 || fields.size === 0 ? [{ key, wrong, differs }] : []
  })
  const unsaid = [...after].flatMap(([key, wire]) => {
    // The log holds a story without its entries.
    if (key.startsWith('story')) return []
    const differs = before.has(key) ? differing(before.get(key), wire, key.split(' ')[0]) : []
    return differs.length > 0 && !named.has(key) ? [{ key, differs }] : []
  })
  return { untrue, unsaid, named }
}

describe('whatever column is written', () => {
  const TABLES: Record<string, () => RawBuilder<unknown>> = {
    articles: () => sql`id = any(${[pair.articleIds[0], single.articleIds[0]]})`,
    feeds: () => sql`id = ${feeds[0]}`,
    tags: () => sql`id = ${tag}`,
    stories: () => sql`id = ${story}`,
    episodes: () => sql`true`,
    event_members: () => sql`event_id = ${pair.eventId}`,
    story_events: () => sql`story_id = ${story}`,
  }
  /** Of the store's own, which no other statement of it leaves so: the story's name in its articles, ids. */
  const APART =
    /^(?:articles\.event_id|stories\.(?:title|merged_into)|story_events\.event_id|\w+\.id|articles\.sort_at|\w+\.episode_id)$/

  it.each(Object.keys(TABLES))('of %s', { tags: 'slow' }, async (table) => {
    const where = TABLES[table]?.() ?? sql`true`
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'`.execute(db())
    expect(rows.length).toBeGreaterThan(2)
    const found: unknown[] = []
    const written = rows.filter(({ name }) => !APART.test(`${table}.${name}`))
    const asTheyAre = written.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(name)}`)
    const before = await snapshot()
    const same = await compare(
      () => sql`update ${sql.table(table)} set ${sql.join(asTheyAre)} where ${where}`.execute(db()),
      before,
    )
    expect([...same.named]).toEqual([])
    await sql`create table stored as select * from ${sql.table(table)}`.execute(db())
    const values = rows.map(({ name }) => sql`${sql.ref(name)} = s.${sql.ref(name)}`)
    const key = { episodes: 'episode_id', event_members: 'article_id', story_events: 'event_id' }[table] ?? 'id'
    const restore = sql`update ${sql.table(table)} t set ${sql.join(values)} from stored s where s.${sql.ref(key)} = t.${sql.ref(key)}`
    for (const { name, type } of written) {
      const column = sql.ref(name)
      const write = sql`update ${sql.table(table)} set ${column} = ${otherValue(type, column)} where ${where}`
      // Values that a column cannot have are none.
      const { untrue, unsaid } = await compare(() => write.execute(db()).catch(refused), before)
      if (untrue.length + unsaid.length > 0) found.push({ name, untrue, unsaid })
      await restore.execute(db())
    }
    await sql`drop table stored`.execute(db())
    expect(await snapshot()).toEqual(before)
    expect(found).toEqual([])
  })
})

const refused = (error: { code?: string }) => {
  if (!/^23/.test(error.code ?? '')) throw error
}

function otherValue(type: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'boolean') return sql`not coalesce(${column}, false)`
  if (type.startsWith('timestamp') || type === 'date') return sql`coalesce(${column}, now()) - interval '7 days'`
  if (/int|double|numeric|real/.test(type)) return sql`coalesce(${column}, 0) + 1`
  if (type === 'ARRAY') return sql`'{}'`
  if (type === 'jsonb') return sql`'[{"x": 1}]'`
  return type === 'bytea' ? sql`'x'` : sql`coalesce(${column}, '') || 'x'`
}

describe('whatever runs again', () => {
  const items = (...changes: Partial<RssItem>[]): RssItem[] =>
    ['Apple öppnar en ny butik i Visby', 'Så testar Apple sin nya dator'].map((title, i) => ({
      title,
      link: `https://flode.example/${i}`,
      date: new Date(Date.UTC(2026, 10, 21, 8 + i)),
      description: `${title}, skriver bolaget i ett långt meddelande till pressen om sina planer för nästa år. Det blir 12 nya platser. Lokalen ligger vid torget, och dörrarna slås upp redan före sommaren. Kommunen räknar med fler besökare, och handlarna i grannkvarteren säger att de ser fram emot det som kommer.`,
      ...changes[i],
    }))
  let feed: number
  async function pass(list: RssItem[], extra = '') {
    publisher.serve('/flode', { body: rssDocument('Flödet', list, extra) })
    return runOnce(api.web.services.pipeline, await api.web.services.queue(), { feedIds: [feed] })
  }
  const again = (stage: 'enrich' | 'embed' | 'cluster') => actionsOf(api.web).reprocess({ stages: [stage] })
  const eventOf = async ({ articleIds }: typeof pair) => {
    const { rows } = await sql<{ id: number }>`select event_id as id from articles where id = ${articleIds[0]}`.execute(
      db(),
    )
    return rows[0]?.id ?? 0
  }
  const operator = () => actionsOf(api.web)
  const articleOf = () => pair.articleIds[0] ?? 0
  const later = () => api.web.clock.set(new Date(api.web.clock.now().getTime() + 60_000))
  beforeAll(async () => {
    const about = { extract: false, relevance: 'all' as const, title: 'Flödet' }
    feed = await seedFeed(api.web.database, {
      ...about,
      url: publisher.at('/flode'),
      next_fetch_at: api.web.clock.now(),
    })
    await pass(items())
  })

  const CHANGES: [name: string, act: () => Promise<unknown>, expected: RegExp][] = [
    ['the same items in another order', () => pass(items().toReversed()), /^$/],
    ['the same items with another comment', () => pass(items(), '<ttl>60</ttl>'), /^$/],
    ['another comma in a title', () => pass(items({ title: 'Apple öppnar en ny butik, i Visby' })), /content/],
    ['an earlier date', () => pass(items({ date: new Date(Date.UTC(2026, 10, 20)) })), /published_at/],
    [
      'another number in the text',
      () => pass(items({ description: `${items()[0]?.description} Eller 99.` })),
      /content/,
    ],
    ['summaries again, with the same answers', () => again('enrich'), /updated_at/],
    ['vectors again', () => again('embed'), /^$/],
    ['clustering, of what was put together by hand', () => again('cluster'), /^/],
    ['clustering again', () => again('cluster'), /^$/],
    ['the rules again', () => reclassify(api.web.services.pipeline, null), /^$/],
    ['a split', () => splitFromEvent(api.web.database, single.articleIds[0] ?? 0, api.web.clock.now()), /event/],
    [
      'a merge of events',
      async () => mergeEvents(api.web.database, await eventOf(pair), await eventOf(single), api.web.clock.now()),
      /event/,
    ],
    [
      'a text of an event',
      async () =>
        operator().correctEvent(await eventOf(pair), { title: 'Bron', summary: 'Den öppnar.', retainPoints: false }),
      /revision,.*title/,
    ],
    [
      'another text of it',
      async () =>
        operator().correctEvent(await eventOf(pair), { title: 'Bron', summary: 'Den är öppen.', retainPoints: false }),
      /^(?!.*title).*summary/,
    ],
    [
      'a correction',
      () =>
        correctArticle(
          api.web.database,
          articleOf(),
          { title: 'Rättad', summary: 'Så är det.' },
          api.web.ctx.clock.now(),
        ),
      /content/,
    ],
    [
      'the same correction',
      () =>
        correctArticle(
          api.web.database,
          articleOf(),
          { title: 'Rättad', summary: 'Så är det.' },
          api.web.ctx.clock.now(),
        ),
      /^$/,
    ],
    [
      'its withdrawal',
      () =>
        withdrawCorrection(
          api.web.database,
          articleOf(),
          api.web.ctx.config.AI_PROVIDER !== 'none',
          api.web.ctx.clock.now(),
        ),
      /content/,
    ],
    ['a removal', () => removeArticle(api.web.database, articleOf(), api.web.ctx.clock.now()), /entries_count/],
    ['a restoration', () => restoreArticle(api.web.database, articleOf(), api.web.ctx.clock.now()), /entries_count/],
  ]
  it.each(CHANGES)('%s', { tags: 'slow' }, async (_name, act, expected) => {
    later()
    const { untrue, unsaid, named } = await compare(act)
    expect({ untrue, unsaid }).toEqual({ untrue: [], unsaid: [] })
    expect([...new Set([...named.values()].flatMap((fields) => [...fields]))].join()).toMatch(expected)
  })
})
