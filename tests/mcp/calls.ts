/** A call of each tool that finds something in the seeded world. */
import type { World } from '../support/worlds/agent.ts'

export const everyCall = (world: World): [string, Record<string, string | number | boolean>][] => [
  ['latest_news', { limit: 2, tag: world.tagSlug, feed_id: world.feedId, since: '2026-01-01' }],
  ['popular_news', {}],
  ['search_news', { query: 'kärnan' }],
  ['latest_events', { tag: world.tagSlug, since: '2026-01-01' }],
  ['get_event', { id: world.eventId }],
  ['get_entry', { id: world.articleId }],
  ['list_feeds', {}],
  ['list_tags', {}],
  ['latest_stories', { status: 'active' }],
  ['get_story', { id: world.storyId }],
  ['list_podd_episodes', {}],
  ['get_podd_episode', { episode_id: world.episodeId, include_transcript: true }],
  ['list_product_guides', { page_type: 'product_hub' }],
  ['get_product_guide', { slug: world.guideSlug }],
]
