/** Addresses of the contract, and the features that it names; every other feature is more than it asks for. */
import { featureNames } from '../../src/features.ts'
import type { World } from './worlds/agent.ts'

const named = ['podcast', 'guides'].filter((name) => featureNames.includes(name))
/** FEATURES of a site that has what the contract names, and no more. */
export const CONTRACT_FEATURES = named.join() || 'none'

export interface Row {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** Without a session. */
  status: number
  /** The feature that has it; missing for one of every site. */
  feature?: string
}

const page = (url: string, feature?: string): Row => ({ method: 'GET', url, status: 200, ...(feature && { feature }) })
const personal = (method: Row['method'], url: string): Row => ({ method, url, status: 401 })

export const contractRows = (world: World): Row[] => [
  ...['/entries.json', '/entries/popular.json', `/entries/${world.articleId}.json`].map((url) => page(url)),
  ...['/feeds.json', `/feeds/${world.feedId}.json`, '/tags.json', `/tags/${world.tagId}.json`].map((url) => page(url)),
  { method: 'POST', url: '/api/v1/auth/login', status: 400 },
  personal('POST', '/api/v1/auth/logout'),
  personal('DELETE', '/api/v1/auth/account'),
  ...['/entries', '/entries/popular', '/entries/search?q=k', '/feeds', `/feeds/${world.feedId}`].map((url) =>
    page(`/api/v1${url}`),
  ),
  ...[`/feeds/${world.feedId}/entries`, '/tags', `/tags/${world.tagSlug}`, `/tags/${world.tagSlug}/entries`].map(
    (url) => page(`/api/v1${url}`),
  ),
  ...['/stories', '/stories?status=dormant', `/stories/${world.storyId}`].map((url) => page(`/api/v1${url}`)),
  personal('GET', '/api/v1/entries/follows'),
  personal('POST', `/api/v1/feeds/${world.feedId}/follow`),
  personal('DELETE', `/api/v1/feeds/${world.feedId}/follow`),
  page('/api/v1/podd_episodes', 'podcast'),
  page(`/api/v1/podd_episodes/${world.episodeId}?include_transcript=true`, 'podcast'),
  ...[`/entries/${world.articleId}.md`, '/index.md', '/llms.txt', '/entries.rss'].map((url) => page(url)),
  page(`/${world.guideSlug}.md`, 'guides'),
]

/** MCP's tools that the contract names, by their feature. */
export const CONTRACT_TOOLS: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['latest_news', 'popular_news', 'search_news', 'get_entry', 'list_feeds', 'list_tags'],
    ...['latest_stories', 'get_story'],
  ],
  podcast: ['list_podd_episodes', 'get_podd_episode'],
  guides: ['list_product_guides', 'get_product_guide'],
}
