/** A channel as an answer. */
import type { Rendered } from '../../http/cached-answer.ts'
import type { Channel } from './channel.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss.ts'

export type Render = (channel: Channel) => Rendered

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
