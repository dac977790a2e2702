/** The demo worlds through the real fetcher, pipeline and database, as "npm run demo" does it. */
import { describe, expect, it } from 'vitest'
import { startDemoPublisher } from '../../demo/publisher.ts'
import { buildOperations } from '../../src/app/operations.ts'
import { startTestWeb, type TestWeb } from '../support/web.ts'

const now = new Date('2026-11-21T12:00:00Z')

async function withWorld(world: string, content: string, use: (web: TestWeb, size: number) => Promise<void>) {
  const demo = await startDemoPublisher({ now, world })
  const web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', CONTENT_DIR: content })
  try {
    await buildOperations(web.services).importSources(demo.opml)
    await use(
      web,
      demo.publishers.reduce((sum, publisher) => sum + publisher.articles, 0),
    )
  } finally {
    await web.close()
    await demo.close()
  }
}

async function ingest(web: TestWeb) {
  const operations = buildOperations(web.services)
  const feedIds = (await operations.listSources()).map((source) => source.id)
  const visits = await operations.ingest({ feedIds })
  const sum = (field: 'created' | 'updated') => visits.reduce((all, visit) => all + visit[field], 0)
  return { created: sum('created'), updated: sum('updated'), outcomes: new Set(visits.map((visit) => visit.outcome)) }
}

const titles = async (web: TestWeb, url: string) =>
  ((await web.app.inject({ url })).json().entries as { title: string }[]).map((entry) => entry.title)

describe('the demo', () => {
  it('becomes a site about Apple in one pass, and a second pass finds nothing new', async () => {
    await withWorld('demo/apple', 'content', async (web, size) => {
      expect(await ingest(web)).toEqual({ created: size, updated: 0, outcomes: new Set(['new']) })
      expect(await ingest(web)).toEqual({ created: 0, updated: 0, outcomes: new Set(['unchanged']) })
      const feeds = await web.database.db.selectFrom('feeds').select(['id', 'title', 'publisher']).execute()
      expect(new Set(feeds.map((feed) => feed.publisher)).size).toBe(feeds.length)
      expect((await titles(web, '/entries.json?items=1'))[0]).toBe('Nya Homepod View: fungerar den när nätet går?')
      const northern = feeds.find((feed) => feed.title === 'Teknikbladet Norrsken')
      const list = await titles(web, `/feeds/${northern?.id}.json`)
      expect(list).toContain('Isvägarna i Norrbotten syns nu i Apple Kartor')
      expect(list).not.toContain('Första satelliten uppskjuten från Esrange')
    })
  })

  it('becomes a site about bicycles in English by another content folder alone', async () => {
    await withWorld('demo/bicycles', 'demo/bicycles/content', async (web, size) => {
      expect((await ingest(web)).created).toBe(size)
      const list = await titles(web, '/entries.json?items=100')
      expect(list).toContain('Judge lets Harbour Bridge bike lane go ahead')
      expect(list).not.toContain('Brass band wins national title for the third time')
      const { tags } = (await web.app.inject({ url: '/tags.json' })).json() as { tags: { name: string }[] }
      expect(tags.map((tag) => tag.name)).toContain('Harbour Bridge lane')
      expect(tags.map((tag) => tag.name)).not.toContain('iPhone')
      const { entries } = (await web.app.inject({ url: '/entries.json?items=1' })).json()
      expect(entries[0].posted).toMatch(/^\d+ hours? ago$/)
    })
  })
})
