/** The demo worlds through the real fetcher, pipeline and database, as "npm run demo" does it. */

import { describe, expect, it } from 'vitest'
import { startDemoPublisher } from '../../demo/publisher.ts'
import { actionsOf } from '../support/actions.ts'
import { NEIGHBOUR } from '../support/neighbour.ts'
import { startTestWeb, type TestWeb } from '../support/web.ts'

const now = new Date('2026-11-21T12:00:00Z')

/** Articles whose own text leaves it open, and whose event tells that they are about Apple. All are. */
const BY_EVENT = [
  'A small studio on a big chart: how "Fjällbruk" reached number one',
  'Checklista: det här gäller för appar i EU från januari',
  'Förbudet mot hörseltestet pausas',
  'Läkare positiva till blodtrycksvarning i klockan',
  'Så kommer din app in på Torget',
]

async function withWorld(world: string, content: string, use: (web: TestWeb, size: number) => Promise<void>) {
  const demo = await startDemoPublisher({ now, world })
  const web = await startTestWeb({ FETCH_ALLOW: '127.0.0.1/32', CONTENT_DIR: content })
  try {
    await actionsOf(web).importSources(demo.opml)
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
  const operations = actionsOf(web)
  const feedIds = (await operations.listSources()).map((source) => source.id)
  const visits = await operations.ingest({ feedIds })
  const sum = (field: 'created' | 'updated') => visits.reduce((all, visit) => all + visit[field], 0)
  return { created: sum('created'), updated: sum('updated'), outcomes: new Set(visits.map((visit) => visit.outcome)) }
}

const titles = async (web: TestWeb, url: string) =>
  ((await web.app.inject({ url })).json().entries as { title: string }[]).map((entry) => entry.title)

describe('the demo', () => {
  it('becomes a site about Apple in one pass, and a second pass finds nothing new', { tags: 'slow' }, async () => {
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
      const byEvent = async () =>
        (
          await web.database.db
            .selectFrom('articles')
            .select('title')
            .where('relevant_by_event', '=', true)
            .where('relevant', '=', true)
            .where('id', '<', NEIGHBOUR)
            .orderBy('title')
            .execute()
        ).map(({ title }) => title)
      expect(await byEvent()).toEqual(BY_EVENT)
      await actionsOf(web).reprocess({ stages: ['enrich'] })
      expect(await byEvent()).toEqual(BY_EVENT)
    })
  })

  it('becomes a site about bicycles in English by another content folder alone', { tags: 'slow' }, async () => {
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
