/** A call of each tool that finds something in the seeded world. */

import type { Database } from '../../../src/platform/database/database.ts'
import { said, seedEvent, seedEventText, seedFeed, storedPoint } from '../build.ts'
import { ifThere } from '../features.ts'
import type { World } from '../worlds/agent.ts'

type Call = [tool: string, args: Record<string, string | number | boolean>]

/** Of tools that every site has. */
export const commonCalls = (world: World): Call[] => [
  ['latest_news', { limit: 2, tag: world.tagSlug, feed_id: world.feedId, since: '2026-01-01' }],
  ['popular_news', {}],
  ['search_news', { query: 'kärnan' }],
  ['latest_events', { tag: world.tagSlug, since: '2026-01-01' }],
  ['latest_disputes', { since: '2026-01-01' }],
  ['get_event', { id: world.eventId }],
  ['get_entry', { id: world.articleId }],
  ['list_feeds', {}],
  ['list_tags', {}],
  ['latest_stories', { status: 'active' }],
  ['get_story', { id: world.storyId }],
]

export const everyCall = (world: World): Call[] => [
  ...commonCalls(world),
  ...ifThere<Call>(
    'guides',
    ['list_product_guides', { page_type: 'product_hub' }],
    ['get_product_guide', { slug: world.guideSlug }],
  ),
  ...ifThere<Call>(
    'podcast',
    ['list_podd_episodes', {}],
    ['get_podd_episode', { episode_id: world.episodeId, include_transcript: true }],
  ),
]

/** Paths of all values, those of a list's items with `[]`. */
export const pathsOf = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, path ? `${path}.${name}` : name))
}

/** An event of two publishers who disagree, older than all else where no time is given. */
export async function seedDispute(database: Database, at = new Date('2026-10-01T09:00:00Z')): Promise<void> {
  const reports = ['Posten', 'Bladet'].map(async (title) => ({
    feed_id: await seedFeed(database, { title, publisher: `${title.toLowerCase()}.example` }),
    title: `Bron enligt ${title}`,
    published_at: at,
    sort_at: at,
    discovered_at: at,
  }))
  const { eventId, articleIds } = await seedEvent(database, await Promise.all(reports))
  const [one, other] = articleIds as [number, number]
  const quote = (article: number, text: string) => [{ article, text }]
  await seedEventText(database, {
    eventId,
    claims: [said('title', 'Bron är klar'), said('sentence', 'Bron vid Ramsvik är klar.', { by: articleIds })],
    points: [
      storedPoint(
        'disputed',
        ['Bron har kostat 450 miljoner kronor.', [one], quote(one, 'It cost 450 million kronor to build.')],
        ['Notan blev 520 miljoner kronor.', [other], quote(other, 'The bill was 520 million kronor.')],
      ),
    ],
  })
}
