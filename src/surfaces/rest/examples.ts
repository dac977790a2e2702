/** Answers as the OpenAPI document shows them: invented, of the shapes that are really sent. Those of resources follow from them. */

import { Entry, exampleArticle } from '../../news/articles/resource.ts'
import { exampleChange } from '../../news/changes/resource.ts'
import { Event, EventHit, exampleEvent } from '../../news/events/resource.ts'
import { exampleOrigin } from '../../news/resources/shape.ts'
import { exampleFeed } from '../../news/sources/resource.ts'
import type { ErrorCode } from '../../platform/errors.ts'

const at = '2026-11-21T09:00:00.000Z'
const site = 'https://news.example'
const meta = { api_version: 'v1', timestamp: at } as const
const entry = Entry.present(exampleArticle, exampleOrigin)
const event = Event.present(exampleEvent, exampleOrigin)

const pagination = {
  current_page: 1,
  per_page: 20,
  total: 1,
  last_page: 1,
  has_next: false,
  has_prev: false,
  next_page: null,
  prev_page: null,
  next_cursor: null,
}
export const exampleList = (one: object) => ({ data: [one], pagination, meta: { ...meta, filters: {} } })
export const exampleOne = (data: unknown) => ({ data, meta })

export const exampleFollow = { kind: 'tag', key: 'harvest', title: 'Harvest', url: `${site}/tags/harvest` }
const mute = { kind: 'word', key: 'rumour', title: 'rumour', url: null }
const savedItem = { event, read: false, saved: true }
const saved = exampleOne({ event_ids: [event.id] })
const read = exampleOne({ read: [event.id], read_until: at })
const keys = [{ id: 3, name: 'Morning agent', access: 'read', created_at: at, last_used_at: null }]

const searchMeta = { ...meta, filters: { q: 'harvest' }, mode: 'keyword', did_you_mean: null }

/** `others`: empty lists of features' resources. */
export const exampleSearch = (others: object) => ({
  data: { entries: [entry], events: [EventHit.present(exampleEvent, exampleOrigin)], stories: [], ...others },
  meta: searchMeta,
})

/** The first answer of each operation whose route has no example of its own. */
export const examples: Record<string, unknown> = {
  searchEntries: { data: [entry], meta: searchMeta },
  followFeed: exampleOne({ feed_id: exampleFeed.id, is_following: true }),
  unfollowFeed: exampleOne({ feed_id: exampleFeed.id, is_following: false }),
  listChanges: { data: [exampleChange], next: exampleChange.cursor, has_more: false, meta },
  streamChanges: `id: 1-42\nevent: entry.created\ndata: ${JSON.stringify(exampleChange)}\n\n`,
  login: exampleOne({
    token: 'kh_c29tZSByYW5kb20gYnl0ZXM',
    token_type: 'Bearer',
    expires_at: '2027-11-21T09:00:00.000Z',
    user: { id: 1, email: 'reader@example.com' },
  }),
  logout: exampleOne({ status: 'logged_out' }),
  deleteAccount: exampleOne({ status: 'deleted' }),
  getMe: exampleOne({
    id: 1,
    email: 'reader@example.com',
    seen_until: at,
    read_until: null,
    follows: 10,
    mutes: 1,
    saved: 4,
  }),
  listMyFeed: exampleList({ event, because: [exampleFollow], new: true, read: false, saved: true }),
  listMySaved: exampleList(savedItem),
  saveEvent: saved,
  unsaveEvent: saved,
  listMyRead: read,
  markRead: read,
  listMyFollows: exampleOne([exampleFollow]),
  followSomething: exampleOne([exampleFollow]),
  unfollowSomething: exampleOne([]),
  listMyMutes: exampleOne([mute]),
  mute: exampleOne([mute]),
  unmute: exampleOne([]),
  listMyKeys: exampleOne(keys),
  makeKey: exampleOne({ key: 'khk_c29tZSByYW5kb20gYnl0ZXM', keys }),
  revokeKey: exampleOne([]),
}

export const errorExample = (type: ErrorCode, message: string) => ({ error: { type, message }, meta })
