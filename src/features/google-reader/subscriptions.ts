/** Follows of an account as subscriptions, and the follow that a client's address means. */

import { FOLLOW_KINDS, type Follow } from '../../news/accounts/rules/profile.ts'
import { getProfile } from '../../news/accounts/writes/follows.ts'
import { keyOfTag, nameFollows } from '../../news/editions/queries/names.ts'
import { listFeeds } from '../../news/sources/queries/list-feeds.ts'
import { parseId } from '../../platform/ids.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { inNameOrder } from '../../platform/text/collation.ts'
import { labelOf, type MessageContext, type Subscription } from './present.ts'
import type { ReaderCtx } from './reading-lists.ts'
import { feedIdOf, SITE_FEED } from './streams.ts'

export const labelsOf = (t: Translate): Map<string, Follow['kind']> =>
  new Map(FOLLOW_KINDS.map((kind) => [labelOf(kind, t), kind]))

/** The site's events are what is subscribed to where nothing is followed. */
export function siteSubscription({ site }: Pick<ReaderCtx, 'site'>, { baseUrl, paths }: MessageContext): Subscription {
  return {
    id: SITE_FEED,
    title: site.name,
    kind: null,
    url: `${baseUrl}${paths.events}.rss`,
    htmlUrl: baseUrl,
    iconUrl: null,
  }
}

export async function subscriptionsOf(
  ctx: ReaderCtx,
  userId: number,
  context: MessageContext,
): Promise<Subscription[]> {
  const { follows } = await getProfile(ctx.database, userId)
  if (follows.length === 0) return [siteSubscription(ctx, context)]
  const feeds = new Map((await listFeeds(ctx.db, ctx.site.language)).map((feed) => [String(feed.id), feed]))
  const named = await nameFollows(ctx.db, follows, ctx.site)
  return inNameOrder(named, ctx.site.language, ({ title }) => title).map(({ kind, key, title, path }) => {
    const feed = kind === 'source' ? feeds.get(key) : undefined
    const htmlUrl = context.baseUrl + (path ?? '/')
    const url = feed?.feedUrl ?? context.baseUrl + feedOf(kind, path ?? '/', context)
    return { id: feedIdOf({ kind, key }), title, kind, url, htmlUrl, iconUrl: feed?.iconUrl ?? null }
  })
}

/** The address of a follow's page as that of its feed; an event has none. */
function feedOf(kind: Follow['kind'], path: string, { paths }: MessageContext): string {
  if (kind === 'search') return path.replace(/(?=\?|$)/, '.rss')
  return kind === 'tag' || kind === 'story' ? `${path}${paths.events}.rss` : path
}

const KINDS = new Map<string, Follow['kind']>([
  ['feeds', 'source'],
  ['tags', 'tag'],
  ['stories', 'story'],
  ['events', 'event'],
])

/** A page or feed of this site, or a source's own; null for what is none. */
export async function followOf({ db, config, site }: ReaderCtx, address: string): Promise<Follow | null> {
  const url = URL.parse(address)
  if (!url) return null
  if (url.origin === URL.parse(config.BASE_URL)?.origin) {
    const [, segment = '', name = ''] = /^\/([a-z]+)\/([^/.]+)/.exec(site.addresses.inward(url.pathname)) ?? []
    const kind = KINDS.get(segment)
    if (kind === 'tag') {
      const slug = slugIn(name)
      const key = slug === null ? null : await keyOfTag(db, slug)
      return key === null ? null : { kind, key }
    }
    const id = parseId(/^\d*/.exec(name)?.[0])
    return kind && id !== null ? { kind, key: String(id) } : null
  }
  return (await sourcesByAddress({ db, site }))(address)
}

/** Of a source's feed or site, however its address is written. */
export async function sourcesByAddress({
  db,
  site,
}: Pick<ReaderCtx, 'db' | 'site'>): Promise<(address: string) => Follow | null> {
  const plain = (text: string) => text.replace(/^https?:\/\/(www\.)?|\/$/g, '')
  const keys = new Map<string, string>()
  for (const { id, feedUrl, url } of await listFeeds(db, site.language))
    for (const address of [feedUrl, url]) if (address && !keys.has(plain(address))) keys.set(plain(address), String(id))
  return (address) => {
    const key = keys.get(plain(address))
    return key === undefined ? null : { kind: 'source', key }
  }
}

/** Null for what is no percent-encoding. */
function slugIn(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
