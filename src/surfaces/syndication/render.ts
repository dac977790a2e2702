/** A channel as an answer. */
import type { Rendered } from '../../platform/http/cached-answer.ts'
import { ATOM_TYPE, atomFeed } from './atom.ts'
import type { Channel } from './channel.ts'
import { jsonFeed } from './json-feed.ts'
import { rssFeed } from './rss.ts'

export type Render = (channel: Channel) => Rendered

const open = { 'access-control-allow-origin': '*' }

const asRss: Render = (channel) => ({
  type: 'application/rss+xml; charset=utf-8',
  body: rssFeed(channel),
  headers: open,
})

const asAtom: Render = (channel) => ({
  type: `${ATOM_TYPE}; charset=utf-8`,
  body: atomFeed(channel),
  headers: open,
})

export const asJson: Render = (channel) => ({
  type: 'application/feed+json; charset=utf-8',
  body: jsonFeed(channel),
  headers: open,
})

/** Every feed of articles, events, days and searches, by the extension of its address. */
export const FEED_FORMS: readonly [extension: string, render: Render][] = [
  ['rss', asRss],
  ['atom', asAtom],
  ['json', asJson],
]
