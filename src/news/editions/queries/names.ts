/** Names and addresses of followed and muted things. */
import { sql } from 'kysely'
import type { ReadDb } from '../../../platform/database/read-db.ts'
import { eventPath, feedPath, type Paths, storyPath, tagPath } from '../../../platform/site/paths.ts'
import type { Site } from '../../../platform/site/site.ts'
import { type Follow, type Mute, parseFollow } from '../../accounts/rules/profile.ts'
import { hydrateEvents } from '../../events/queries/events.ts'

/** A follow or mute as people read it. */
export interface NamedRef<Kind extends string = string> {
  kind: Kind
  key: string
  /** A tag's slug; the key of everything else. */
  publicKey: string
  title: string
  /** Null for what has no page of its own. */
  path: string | null
}

export type NamedFollow = NamedRef<Follow['kind']>
export type NamedMute = NamedRef<Mute['kind']>

type SiteContext = Pick<Site, 'language' | 'paths'>

/** In their order; what is not there any more is left out. */
export async function nameFollows(db: ReadDb, follows: Follow[], site: SiteContext): Promise<NamedFollow[]> {
  const keys = (kind: Follow['kind']) => follows.filter((follow) => follow.kind === kind).map(({ key }) => Number(key))
  const { rows } = await sql<{ kind: string; key: string; title: string; slug: string | null }>`
    select 'tag' as kind, id::text as key, name as title, slug from tags where id = any(${keys('tag')}::bigint[])
    union all select 'story', id::text, title, null from stories where id = any(${keys('story')}::bigint[])
    union all select 'source', id::text, title, null from feeds where id = any(${keys('source')}::bigint[])`.execute(db)
  const events = await hydrateEvents(db, keys('event'), site.language)
  const existing = new Map(rows.map((row) => [`${row.kind}:${row.key}`, row]))
  for (const { id, title } of events) existing.set(`event:${id}`, { kind: 'event', key: String(id), title, slug: null })
  return follows.flatMap(({ kind, key }) => {
    if (kind === 'search')
      return { kind, key, publicKey: key, title: key, path: `${site.paths.search}?${new URLSearchParams({ q: key })}` }
    const row = existing.get(`${kind}:${key}`)
    return row
      ? { kind, key, publicKey: row.slug ?? key, title: row.title, path: pathOf(kind, key, row, site.paths) }
      : []
  })
}

function pathOf(
  kind: Exclude<Follow['kind'], 'search'>,
  key: string,
  row: { title: string; slug: string | null },
  paths: Paths,
): string {
  const titled = { id: Number(key), title: row.title }
  if (kind === 'tag') return tagPath({ slug: row.slug ?? key })
  if (kind === 'story') return storyPath(titled)
  return kind === 'event' ? eventPath(paths, titled) : feedPath(titled)
}

/** Words and kinds are their own names. */
export async function nameMutes(db: ReadDb, mutes: Mute[]): Promise<NamedMute[]> {
  const ids = mutes.filter(({ kind }) => kind === 'source').map(({ key }) => Number(key))
  const feeds = await sql<{ id: number; title: string }>`
    select id, title from feeds where id = any(${ids}::bigint[])`.execute(db)
  const titles = new Map(feeds.rows.map(({ id, title }) => [String(id), title]))
  return mutes.flatMap(({ kind, key }) => {
    if (kind !== 'source') return { kind, key, publicKey: key, title: key, path: null }
    const title = titles.get(key)
    return title === undefined ? [] : { kind, key, publicKey: key, title, path: feedPath({ id: Number(key) }) }
  })
}

/** The follow that a public key means: a tag's slug is looked up. Null where it names nothing. */
export async function keyOfTag(db: ReadDb, slug: string): Promise<string | null> {
  const tag = await db.selectFrom('tags').select('id').where('slug', '=', slug).executeTakeFirst()
  return tag ? String(tag.id) : null
}

/** The follow that a client names: a tag by its slug, all else by its key. Null where there is none. */
export async function followNamed(db: ReadDb, kind: string, key: string): Promise<Follow | null> {
  const storedKey = kind === 'tag' ? await keyOfTag(db, key) : key
  return storedKey === null ? null : parseFollow(kind, storedKey)
}

/** The events that articles report. */
export async function eventsOfArticles(db: ReadDb, articleIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from shown_articles
    where id = any(${articleIds}::bigint[]) and event_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}
