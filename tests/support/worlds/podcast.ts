/** The podcast: a site with one episode, and a day's news to make one of. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { importEpisode } from '../../../src/features/podcast/import.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { seedArticles, seedFeed } from '../build.ts'
import { freePort } from '../played/small-server.ts'
import { startTestWeb, type TestWeb } from '../web.ts'

const notes = `episode_id: fredag
title: Fredagens nyheter
description: Domen, skärmarna och batterierna.
published_on: 2026-11-20
chapters:
  - { start: 0, title: Inledning }
  - { start: 30, title: Domen }
  - { start: 60, title: Skärmarna }
sources:
  - { title: En artikel, url: 'https://exempel.se/a', source: Exempel }
`

export interface PodcastSite {
  url: string
  web: TestWeb
  close(): Promise<void>
}

export async function startPodcastSite(): Promise<PodcastSite> {
  const folder = mkdtempSync(join(tmpdir(), 'karnhuset-episode-'))
  await writeEpisode(folder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const web = await startTestWeb({ BASE_URL: url })
  await seedArticles(web.database, [{ feed_id: await seedFeed(web.database) }])
  await importEpisode(web.services, folder)
  rmSync(folder, { recursive: true })
  await web.app.listen({ port, host: '127.0.0.1' })
  return { url, web, close: web.close }
}

async function writeEpisode(folder: string): Promise<void> {
  writeFileSync(join(folder, 'episode.yaml'), notes)
  writeFileSync(join(folder, 'utskrift.txt'), 'God morgon! Det här är nyheterna.')
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=90', '-b:a', '48k', join(folder, 'a.mp3')]
  execFileSync('ffmpeg', ['-loglevel', 'error', ...tone])
  await sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#a33' } })
    .jpeg()
    .toFile(join(folder, 'omslag.jpg'))
}

interface News {
  title: string
  excerpt: string
  feed: 'a' | 'b'
  at?: string
  /** Both report it. */
  isShared?: true
}

/** Two feeds: a happening that both report, one in each language, one of the day before. */
const news: News[] = [
  {
    title: 'Apple släpper iOS 26.2 med nya kartor',
    excerpt: 'Uppdateringen kom på lördagen. Den rättar 14 fel, bland annat i Kartor och Mail.',
    feed: 'a',
    isShared: true,
  },
  { title: 'iOS 26.2 is out', excerpt: 'The update is out.', feed: 'b', isShared: true },
  {
    title: 'Ny butik öppnar i Göteborg',
    excerpt: 'Butiken ligger vid Kungsportsplatsen och öppnar i december.',
    feed: 'a',
  },
  {
    title: 'Pencil firmware arrives',
    excerpt: 'The new firmware improves the battery of the pencil.',
    feed: 'b',
  },
  { title: 'Gårdagens nyhet', excerpt: 'Den hör inte hit.', feed: 'a', at: '2026-11-20T22:30:00Z' },
]

/** Ids of the articles, in the order above. */
export async function insertDayNews(database: Database): Promise<number[]> {
  const feeds = {
    a: await seedFeed(database, { title: 'Svenska Bladet', publisher: 'a.example', language: 'sv' }),
    b: await seedFeed(database, { title: 'The Paper', publisher: 'b.example' }),
  }
  const start = new Date('2026-11-21T08:00:00Z')
  const { id } = await database.db
    .insertInto('events')
    .values({ created_at: start, first_at: start, last_at: start })
    .returning('id')
    .executeTakeFirstOrThrow()
  return seedArticles(
    database,
    news.map(({ title, excerpt, feed, at, isShared }, i) => {
      const time = at ? new Date(at) : new Date(start.getTime() + i * 60_000)
      const url = `https://${feed}.example/${i}`
      return {
        feed_id: feeds[feed],
        url,
        canonical_url: url,
        title,
        excerpt,
        language: feed === 'a' ? 'sv' : 'en',
        published_at: time,
        discovered_at: time,
        sort_at: time,
        updated_at: time,
        ...(isShared ? { event_id: id, source_count: 2 } : { event_id: null, source_count: 1 }),
      }
    }),
  )
}
