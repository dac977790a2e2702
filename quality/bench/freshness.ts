/** How long a new item of a feed takes from the moment that the feed is due until every surface shows it, beside readers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type RssItem, rssDocument, startPublisher } from '../../tests/support/played/publisher.ts'
import type { Measure } from './measure.ts'
import { READS_A_SECOND, withReaders } from './readers.ts'
import type { Running } from './service.ts'
import { addPlainFeeds } from './synthetic.ts'

const surfaces = ['/entries.json', '/api/v1/entries', '/index.md', '/entries.rss', '/', '/feed.json']
const MOST_SECONDS = 20
const POLL_MS = 200
const PATIENCE_MS = 120_000

export async function benchFreshness(running: Running): Promise<Measure[]> {
  const { service, short } = running
  const publisher = await startPublisher()
  const url = publisher.at('/fed.xml')
  const items: RssItem[] = []
  const publish = (title: string) => {
    items.unshift({ title, link: `https://fed.example/${items.length}`, date: new Date(), description: `${title}.` })
    publisher.serve('/fed.xml', { body: rssDocument('Fed', items) })
  }
  const news = async (round: number) => {
    const title = `Fed matter ${round} of ${Date.now()}`
    publish(title)
    await makeDue(running, url)
    return untilEverywhere(service.origin, title, publisher.seen)
  }
  const earlier = 'What was there before'
  publish(earlier)
  await addPlainFeeds(running.database, [url])
  // A visit under way would set the time of the next one, and undo what makes the feed due.
  await untilEverywhere(service.origin, earlier, publisher.seen)
  const { result, report } = await withReaders(service.origin, async () => {
    await news(0)
    const rounds: Shown[] = []
    for (let round = 1; round <= (short ? 1 : 8); round++) rounds.push(await news(round))
    return rounds
  })
  await publisher.close()
  return [lineOf(result, report.p99)]
}

/** As an operator's wish or a push would: a feed's own schedule asks it every five minutes at most. */
async function makeDue({ database }: Running, url: string): Promise<void> {
  await database.pool.query('update feeds set next_fetch_at = now() where url = $1', [url])
}

/** Seconds since it was due. */
interface Shown {
  asked: number
  everywhere: number
}

async function untilEverywhere(origin: string, title: string, seen: readonly { at: number }[]): Promise<Shown> {
  const due = Date.now()
  let waiting = surfaces
  while (waiting.length > 0) {
    if (Date.now() - due > PATIENCE_MS) throw new Error(`${title} is not on ${waiting.join(', ')}`)
    await sleep(POLL_MS)
    const found = await Promise.all(
      waiting.map(async (path) => (await (await fetch(origin + path)).text()).includes(title)),
    )
    waiting = waiting.filter((_, i) => !found[i])
  }
  const asked = seen.find(({ at }) => at >= due)?.at ?? due
  return { asked: (asked - due) / 1000, everywhere: (Date.now() - due) / 1000 }
}

function lineOf(rounds: Shown[], p99: number): Measure {
  const longest = rounds.toSorted((a, b) => b.everywhere - a.everywhere)[0] ?? { asked: 0, everywhere: 0 }
  const after = Math.max(...rounds.map(({ asked, everywhere }) => everywhere - asked))
  const shares = `the feed was asked after ${longest.asked.toFixed(1)} s, at most ${after.toFixed(1)} s passed from then on`
  return {
    group: 'At work',
    name: `a new item on ${surfaces.length} surfaces, longest of ${rounds.length}`,
    value: longest.everywhere,
    unit: 's',
    max: MOST_SECONDS,
    note: `${shares}; ${READS_A_SECOND} reads a second had a p99 of ${p99.toFixed(1)} ms`,
  }
}
