/** Tools of one account: its own edition, follows, mutes, read marks and saved events. */

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Caller } from '../../news/accounts/rules/account.ts'
import { parseMute } from '../../news/accounts/rules/profile.ts'
import { getProfile, setFollow, setMute } from '../../news/accounts/writes/follows.ts'
import { mark, marksAmong, readAmong, savedRows } from '../../news/accounts/writes/read-markers.ts'
import { datedFirst } from '../../news/articles/rules/dated-first.ts'
import { FollowRef, MarkInput, MarkStates, MuteInput, MuteRef } from '../../news/editions/profile-resource.ts'
import { type NamedFollow, nameMutes } from '../../news/editions/queries/names.ts'
import { type PersonalEvent, type PersonalRow, personalEvents } from '../../news/editions/queries/personal-events.ts'
import { EventBrief, event as eventResource } from '../../news/events/resource.ts'
import { ARTICLE_KINDS } from '../../news/topic/rules/kinds.ts'
import { inline } from '../../platform/markdown/escape.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { limit } from './arguments.ts'
import { nameFollow, nothingToFollow, target, toFollow } from './follow-targets.ts'
import type { Message } from './message.ts'
import { named } from './outline.ts'
import { cursor, fitted, nextCursor, ofAll } from './paging.ts'
import type { McpDeps } from './parts.ts'
import { itemOf } from './resource-tools.ts'
import { registerTool } from './tool.ts'

/** With the follows that brought it, and what it is to the reader. */
const accountEventSchema = EventBrief.schema.extend({
  because: z.array(FollowRef.omit({ url: true })),
  ...MarkStates,
  new: z.boolean(),
})

const MAX_READ_EVENTS = 50

const CHANGING = ['follow', 'mute', 'mark']

/** Recognises a call of a tool that changes what is kept for the account. */
export function changesSomething({ tools }: Pick<McpDeps, 'tools'>): (message: Message) => boolean {
  const names = new Set([...CHANGING, ...tools.map(({ name }) => name)])
  return (message) =>
    message?.method === 'tools/call' && names.has(String((message.params as { name?: unknown } | null)?.name))
}

/** "read false, saved true, new false" */
const listed = (states: Record<string, boolean>) =>
  Object.entries(states)
    .map((state) => state.join(' '))
    .join(', ')

/** "tag: Provtagg (provtagg)", with the key that unfollows it. */
const reason = ({ kind, publicKey, title }: NamedFollow) =>
  `${kind}: ${inline(title)}${title === publicKey ? '' : ` (${inline(publicKey)})`}`

