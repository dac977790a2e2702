/** Paths of the site's own pages, the same wherever they are linked from. Add the origin for an absolute URL. */
import { slugify } from '../text/text.ts'
import type { PageName } from './page-words.ts'

export type Paths = Readonly<Record<PageName, string>>

/** Parts of an absolute address. */
export interface Origin {
  /** Without a trailing slash. */
  baseUrl: string
  paths: Paths
}

interface Titled {
  id: number
  /** Shown title: the words of the path, where it has words. */
  title: string
}

function slugged({ id, title }: Titled): string {
  const slug = slugify(title)
  return slug ? `${id}-${encodeURIComponent(slug)}` : String(id)
}

type With<Name extends PageName> = Pick<Paths, Name>

export const articlePath = (article: Titled): string => `/entries/${slugged(article)}`
export const eventPath = ({ events }: With<'events'>, event: Titled): string => `${events}/${slugged(event)}`
/** Never changes, while the words of the path follow the title; leads to the page. */
export const eventPermalink = ({ events }: With<'events'>, event: { id: number }): string => `${events}/${event.id}`
/** The event's card, for frames of other sites; never changes. */
export const embedPath = (paths: With<'events'>, event: { id: number }): string =>
  `/embed${eventPermalink(paths, event)}`
/** `day` as YYYY-MM-DD. */
export const dayPath = ({ day: folder }: With<'day'>, day: string): string => `${folder}/${day}`
export const storyPath = (story: Titled): string => `/stories/${slugged(story)}`
export const feedPath = (feed: { id: number }): string => `/feeds/${feed.id}`
export const tagPath = (tag: { slug: string }): string => `/tags/${encodeURIComponent(tag.slug)}`
export const episodePath = ({ podcast }: With<'podcast'>, episode: { episodeId: string }): string =>
  `${podcast}/${encodeURIComponent(episode.episodeId)}`
export const guidePath = (guide: { slug: string }): string => `/${encodeURIComponent(guide.slug)}`
