/** Paths of the site's own pages, the same wherever they are linked from. Add the origin for an absolute URL. */
import { slugify } from '../text/text.ts'

interface Titled {
  id: number
  /** As it is shown: what the path says, where it has words. */
  title: string
}

function slugged({ id, title }: Titled): string {
  const slug = slugify(title)
  return slug ? `${id}-${encodeURIComponent(slug)}` : String(id)
}

export const articlePath = (article: Titled): string => `/entries/${slugged(article)}`
export const eventsPath = '/handelser'
export const eventPath = (event: Titled): string => `${eventsPath}/${slugged(event)}`
/** Never changes, while the words of the path follow the title; leads to the page. */
export const eventPermalink = (event: { id: number }): string => `${eventsPath}/${event.id}`
export const storyPath = (story: Titled): string => `/stories/${slugged(story)}`
export const feedPath = (feed: { id: number }): string => `/feeds/${feed.id}`
export const tagPath = (tag: { slug: string }): string => `/tags/${encodeURIComponent(tag.slug)}`
export const episodePath = (episode: { episodeId: string }): string => `/podd/${encodeURIComponent(episode.episodeId)}`
export const guidePath = (guide: { slug: string }): string => `/${encodeURIComponent(guide.slug)}`
