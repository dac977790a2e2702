/** Publishers on loopback whose feeds grow from round to round, and a model server: what a killed ingest works on. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, startModelServer } from '../../tests/support/played/model.ts'
import { type Publisher, type RssItem, rssDocument, startPublisher } from '../../tests/support/played/publisher.ts'

const FEEDS = 10
/** Of one feed at once, as publishers list their newest. */
const NEWEST = 40
const FIRST_ITEMS = 12
/** Whole seconds, as feeds have them. */
const START = Math.floor(Date.now() / 1000) * 1000

export interface World {
  publisher: Publisher
  model: ModelServer
  /** Path of the list of sources. */
  opml: string
  /** Path of a folder with an episode to import, where there is a podcast. */
  episode: string | null
  /** Each publisher has one more article, and one of them has rewritten an old one. */
  grow(): void
  /** Requests that the publishers and the model have had. */
  requests(): number
  close(): Promise<void>
}

export async function startWorld(folder: string, feeds = FEEDS): Promise<World> {
  const publisher = await startPublisher({ delayMs: 5 })
  const model = await startModelServer('good')
  let round = 0
  const serve = () => {
    for (let feed = 0; feed < feeds; feed++) {
      const items = Array.from({ length: FIRST_ITEMS + round }, (_, n) => n)
        .slice(-NEWEST)
        .map((n) => item(publisher, feed, n, round))
        .reverse()
      publisher.serve(`/feed-${feed}.xml`, { body: rssDocument(`Publisher ${feed}`, items) })
    }
  }
  serve()
  const opml = join(folder, 'sources.opml')
  writeFileSync(opml, sourceList(publisher, feeds))
  return {
    publisher,
    model,
    opml,
    episode: existsSync(SOUND) ? writeEpisode(folder) : null,
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
const SYLLABLES = 'ba de fi go hu ka le mi no pu ra se ti vo wy zan'.split(' ')

/** A word that no other number has. */
function word(n: number): string {
  const spread = (n * 40_503) % 65_536
  const word = [12, 8, 4, 0].map((bits) => SYLLABLES[(spread >> bits) & 15]).join('')
  return word[0]?.toUpperCase() + word.slice(1)
}

/**
 * The same happening is reported by two publishers, so that there is something to join. Each is told in words of its own
 * and no others, so that what belongs together is beyond doubt, in whatever order it comes.
 */
function item(publisher: Publisher, feed: number, n: number, round: number): RssItem {
  const happening = n * FEEDS + (feed >> 1)
  const product = PRODUCTS[happening % PRODUCTS.length]
  const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, nth) => word(happening * 8 + nth))
  const rewritten = n === round - 1 && feed === round % FEEDS
  const title =
    feed % 2 === 0 ? `${a} ${b} and ${c} ${d} in the ${product}` : `The ${product} of ${c} ${d} and ${a} ${b}`
  const told = `${a} ${b} is in ${e} with ${f} and the ${product}. `
  return {
    title: `${title}${rewritten ? ` and ${e}` : ''}`,
    link: publisher.at(`/feed-${feed}/article-${n}`),
    guid: `guid-${feed}-${n}`,
    date: new Date(START - (happening % 60) * 3_600_000 - 86_400_000),
    description: `${told}${`The ${c} ${d} of ${e} and ${f} is for ${g} ${h}, and that of ${b} is not for ${a}. `.repeat(18)}${rewritten ? `And it is of ${g} and ${h} that ${e} is now, with all of ${f} in it and on it, as it was for ${c} and for ${d}, and not that of ${b}.` : ''}`,
  }
}

function sourceList(publisher: Publisher, feeds: number): string {
  const outlines = Array.from(
    { length: feeds },
    (_, n) =>
      `<outline text="Publisher ${n}" xmlUrl="${publisher.at(`/feed-${n}.xml`)}" language="en" publisher="p${n >> 1}-${n & 1}.example" relevance="all"/>`,
  )
  return `<?xml version="1.0"?><opml version="2.0"><body>${outlines.join('')}</body></opml>`
}

/** Of the feature. */
const SOUND = join(import.meta.dirname, '../../src/features', 'podcast/fixtures/tone.mp3')

function writeEpisode(folder: string): string {
  const path = join(folder, 'episode')
  mkdirSync(path)
  cpSync(SOUND, join(path, 'sound.mp3'))
  const lines = ['title: Avsnitt', 'description: Om ett avsnitt.', 'published_on: 2026-11-20', 'episode_id: avsnitt']
  writeFileSync(join(path, 'episode.yaml'), `${lines.join('\n')}\n`)
  writeFileSync(join(path, 'text.srt'), '1\n00:00:00,000 --> 00:00:02,000\nHej och välkommen.\n')
  return path
}
