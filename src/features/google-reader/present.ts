/** Items and subscriptions as the Google Reader API writes them. */
import type { Follow } from '../../news/accounts/rules/profile.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import { imageType } from '../../platform/site/image-type.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { eventPath, type Origin } from '../../platform/site/paths.ts'
import { eventHtml } from '../../surfaces/html/plain-html.ts'
import { longId, shortId } from './item-ids.ts'
import type { Row } from './reading-lists.ts'
import { feedIdOf, READ, READING_LIST, SITE_FEED, STARRED } from './streams.ts'

export interface Subscription {
  id: string
  title: string
  kind: Follow['kind'] | null
  /** Address that other readers follow: an RSS feed. */
  url: string
  htmlUrl: string
  iconUrl: string | null
}

export interface MessageContext extends Origin {
  t: Translate
}

const micro = (at: Date) => `${at.getTime()}000`
export const labelOf = (kind: Follow['kind'], t: Translate): string => t(`reader.label_${kind}`)
export const labelId = (kind: Follow['kind'], t: Translate): string => `user/-/label/${labelOf(kind, t)}`

export const presentSubscription = (
  { id, title, kind, url, htmlUrl, iconUrl }: Subscription,
  { t }: MessageContext,
) => ({
  id,
  title,
  categories: kind ? [{ id: labelId(kind, t), label: labelOf(kind, t), type: 'folder' }] : [],
  sortid: id,
  firstitemmsec: '0',
  url,
  htmlUrl,
  iconUrl: iconUrl ?? '',
})

/** Folders of an item: one for each kind of follow that it matches. */
const labelsOfRow = ({ matchedFollows }: Row, t: Translate): string[] =>
  [...new Set(matchedFollows.map(({ kind }) => kind))].map((kind) => labelId(kind, t))

/** Subscriptions and folders that list an item. */
export const streamsOf = (row: Row, { t }: MessageContext): string[] => [
  ...new Set(row.matchedFollows.length > 0 ? row.matchedFollows.map(feedIdOf) : [SITE_FEED]),
  ...labelsOfRow(row, t),
]

export const presentRef = ({ eventId, at, feedId }: Row) => ({
  id: shortId(eventId),
  directStreamIds: [feedId],
  timestampUsec: micro(at),
})

export interface ItemState {
  read: boolean
  saved: boolean
  /** The subscription that it is shown under. */
  origin: Subscription
}

export function presentItem(
  event: EventView,
  row: Row,
  { read, saved, origin }: ItemState,
  { t, baseUrl, paths }: MessageContext,
) {
  const address = baseUrl + eventPath(paths, event)
  const html = eventHtml(event, t)
  return {
    id: longId(event.id),
    crawlTimeMsec: String(row.at.getTime()),
    timestampUsec: micro(row.at),
    published: seconds(event.firstPublishedAt),
    updated: seconds(event.updatedAt),
    title: event.title,
    author: event.sources.map(({ name }) => name).join(', '),
    canonical: [{ href: address }],
    alternate: [{ href: address, type: 'text/html' }],
    summary: { direction: 'ltr', content: html },
    content: { direction: 'ltr', content: html },
    ...(event.imageUrl ? { enclosure: [{ href: event.imageUrl, type: imageType(event.imageUrl) }] } : {}),
    categories: [READING_LIST, ...labelsOfRow(row, t), ...(read ? [READ] : []), ...(saved ? [STARRED] : [])],
    origin: { streamId: origin.id, htmlUrl: origin.htmlUrl, title: origin.title },
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
