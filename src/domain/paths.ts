/** Paths of the site's own pages, the same wherever they are linked from. Add the origin for an absolute URL. */

interface Slugged {
  id: number
  slug: string
}

const slugged = ({ id, slug }: Slugged) => (slug ? `${id}-${encodeURIComponent(slug)}` : String(id))

export const articlePath = (article: Slugged): string => `/entries/${slugged(article)}`
export const storyPath = (story: Slugged): string => `/stories/${slugged(story)}`
export const feedPath = (feed: { id: number }): string => `/feeds/${feed.id}`
export const tagPath = (tag: { slug: string }): string => `/tags/${encodeURIComponent(tag.slug)}`
export const episodePath = (episode: { episodeId: string }): string => `/podd/${encodeURIComponent(episode.episodeId)}`
export const guidePath = (guide: { slug: string }): string => `/${encodeURIComponent(guide.slug)}`
