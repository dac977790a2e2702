/** Answers as the OpenAPI document shows them: invented, of the shapes that are really sent. Those of resources follow from them. */
import type { ErrorCode } from '../../domain/errors.ts'
import { Entry, exampleArticle } from '../../resources/article-resource.ts'
import { exampleChange } from '../../resources/change-resource.ts'
import { Event, EventHit, exampleEvent } from '../../resources/event-resource.ts'
import { exampleFeed } from '../../resources/feed-resource.ts'
import { exampleOrigin } from '../../resources/shape.ts'

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

const follow = { kind: 'tag', key: 'harvest', title: 'Harvest', url: `${site}/tags/harvest` }
const mute = { kind: 'word', key: 'rumour', title: 'rumour', url: null }
const savedItem = { event, read: false, saved: true }
const saved = exampleOne({ event_ids: [event.id] })
const read = exampleOne({ read: [event.id], read_until: at })
const alerts = exampleOne({
  rules: [{ ...follow, min_sources: 3, ways: ['push', 'mail'], always: false }],
  quiet: { timezone: 'Europe/Stockholm', from: '22:00', until: '07:00' },
  mail: { email: 'reader@example.com', confirmed: true, stopped: false },
  told: [{ event_id: event.id, source_count: 3, at }],
})
const devices = exampleOne({
  // The server's of RFC 8292, section 2.4.
  public_key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  subscriptions: [{ id: 5, device: 'Firefox, Android', created_at: at, last_sent_at: null }],
})

const webhooks = [
  {
    id: 7,
    url: 'https://receiver.example.com/alerts',
    state: 'active',
    created_at: at,
    delivered_at: at,
    failing_since: null,
    last_error: null,
  },
]
const appPasswords = [{ id: 4, name: 'Reading app', created_at: at, last_used_at: null }]
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
  listMyFeed: exampleList({ event, because: [follow], new: true, read: false, saved: true }),
  listMySaved: exampleList(savedItem),
  saveEvent: saved,
  unsaveEvent: saved,
  listMyRead: read,
  markRead: read,
  listMyFollows: exampleOne([follow]),
  followSomething: exampleOne([follow]),
  unfollowSomething: exampleOne([]),
  listMyMutes: exampleOne([mute]),
  mute: exampleOne([mute]),
  unmute: exampleOne([]),
  listMyAlerts: alerts,
  saveMyAlert: alerts,
  removeMyAlert: alerts,
  saveMyQuietTime: alerts,
  endMyQuietTime: alerts,
  listMyPushSubscriptions: devices,
  savePushSubscription: devices,
  removePushSubscription: devices,
  listMyWebhooks: exampleOne(webhooks),
  addMyWebhook: exampleOne({ secret: 'whsec_c29tZSByYW5kb20gYnl0ZXM', webhooks }),
  resumeMyWebhook: exampleOne(webhooks),
  removeMyWebhook: exampleOne([]),
  listMyKeys: exampleOne(keys),
  makeKey: exampleOne({ key: 'khk_c29tZSByYW5kb20gYnl0ZXM', keys }),
  revokeKey: exampleOne([]),
  listMyAppPasswords: exampleOne(appPasswords),
  makeAppPassword: exampleOne({
    user_name: 'reader@example.com',
    password: 'abcdef-ghjkmn-pqrstu-vwxyz2',
    app_passwords: appPasswords,
  }),
  revokeAppPassword: exampleOne([]),
}

export const errorExample = (type: ErrorCode, message: string) => ({ error: { type, message }, meta })
