/** A channel as an answer. */

import { storyPath } from '../../domain/site/paths.ts'
import type { Site } from '../../domain/site/site.ts'
import type { Rendered } from '../../http/cached-answer.ts'
import type { ReadDb } from '../../read/articles/articles.ts'
import { findHeir } from '../../read/moved.ts'
import { findDissolvedPath } from '../../read/stories/dissolved.ts'
import type { StoryView } from '../../read/stories/views.ts'
import type { Channel } from './channel.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss.ts'

export type Render = (channel: Channel) => Rendered
/** A channel, or where its feed went on. */
export type LoadChannel = () => Promise<Omit<Channel, 'self'> | string | null>

const open = { 'access-control-allow-origin': '*' }

export const asRss: Render = (channel) => ({
  type: 'application/rss+xml; charset=utf-8',
  body: rssFeed(channel),
  headers: open,
})

export const asJson: Render = (channel) => ({
  type: 'application/feed+json; charset=utf-8',
  body: jsonFeed(channel),
  headers: open,
})

export const storyChannel = (story: StoryView, site: Pick<Site, 'name' | 'description'>) => ({
  title: `${site.name}: ${story.title}`,
  description: story.lead || site.description,
  page: storyPath(story),
})

/** The feed of the story's heir, or that of all news for one that turned out to be none: who follows it goes on reading. */
export async function findMovedStory(db: ReadDb, id: number, feed: string, all: string): Promise<string | null> {
  const heir = await findHeir(db, 'stories', id)
  if (heir !== null) return `/stories/${heir}${feed}`
  return (await findDissolvedPath(db, id)) && all
}

/** `12` or `12-any-slug`; 0, which no story has, for anything else. */
export const leadingNumber = (key: string): number => Number(/^(\d{1,15})(?:-|$)/.exec(key)?.[1] ?? 0)
