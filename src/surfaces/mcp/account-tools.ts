/** Tools of one account: its own edition, what it follows and mutes, and what is read and saved of it. */
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Account } from '../../domain/account.ts'
import { datedFirst } from '../../domain/articles/dated-first.ts'
import { ARTICLE_KINDS } from '../../domain/articles/kinds.ts'
import type { EditionRow } from '../../domain/edition/edition.ts'
import { FOLLOW_KINDS, type Follow, MUTE_KINDS, parseMute, profileLimits } from '../../domain/edition/profile.ts'
import { isNewSince } from '../../domain/edition/reading.ts'
import type { Translate } from '../../domain/site/messages.ts'
import { inline } from '../../markdown/escape.ts'
import { followNamed, type NamedFollow, nameFollows, nameMutes } from '../../read/edition/names.ts'
import { hydrateEvents } from '../../read/events/events.ts'
import type { EventView } from '../../read/events/views.ts'
import { EventHit, event as eventResource } from '../../resources/event-resource.ts'
import { asSlug } from '../../resources/near.ts'
import { MAX_INTEGER } from '../../resources/parameters.ts'
import { limit } from './arguments.ts'
import type { Message } from './message.ts'
import { named } from './outline.ts'
import { cursor, fitted, nextCursor, ofAll } from './paging.ts'
import type { McpParts } from './parts.ts'
import { registerTool } from './tool.ts'

const followSchema = z.object({
  kind: z.enum(FOLLOW_KINDS),
  key: z.string(),
  title: z.string(),
  url: z.string().nullable(),
})

const muteSchema = z.object({ kind: z.enum(MUTE_KINDS), key: z.string(), title: z.string() })

/** With the follows that brought it, and what it is to the reader. */
const ownEventSchema = EventHit.schema.extend({
  because: z.array(followSchema),
  ...{ read: z.boolean(), saved: z.boolean(), new: z.boolean() },
})

const key = z.string().min(1).max(profileLimits.characters)

type Row = Pick<EditionRow, 'eventId' | 'because' | 'knownAt'>

interface OwnEvent {
  event: EventView
  because: NamedFollow[]
  read: boolean
  saved: boolean
  new: boolean
}

const mostMarked = 50

const CHANGING = ['follow', 'alert', 'mute', 'mark']

/** A call of a tool that changes what is kept for the account. */
export const changesSomething = (message: Message): boolean =>
  message?.method === 'tools/call' && CHANGING.includes(String((message.params as { name?: unknown } | null)?.name))

export function registerAccountTools(server: McpServer, parts: McpParts, say: Translate, account: Account): void {
  const { ctx, md } = parts
  const { commands, db, site } = ctx

  registerTool(server, parts, say, {
    name: 'my_edition',
    own: 'reads',
    input: z.object({
      only: z.enum(['unread', 'saved']).optional().describe('saved: whatever brought it, saved last first.'),
      ...{ limit, cursor },
    }),
    output: z.object({
      events: z.array(named(ownEventSchema, { tool: 'search_news', schema: EventHit.schema })),
      next_cursor: nextCursor,
    }),
    run: async ({ only, limit: most, cursor: from }) => {
      const rows = await rowsOf(only)
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

  registerTool(server, parts, say, {
    name: 'mute',
    own: 'changes',
    input: z.object({
      kind: z.enum(MUTE_KINDS),
      key: key.describe(`The word or phrase, the id of the source, or one of ${ARTICLE_KINDS.join(', ')}.`),
      on: z.boolean().default(true).describe('false: unmute.'),
    }),
    output: z.object({ mute: muteSchema, muted: z.boolean(), mutes_count: z.int() }),
    run: async ({ kind, key: asked, on }) => {
      const mute = parseMute(kind, asked)
      if (!mute) return { unknown: `There is no ${kind} "${asked}" to mute.` }
      await (on ? commands.mute(account.id, mute) : commands.unmute(account.id, mute))
      const { mutes } = await commands.profileOf(account.id)
      const [named] = await nameMutes(db, [mute])
      const told = { ...mute, title: named?.title ?? mute.key }
      return {
        data: { mute: told, muted: on, mutes_count: mutes.length },
        text: `${on ? '+' : '−'} ${told.kind}: ${inline(told.title)}`,
      }
    },
  })

  registerTool(server, parts, say, {
    name: 'mark',
    own: 'changes',
    input: z.object({
      event_ids: z.array(z.int().min(1).max(MAX_INTEGER)).min(1).max(mostMarked),
      as: z.enum(['read', 'saved']),
      on: z.boolean().default(true).describe('false: unread, or not saved.'),
    }),
    output: z.object({ event_ids: z.array(z.int()), as: z.enum(['read', 'saved']), on: z.boolean() }),
    run: async ({ event_ids: ids, as, on }) => {
      if (as === 'read') await commands.markRead(account.id, ids, on)
      else await (on ? commands.saveEvents(account.id, ids) : commands.unsaveEvents(account.id, ids))
      return { data: { event_ids: ids, as, on }, text: `${on ? '+' : '−'} ${as}: ${ids.join(', ')}` }
    },
  })

  /** Of what was saved the edition knows what brought it, as far as it is among it. */
  async function rowsOf(only: 'unread' | 'saved' | undefined): Promise<Row[]> {
    const rows = await ctx.edition.editionFor(await commands.profileOf(account.id))
    if (only === 'saved') {
      const known = new Map(rows.map((row) => [row.eventId, row]))
      const saved = await commands.savedEvents(account.id)
      return saved.map(({ eventId }) => known.get(eventId) ?? { eventId, because: [], knownAt: new Date(0) })
    }
    if (only === undefined) return rows
    const ids = rows.map(({ eventId }) => eventId)
    const read = await commands.readAmong(account.id, ids)
    return datedFirst(rows.filter(({ eventId }) => !read.has(eventId)))
  }

  async function hydrate(rows: Row[]): Promise<OwnEvent[]> {
    const ids = rows.map(({ eventId }) => eventId)
    const events = new Map((await hydrateEvents(db, ids, site.language)).map((event) => [event.id, event]))
    const read = await commands.readAmong(account.id, ids)
    const saved = new Set((await commands.savedEvents(account.id)).map(({ eventId }) => eventId))
    const { seenUntil } = await commands.readingMarks(account.id)
    const own = rows.map(async (row) => {
      const { eventId, because } = row
      const event = events.get(eventId)
      if (!event) return []
      const states = { read: read.has(eventId), saved: saved.has(eventId), new: isNewSince(row, seenUntil) }
      return [{ event, because: await nameFollows(db, because, site), ...states }]
    })
    return (await Promise.all(own)).flat()
  }

  const present = ({ event, because, ...states }: OwnEvent) => ({
    data: { ...EventHit.present(event, md), because: because.map(presentFollow), ...states },
    text: `${eventResource.mcp.line(event, md)}\n\n  ${because.map(({ kind, title }) => `${kind}: ${inline(title)}`).join(', ')}`,
  })

  const presentFollow = ({ kind, publicKey, title, path }: NamedFollow): z.infer<typeof followSchema> => ({
    kind,
    key: publicKey,
    title,
    url: path && md.baseUrl + path,
  })

  const toFollow = ({ kind, key }: Follow) => followNamed(db, kind, kind === 'tag' ? asSlug(key) : key)
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
