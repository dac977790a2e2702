/** The demo world through the real fetcher and pipeline, served by the real app on a free port of loopback. */

import { playedModelSettings } from '../../../demo/played-model.ts'
import { startDemoPublisher } from '../../../demo/publisher.ts'
import { completeTexts } from '../../../src/app/demo-texts.ts'
import { actionsOf } from '../actions.ts'
import { features } from '../features.ts'
import { freePort } from '../played/small-server.ts'
import { startTestWeb, type TestWeb } from '../web.ts'

export interface DemoSite {
  url: string
  web: TestWeb
  close(): Promise<void>
}

/** The site's clock stands at the instant before which everything was published. `hasTexts`: with those of the demo's played model. */
export async function startDemoSite(
  env: Record<string, string> = {},
  world?: string,
  { hasTexts = false } = {},
): Promise<DemoSite> {
  const now = new Date()
  const demo = await startDemoPublisher({ now, ...(world ? { world } : {}) })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const web = await startTestWeb({
    FETCH_ALLOW: '127.0.0.1/32',
    BASE_URL: url,
    ...(hasTexts && playedModelSettings(demo.url)),
    ...env,
  })
  web.clock.set(now)
  const operations = actionsOf(web)
  for (const feature of features) await feature.start?.(web.services)
  await operations.importSources(demo.opml)
  await operations.ingest({ feedIds: (await operations.listSources()).map((source) => source.id) })
  if (hasTexts) await completeTexts(web.services, demo.texts.corrections)
  await web.app.listen({ port, host: '127.0.0.1' })
  return {
    url,
    web,
    close: async () => {
      await web.close()
      await demo.close()
    },
  }
}

export interface DemoPaths {
  article: string
  story: string
  /** An event of several articles. */
  event: string
  paths: string[]
}

/** One page of each kind of the site. */
export async function demoPaths(url: string): Promise<DemoPaths> {
  const { entries } = (await (await fetch(`${url}/entries.json?items=1`)).json()) as { entries: { id: number }[] }
  const article = new URL((await fetch(`${url}/entries/${entries[0]?.id}`)).url).pathname
  const { data } = (await (await fetch(`${url}/api/v1/stories`)).json()) as { data: { url: string }[] }
  const story = new URL(data[0]?.url ?? '').pathname
  const events = await (await fetch(`${url}/api/v1/events?min_sources=2&per_page=1`)).json()
  const event = new URL((events as { data: { url: string }[] }).data[0]?.url ?? '').pathname
  const lists = [
    '/handelser',
    '/rattelser',
    '/kvalitet',
    '/dag',
    '/mac',
    '/populart',
    '/feeds',
    '/feeds/1',
    '/sok?q=homepod',
    '/sok?q=xyzzy',
    '/podd',
    '/tags',
  ]
  const others = ['/tags/iphone', '/guider', '/kop-nu-eller-vanta', '/status', '/om', '/nothing-here']
  return {
    article,
    story,
    event,
    paths: ['/', article, event, `/embed${event.replace(/-.*/, '')}`, '/stories', story, ...lists, ...others],
  }
}