export function registerAccountTools(server: McpServer, parts: McpDeps, t: Translate, account: Caller): void {
  const { ctx, md } = parts
  const { clock, database, db, site } = ctx

  registerTool(server, parts, t, {
    name: 'my_edition',
    accountAccess: 'reads',
    input: z.object({
      only: z.enum(['unread', 'saved']).optional().describe('saved: whatever brought it, saved last first.'),
      limit,
      cursor,
    }),
    output: z.object({
      events: z.array(named(accountEventSchema, { tool: 'latest_events', schema: EventBrief.schema })),
      next_cursor: nextCursor,
    }),
    run: async ({ only, limit: max, cursor: from }) => {
      const rows = await rowsOf(only)
      const load = async (count: number) => {
        const { items, next } = await ofAll(from, rows)(count)
        return { items: await hydrate(items), next }
      }
      const { data, next_cursor, ...content } = await fitted(max, load, present)
      return { data: { events: data, next_cursor }, ...content }
    },
  })

  registerTool(server, parts, t, {
    name: 'follow',
    accountAccess: 'changes',
    input: z.object({
      ...target,
      on: z.boolean().default(true).describe('false: unfollow.'),
    }),
    output: z.object({ follow: FollowRef, following: z.boolean(), follows_count: z.int() }),
    run: async (input) => {
      const wanted = await toFollow(db, input)
      if (!wanted) return { unknown: nothingToFollow(input) }
      await setFollow(database, account.id, wanted, input.on, clock.now())
      const { follows } = await getProfile(database, account.id)
      const named = await nameFollow(parts, wanted, input.key)
      return {
        data: { follow: named, following: input.on, follows_count: follows.length },
        text: `${input.on ? '+' : '−'} ${named.kind} ${inline(named.key)}: ${inline(named.title)} (${named.url ?? '–'}); follows ${follows.length}`,
      }
    },
  })

  for (const { register } of parts.tools) register(server, parts, t, account)

  registerTool(server, parts, t, {
    name: 'mute',
    accountAccess: 'changes',
    input: z.object({
      kind: MuteInput.shape.kind,
      key: MuteInput.shape.key.describe(
        `The word or phrase, the id of the source, or one of ${ARTICLE_KINDS.join(', ')}.`,
      ),
      on: z.boolean().default(true).describe('false: unmute.'),
    }),
    output: z.object({ mute: MuteRef.omit({ url: true }), muted: z.boolean(), mutes_count: z.int() }),
    run: async ({ kind, key: requested, on }) => {
      const wanted = parseMute(kind, requested)
      if (!wanted) return { unknown: `There is no ${kind} "${requested}" to mute.` }
      await setMute(database, account.id, wanted, on, clock.now())
      const { mutes } = await getProfile(database, account.id)
      const [named] = await nameMutes(db, [wanted])
      const titled = { ...wanted, title: named?.title ?? wanted.key }
      return {
        data: { mute: titled, muted: on, mutes_count: mutes.length },
        text: `${on ? '+' : '−'} ${titled.kind}: ${inline(titled.title)}; mutes ${mutes.length}`,
      }
    },
  })

  registerTool(server, parts, t, {
    name: 'mark',
    accountAccess: 'changes',
    input: z.object({
      event_ids: MarkInput.shape.event_ids.max(MAX_READ_EVENTS),
      as: MarkInput.shape.as,
      on: MarkInput.shape.on.describe('false: unread, or not saved.'),
    }),
    output: z.object({ event_ids: z.array(z.int()), as: MarkInput.shape.as, on: z.boolean() }),
    run: async ({ event_ids: ids, as, on }) => {
      await mark(database, account.id, { eventIds: ids, as, on }, clock.now())
      return { data: { event_ids: ids, as, on }, text: `${on ? '+' : '−'} ${as}: ${ids.join(', ')}` }
    },
  })

  /** Of what was saved the edition knows what brought it, as far as it is among it. */
  async function rowsOf(only: 'unread' | 'saved' | undefined): Promise<PersonalRow[]> {
    const rows = await ctx.edition.editionFor(await getProfile(database, account.id))
    if (only === 'saved')
      return savedRows<PersonalRow>(database, account.id, rows, ({ eventId }) => ({
        eventId,
        matchedFollows: [],
        reportedAt: new Date(0),
      }))
    if (only === undefined) return rows
    const ids = rows.map(({ eventId }) => eventId)
    const read = await readAmong(database, account.id, ids, clock.now())
    return datedFirst(rows.filter(({ eventId }) => !read.has(eventId)))
  }

  const hydrate = async (rows: PersonalRow[]): Promise<PersonalEvent[]> => {
    const ids = rows.map(({ eventId }) => eventId)
    return personalEvents(db, site, rows, await marksAmong(database, account.id, ids, clock.now()))
  }

  const present = ({ event, matchedFollows, ...states }: PersonalEvent) => ({
    ...itemOf(eventResource, event, md),
    data: {
      ...EventBrief.present(event, md),
      because: matchedFollows.map(({ kind, publicKey: key, title }) => ({ kind, key, title })),
      ...states,
    },
    text: `${eventResource.mcp.line(event, md)}\n\n  ${matchedFollows.map(reason).join(', ')}; ${listed(states)}`,
  })
}
