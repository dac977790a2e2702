/** Tools of one account: its own edition, and what it follows. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Account } from '../../domain/account.ts'
import type { EditionRow } from '../../domain/edition/edition.ts'
import { FOLLOW_KINDS, type Follow, parseFollow, profileLimits } from '../../domain/edition/profile.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { inline } from '../../markdown/escape.ts'
import { keyOfTag, type NamedFollow, nameFollows } from '../../read/edition/names.ts'
import { hydrateEvents } from '../../read/events/events.ts'
import type { EventView } from '../../read/events/views.ts'
import { eventLines } from './event-tools.ts'
import { limit } from './filters.ts'
import { asSlug } from './near.ts'
import { cursor, fitted, nextCursor, ofAll } from './paging.ts'
import type { McpParts } from './parts.ts'
import { presentEventHit } from './present-event.ts'
import { followSchema, ownEventSchema } from './schemas.ts'
import { registerTool } from './tool.ts'

const key = z.string().min(1).max(profileLimits.characters)

interface OwnEvent {
  event: EventView
  because: NamedFollow[]
  read: boolean
}

export function registerAccountTools(server: McpServer, parts: McpParts, say: Translate, account: Account): void {
  const { ctx, md } = parts
  const { commands, db, site } = ctx

  registerTool(server, parts, say, {
    name: 'my_edition',
    own: 'reads',
    input: z.object({ limit, cursor }),
    output: z.object({ events: z.array(ownEventSchema), next_cursor: nextCursor }),
    run: async ({ limit: most, cursor: from }) => {
      const rows = await ctx.edition.editionFor(await commands.profileOf(account.id))
      const load = async (count: number) => {
        const { items, next } = await ofAll(from, rows)(count)
        return { items: await hydrate(items), next }
      }
      const { data, text, next_cursor } = await fitted(most, load, present)
      return { data: { events: data, next_cursor }, text }
    },
  })

  registerTool(server, parts, say, {
    name: 'follow',
    own: 'changes',
    input: z.object({
      kind: z.enum(FOLLOW_KINDS),
      key: key.describe('Slug of the tag, id of the story, event or source, or the words of the search.'),
      on: z.boolean().default(true).describe('false: unfollow.'),
    }),
    output: z.object({ follow: followSchema, following: z.boolean(), follows_count: z.int() }),
    run: async (input) => {
      const follow = await toFollow(input)
      if (!follow) return { unknown: nothingToFollow(input) }
      await (input.on ? commands.follow(account.id, follow) : commands.unfollow(account.id, follow))
      const { follows } = await commands.profileOf(account.id)
      const [named] = await nameFollows(db, [follow], site)
      const told = named ? presentFollow(named) : { kind: follow.kind, key: input.key, title: input.key, url: null }
      return {
        data: { follow: told, following: input.on, follows_count: follows.length },
        text: `${input.on ? '+' : '−'} ${told.kind}: ${inline(told.title)} (${told.url ?? told.key})`,
      }
    },
  })

  async function hydrate(rows: EditionRow[]): Promise<OwnEvent[]> {
    const ids = rows.map(({ eventId }) => eventId)
    const events = new Map((await hydrateEvents(db, ids, site.language)).map((event) => [event.id, event]))
    const read = await commands.readAmong(account.id, ids)
    const own = rows.map(async ({ eventId, because }) => {
      const event = events.get(eventId)
      if (!event) return []
      return [{ event, because: await nameFollows(db, because, site), read: read.has(eventId) }]
    })
    return (await Promise.all(own)).flat()
  }

  const present = ({ event, because, read }: OwnEvent) => ({
    data: { ...presentEventHit(event, md), because: because.map(presentFollow), read },
    text: `${eventLines([event], md)}\n\n  ${because.map(({ kind, title }) => `${kind}: ${inline(title)}`).join(', ')}`,
  })

  const presentFollow = ({ kind, publicKey, title, path }: NamedFollow): z.infer<typeof followSchema> => ({
    kind,
    key: publicKey,
    title,
    url: path && md.baseUrl + path,
  })

  async function toFollow(asked: { kind: Follow['kind']; key: string }): Promise<Follow | null> {
    const own = asked.kind === 'tag' ? await keyOfTag(db, asSlug(asked.key)) : asked.key
    return own === null ? null : parseFollow(asked.kind, own)
  }
}

/** Where to find the key of each kind. */
const listsOf: Record<Follow['kind'], string> = {
  tag: 'Call list_tags for the slugs that exist.',
  story: 'Call latest_stories for the ids.',
  event: 'Call latest_events for the ids.',
  source: 'Call list_feeds for the ids.',
  search: 'Send the words to look for.',
}

const nothingToFollow = ({ kind, key }: { kind: Follow['kind']; key: string }): string =>
  `There is no ${kind} "${key}". ${listsOf[kind]}`
