/** Ties ActivityPub to what the site reads and to the outbox. Loaded only where FEDIVERSE is on, with Fedify behind it. */

import type { Services } from '../../app/services.ts'
import type { Ctx } from '../../ctx.ts'
import { changeTypes, formatCursor, parseCursor } from '../../news/changes/change-types.ts'
import { listChanges } from '../../news/changes/queries/changes.ts'
import { findEvent } from '../../news/events/queries/events.ts'
import type { EventView } from '../../news/events/queries/views.ts'
import { newsSince } from '../../news/events/rules/posted-events.ts'
import { hydrateStories } from '../../news/stories/queries/stories.ts'
import { findTag } from '../../news/tags/queries/tags.ts'
import { readVersion } from '../../platform/package/version.ts'
import { storyPath, tagPath } from '../../platform/site/paths.ts'
import { sha256 } from '../../platform/text/text.ts'
import { removeInboxes } from './activities.ts'
import { isBlocked, parseActor, SITE_ACTOR, storyActor, tagActor, usernameOf } from './actors.ts'
import { buildFederation, type LocalActor } from './federation.ts'
import { fediverseChannel } from './inbox-channel.ts'
import { countFollowers, countPosts } from './list-posts.ts'
import { noteOf } from './note.ts'
import { type EventPost, publishChanges } from './publish.ts'
import type { Fediverse } from './routes.ts'

const BATCH = 50
const EVENT_CHANGES = changeTypes.filter((type) => type.startsWith('event.'))

export async function buildFediverse(services: Services, ctx: Ctx, imageOf: (event: EventView) => string) {
  const { config, database, clock, log, strangers, content } = services
  const { t } = content.messages
  const siteName = t('fediverse.handle')
  const blocked = config.FEDIVERSE_BLOCK
  await removeInboxes(database, (host) => isBlocked(blocked, host))
  const findActor = (identifier: string) => findLocalActor(ctx, t, identifier)
  const server = await buildFederation({
    database,
    clock,
    poster: strangers,
    dataDir: config.DATA_DIR,
    baseUrl: config.BASE_URL,
    blocked,
    version: readVersion(),
    siteName,
    icon: `${config.BASE_URL}/icon-512.png`,
    findActor,
    countFollowers: (identifier) => countFollowers(ctx.db, identifier),
    countPosts: () => countPosts(ctx.db),
  })
  const context = { ...ctx.origin, site: content.site, t }
  const postOf = async (id: number): Promise<EventPost | null> => {
    const event = await findEvent(ctx.db, id, content.site.language)
    if (!event?.relevant) return null
    return {
      isDue: isDue(event, config.FEDIVERSE_MIN_SOURCES, clock.now()),
      audience: audienceOf(event),
      hash: sha256(JSON.stringify([event.title, event.summary, event.tags.map(({ slug }) => slug)])),
      note: (times, audience) => noteOf(event, context, { ...times, audience, image: imageOf(event) }),
    }
  }
  const publish = () =>
    publishChanges({ database, clock, baseUrl: config.BASE_URL, postOf, changes: (cursor) => eventsAfter(ctx, cursor) })
  const routes: Fediverse = {
    handle: server.handle,
    pageOf: async (identifier) => (await findActor(identifier))?.url ?? null,
  }
  return { routes, channel: fediverseChannel({ database, clock, log, poster: strangers, sign: server.sign, publish }) }
}

/** Enough sources, or the editor's choice: a text of the operator's for the event. */
function isDue(event: EventView, minSources: number, now: Date): boolean {
  return (
    event.firstPublishedAt > newsSince(now) &&
    (event.sourceCount >= minSources || (event.revision > 0 && event.textBy === 'operator'))
  )
}

const audienceOf = ({ tags, story }: EventView): string[] => [
  SITE_ACTOR,
  ...tags.map(({ slug }) => tagActor(slug)).filter((one) => parseActor(one) !== null),
  ...(story ? [storyActor(story.id)] : []),
]

/** After a cursor that leads nowhere any more, what changes from now on. */
async function eventsAfter({ db }: Ctx, cursor: string): Promise<{ eventIds: number[]; next: string }> {
  const found = await listChanges(db, { after: parseCursor(cursor), types: EVENT_CHANGES, limit: BATCH })
  const batch = found === 'gone' ? await listChanges(db, { limit: BATCH }) : found
  if (batch === 'gone') return { eventIds: [], next: cursor }
  const ids = batch.changes.flatMap(({ id, into, from }) => [id, into, from]).flatMap((id) => id ?? [])
  return { eventIds: [...new Set(ids)].map(Number), next: formatCursor(batch.next) }
}

async function findLocalActor(
  { db, site, config }: Ctx,
  t: Services['content']['messages']['t'],
  identifier: string,
): Promise<LocalActor | null> {
  const ref = parseActor(identifier)
  const base = config.BASE_URL
  const username = usernameOf(identifier, t('fediverse.handle'))
  if (ref?.kind === 'site') return { username, name: site.name, summary: site.description, url: `${base}/` }
  if (ref?.kind === 'tag') {
    const tag = await findTag(db, { slug: ref.slug })
    if (!tag) return null
    const summary = t('fediverse.tag', { name: tag.name, site: site.name })
    return { username, name: `${tag.name} · ${site.name}`, summary, url: base + tagPath(tag) }
  }
  const [story] = ref?.kind === 'story' ? await hydrateStories(db, [ref.id]) : []
  if (!story) return null
  const summary = t('fediverse.story', { name: story.title, site: site.name })
  return { username, name: `${story.title} · ${site.name}`, summary, url: base + storyPath(story) }
}
