/** Arguments that name a tag, story, event, source or search, and their form in answers. */
import type { z } from 'zod'
import type { Follow } from '../../news/accounts/rules/profile.ts'
import { FollowInput, type FollowRef, presentRef } from '../../news/editions/profile-resource.ts'
import { followNamed, nameFollows } from '../../news/editions/queries/names.ts'
import { asSlug } from '../../news/search/near.ts'
import type { McpDeps } from './parts.ts'

export const target = {
  kind: FollowInput.shape.kind,
  key: FollowInput.shape.key.describe('Slug of the tag, id of the story, event or source, or the words of the search.'),
}

type Db = McpDeps['ctx']['db']

/** Undefined for what is not there. */
export const toFollow = (db: Db, { kind, key }: Follow) => followNamed(db, kind, kind === 'tag' ? asSlug(key) : key)

/** With what it is called; with the words that were sent where it has no name. */
export async function nameFollow(
  { ctx: { db, site }, md }: McpDeps,
  follow: Follow,
  sent: string,
): Promise<z.infer<typeof FollowRef>> {
  const [named] = await nameFollows(db, [follow], site)
  return named ? presentRef(named, md) : { kind: follow.kind, key: sent, title: sent, url: null }
}

/** The tool that lists the keys of each kind. */
const listsOf: Record<Follow['kind'], string> = {
  tag: 'Call list_tags for the slugs that exist.',
  story: 'Call latest_stories for the ids.',
  event: 'Call latest_events for the ids.',
  source: 'Call list_feeds for the ids.',
  search: 'Send the words to look for.',
}

export const nothingToFollow = ({ kind, key }: { kind: Follow['kind']; key: string }): string =>
  `There is no ${kind} "${key}". ${listsOf[kind]}`
