/** Calls of the MCP tools whose texts are compared. */
import { everyCall } from '../../tests/support/mcp/calls.ts'
import type { GoldenWorld } from './world.ts'

type Args = Record<string, string | number | boolean>

export function toolCallsOf(world: GoldenWorld): [string, Args][] {
  const { bridge, feeds, mergedEvent, stories } = world
  const search = ['article', 'event', 'guide', 'story'].map((kind): [string, Args] => [
    'search_news',
    { query: 'bridge', kind },
  ])
  return [
    ...everyCall(world),
    ...search,
    ['latest_news', { limit: 3 }],
    ['latest_news', { tag: 'Broar', limit: 2 }],
    ['latest_news', { tag: 'bror' }],
    ['latest_news', { feed_id: 999 }],
    ['latest_news', { cursor: '!' }],
    ['popular_news', { limit: 3 }],
    ['popular_news', { limit: 3, cursor: '3' }],
    ['search_news', { query: 'tag:nope' }],
    ['search_news', { query: 'ferry', kind: 'rumor', limit: 2 }],
    ['latest_events', { limit: 3, sort: 'popular' }],
    ['latest_events', { limit: 3, sort: 'updated', min_sources: 2 }],
    ['latest_events', { feed_id: feeds[0] as number }],
    ['get_event', { id: bridge }],
    ['get_event', { id: mergedEvent }],
    ['get_event', { id: 999_999 }],
    ['get_entry', { id: world.report }],
    ['get_entry', { id: 999_999 }],
    ['get_story', { id: stories.running }],
    ['get_story', { id: stories.merged }],
    ['get_story', { id: stories.dissolved }],
    ['get_story', { id: 999_999 }],
    ['latest_stories', { limit: 1 }],
    ['list_podd_episodes', { limit: 1 }],
    ['get_podd_episode', { episode_id: 'karnan-2' }],
    ['get_podd_episode', { episode_id: 'nope' }],
    ['list_product_guides', {}],
    ['get_product_guide', { slug: 'karnr' }],
  ]
}
