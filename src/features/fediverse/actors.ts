/** The site's actors in the fediverse (ActivityPub): the site, its tags, its stories; their identifiers, names and addresses. */
import { isId } from '../../platform/ids.ts'

export type ActorRef = { kind: 'site' } | { kind: 'tag'; slug: string } | { kind: 'story'; id: number }

/** Identifiers, which never change; a name may. */
export const SITE_ACTOR = 'site'
export const tagActor = (slug: string): string => `tag-${slug}`
export const storyActor = (id: number): string => `story-${id}`

export function parseActor(identifier: string): ActorRef | null {
  if (identifier === SITE_ACTOR) return { kind: 'site' }
  const story = /^story-(\d+)$/.exec(identifier)?.[1]
  if (story !== undefined && isId(story)) return { kind: 'story', id: Number(story) }
  const slug = /^tag-([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(identifier)?.[1]
  return slug ? { kind: 'tag', slug } : null
}

/** The part before @. A tag whose slug is the name of another actor has its identifier as its name. */
export function usernameOf(identifier: string, siteName: string): string {
  const ref = parseActor(identifier)
  if (ref?.kind === 'site') return siteName
  if (ref?.kind !== 'tag') return identifier
  const isOccupied = ref.slug === siteName || parseActor(ref.slug) !== null
  return isOccupied ? identifier : ref.slug
}

/** The identifier of the actor with this name, whether or not there is such an actor. */
export function actorNamed(username: string, siteName: string): string | null {
  const name = username.toLowerCase()
  if (name === siteName) return SITE_ACTOR
  const identifier = name !== SITE_ACTOR && parseActor(name) ? name : tagActor(name)
  return parseActor(identifier) ? identifier : null
}

export const ACTORS_PATH = '/fediverse/actors'
export const SHARED_INBOX_PATH = '/fediverse/inbox'
export const POSTS_PATH = '/fediverse/posts'

export const actorUri = (baseUrl: string, identifier: string): string => `${baseUrl}${ACTORS_PATH}/${identifier}`
export const postUri = (baseUrl: string, eventId: number): string => `${baseUrl}${POSTS_PATH}/${eventId}`

/** The event of a post at this address; null for other addresses. */
export function eventOfPost(baseUrl: string, uri: string): number | null {
  if (!uri.startsWith(`${baseUrl}${POSTS_PATH}/`)) return null
  const id = /^(\d+)(?:#.*)?$/.exec(uri.slice(baseUrl.length + POSTS_PATH.length + 1))?.[1]
  return id !== undefined && isId(id) ? Number(id) : null
}

/** True for a host that is one of these, or below one. */
export const isBlocked = (blocked: readonly string[], host: string): boolean =>
  blocked.some((name) => host === name || host.endsWith(`.${name}`))

/** JSON-LD context of posts and activities. */
export const CONTEXT = ['https://www.w3.org/ns/activitystreams', { Hashtag: 'as:Hashtag', sensitive: 'as:sensitive' }]
export const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
export const ACTIVITY_TYPE = 'application/activity+json; charset=utf-8'
