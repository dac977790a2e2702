/** A day's news in a test database: two feeds, a happening that both report, one in English, one of the day before. */
import type { Database } from '../../src/store/database/database.ts'

interface News {
  title: string
  summary: string
  feed: 'a' | 'b'
  language?: string
  at?: string
  event?: number
  sources?: number
}

const news: News[] = [
  {
    title: 'Apple släpper iOS 26.2 med nya kartor',
    summary: 'Uppdateringen kom på lördagen. Den rättar 14 fel, bland annat i Kartor och Mail.',
    feed: 'a',
    event: 1,
    sources: 2,
  },
  { title: 'iOS 26.2 is out', summary: 'The update is out.', feed: 'b', language: 'en', event: 1, sources: 2 },
  {
    title: 'Ny butik öppnar i Göteborg',
    summary: 'Butiken ligger vid Kungsportsplatsen och öppnar i december.',
    feed: 'a',
  },
  {
    title: 'Pencil firmware arrives',
    summary: 'The new firmware improves the battery of the pencil.',
    feed: 'b',
    language: 'en',
  },
  { title: 'Gårdagens nyhet', summary: 'Den hör inte hit.', feed: 'a', at: '2026-11-20T22:30:00Z' },
]

/** Ids of the articles, in the order above. */
export async function insertDayNews({ db }: Database): Promise<number[]> {
  const feeds = { a: 0, b: 0 }
  for (const [name, title] of [['a', 'Svenska Bladet'] as const, ['b', 'The Paper'] as const]) {
    const values = {
      url: `https://${name}.example/feed`,
      title,
      publisher: `${name}.example`,
      language: name === 'a' ? 'sv' : 'en',
    }
    feeds[name] = (await db.insertInto('feeds').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const at = new Date('2026-11-21T08:00:00Z')
  const event = await db
    .insertInto('events')
    .values({ created_at: at, first_at: at, last_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (const [i, item] of news.entries()) {
    const time = item.at ? new Date(item.at) : new Date(at.getTime() + i * 60_000)
    const url = `https://${item.feed}.example/${i}`
    const row = await db
      .insertInto('articles')
      .values({
        feed_id: feeds[item.feed],
        url,
        canonical_url: url,
        title: item.title,
        excerpt: item.summary,
        language: item.language ?? 'sv',
        published_at: time,
        discovered_at: time,
        sort_at: time,
        updated_at: time,
        content_hash: String(i),
        status: 'published',
        relevant: true,
        event_id: item.event ? event.id : null,
        source_count: item.sources ?? 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(row.id)
  }
  return ids
}
