/** Arguments that name a tag, story, event, source or search, and their form in answers. */
import { z } from 'zod'
import { followNamed, type NamedFollow, nameFollows } from '../../news/editions/queries/names.ts'
import { FOLLOW_KINDS, type Follow, profileLimits } from '../../news/editions/rules/profile.ts'
import { asSlug } from '../../news/resources/near.ts'
import type { McpDeps } from './parts.ts'

export const key = z.string().min(1).max(profileLimits.characters)

export const target = {
  kind: z.enum(FOLLOW_KINDS),
  key: key.describe('Slug of the tag, id of the story, event or source, or the words of the search.'),
}

export const followSchema = z.object({
  kind: z.enum(FOLLOW_KINDS),
  key: z.string(),
  title: z.string(),
  url: z.string().nullable(),
})

type Db = McpDeps['ctx']['db']

/** Undefined for what is not there. */
export const toFollow = (db: Db, { kind, key }: Follow) => followNamed(db, kind, kind === 'tag' ? asSlug(key) : key)

const presentFollow = (
  { kind, publicKey, title, path }: NamedFollow,
  { baseUrl }: McpDeps['md'],
): z.infer<typeof followSchema> => ({ kind, key: publicKey, title, url: path && baseUrl + path })

/** With what it is called; with the words that were sent where it has no name. */
export async function nameFollow(
  { ctx: { db, site }, md }: McpDeps,
  follow: Follow,
  sent: string,
): Promise<z.infer<typeof followSchema>> {
  const [named] = await nameFollows(db, [follow], site)
  return named ? presentFollow(named, md) : { kind: follow.kind, key: sent, title: sent, url: null }
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
