/** Publishers on loopback whose feeds grow from round to round, and a model server: what a killed ingest works on. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from '../support/publisher.ts'

const FEEDS = 10
const FIRST_ITEMS = 12
/** Whole seconds, as feeds have them. */
const START = Math.floor(Date.now() / 1000) * 1000

export interface World {
  publisher: Publisher
  model: ModelServer
  /** Path of the list of sources. */
  opml: string
  /** Path of a folder with an episode to import. */
  episode: string
  /** Each publisher has one more article, and one of them has rewritten an old one. */
  grow(): void
  /** Requests that the publishers and the model have had. */
  requests(): number
  close(): Promise<void>
}

export async function startWorld(folder: string): Promise<World> {
  const publisher = await startPublisher({ delayMs: 5 })
  const model = await startModelServer('good')
  let round = 0
  const serve = () => {
    for (let feed = 0; feed < FEEDS; feed++) {
      const items = Array.from({ length: FIRST_ITEMS + round }, (_, n) => item(publisher, feed, n, round)).reverse()
      publisher.serve(`/feed-${feed}.xml`, { body: rssDocument(`Publisher ${feed}`, items) })
    }
  }
  serve()
  const opml = join(folder, 'sources.opml')
  writeFileSync(opml, sourceList(publisher))
  return {
    publisher,
    model,
    opml,
    episode: writeEpisode(folder),
    grow: () => {
      round++
      serve()
    },
    requests: () => publisher.seen.length + model.calls.length,
    close: async () => {
      await publisher.close()
      await model.close()
    },
  }
}

const PRODUCTS = ['iPhone', 'iPad', 'Macbook', 'Apple Watch', 'Vision Pro', 'Homepod', 'Airpods', 'Apple TV']
const MATTERS = ['battery', 'keyboard', 'display', 'repair', 'price', 'update', 'camera', 'lawsuit', 'store', 'chip']

/** The same happening is reported by two publishers, so that there is something to join. */
function item(publisher: Publisher, feed: number, n: number, round: number): RssItem {
  const happening = n * FEEDS + (feed >> 1)
  const product = PRODUCTS[happening % PRODUCTS.length]
  const matter = MATTERS[(happening >> 3) % MATTERS.length]
  const rewritten = n === round - 1 && feed === round % FEEDS
  const host = publisher.at(`/feed-${feed}/article-${n}`)
  const detail = `The company in Cupertino told Bloomberg that the ${matter} matter of ${product} is number ${happening}.`
  return {
    title: `${product} ${matter} case ${happening}${rewritten ? ', now with answers' : ''}`,
    link: host,
    guid: `guid-${feed}-${n}`,
    date: new Date(START - (happening % 60) * 3_600_000 - 86_400_000),
    description: `${detail} ${`Readers of ${product} say that the ${matter} should be better by now. `.repeat(18)}${rewritten ? `It has since been settled between ${product} and its owners, who are pleased with the answer that they were given.` : ''}`,
  }
}

function sourceList(publisher: Publisher): string {
  const outlines = Array.from(
    { length: FEEDS },
    (_, n) =>
      `<outline text="Publisher ${n}" xmlUrl="${publisher.at(`/feed-${n}.xml`)}" language="en" publisher="p${n >> 1}-${n & 1}.example" relevance="all"/>`,
  )
  return `<?xml version="1.0"?><opml version="2.0"><body>${outlines.join('')}</body></opml>`
}

function writeEpisode(folder: string): string {
  const path = join(folder, 'episode')
  mkdirSync(path)
  cpSync(join(import.meta.dirname, '../fixtures/podcast/tone.mp3'), join(path, 'sound.mp3'))
  const lines = ['title: Avsnitt', 'description: Om ett avsnitt.', 'published_on: 2026-11-20', 'episode_id: avsnitt']
  writeFileSync(join(path, 'episode.yaml'), `${lines.join('\n')}\n`)
  writeFileSync(join(path, 'text.srt'), '1\n00:00:00,000 --> 00:00:02,000\nHej och välkommen.\n')
  return path
}
