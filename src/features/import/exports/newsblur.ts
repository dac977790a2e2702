/** Stories as the API of NewsBlur has them (`/reader/starred_stories`). */
import type { SavedArticle } from '../saved-article.ts'
import { instantIn, isObject, type Json, objectIn, textIn, webAddressIn } from './values.ts'

export const isNewsBlurStory = (story: Json): boolean => 'story_permalink' in story

export const isStarredStory = ({ starred }: Json): boolean => starred !== false

/** `feeds` is beside the stories: by id, or a list. */
export function readNewsBlurStory(story: Json, { feeds }: Json): SavedArticle | null {
  const url = webAddressIn(story.story_permalink)
  if (url === null) return null
  return {
    url,
    title: textIn(story.story_title),
    content: textIn(story.story_content),
    author: textIn(story.story_authors) || null,
    publishedAt: instantIn(story.story_timestamp, story.story_date),
    savedAt: instantIn(story.starred_timestamp, story.starred_date),
    feedUrl: webAddressIn(feedOf(feeds, story.story_feed_id).feed_address),
  }
}

const feedOf = (feeds: unknown, id: unknown): Json =>
  Array.isArray(feeds)
    ? objectIn(feeds.find((feed) => isObject(feed) && feed.id === id))
    : objectIn(objectIn(feeds)[String(id)])
