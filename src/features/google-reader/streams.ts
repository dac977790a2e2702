/** The names of streams: what is subscribed to, folders, and states. */
import { FOLLOW_KINDS, type Follow, parseFollow } from '../../news/accounts/rules/profile.ts'
import { withoutFeedScheme } from '../../platform/text/url.ts'

export const READING_LIST = 'user/-/state/com.google/reading-list'
export const READ = 'user/-/state/com.google/read'
export const STARRED = 'user/-/state/com.google/starred'
export const RETAINED_UNREAD = 'user/-/state/com.google/kept-unread'

/** Everything on the site, for who follows nothing yet. */
export const SITE_FEED = 'feed/site'

export type Stream =
  | { kind: 'all' | 'read' | 'starred' | 'site' }
  | { kind: 'follow'; follow: Follow }
  | { kind: 'label'; label: Follow['kind'] }

const STATES: Record<string, 'all' | 'read' | 'starred'> = {
  'reading-list': 'all',
  read: 'read',
  starred: 'starred',
}

/** A search's key is its words in base64url, since clients put names of streams into paths. */
export const feedIdOf = ({ kind, key }: Follow): string =>
  `feed/${kind}-${kind === 'search' ? Buffer.from(key).toString('base64url') : key}`

/** Clients put the user's id in place of the dash. Null for an unknown stream. */
export function parseStream(text: string, labels: Map<string, Follow['kind']>): Stream | null {
  const [, state] = /^user\/[^/]+\/state\/com\.google\/([a-z-]+)$/.exec(text) ?? []
  if (state !== undefined) return STATES[state] ? { kind: STATES[state] } : null
  const [, name] = /^user\/[^/]+\/label\/(.+)$/.exec(text) ?? []
  if (name !== undefined) {
    const label = labels.get(name)
    return label ? { kind: 'label', label } : null
  }
  if (text === SITE_FEED) return { kind: 'site' }
  const follow = parseFeedId(text)
  return follow && { kind: 'follow', follow }
}

function parseFeedId(text: string): Follow | null {
  const [, kind = '', key = ''] = /^feed\/([a-z]+)-(.+)$/.exec(text) ?? []
  if (!FOLLOW_KINDS.some((existing) => existing === kind)) return null
  return parseFollow(kind, kind === 'search' ? Buffer.from(key, 'base64url').toString() : key)
}

/** The address of a feed to follow; null where the text names none. */
export const addressIn = (text: string): string | null =>
  /^https?:\/\/\S+$/i.exec(withoutFeedScheme(text.replace(/^feed\//, '')))?.[0] ?? null
