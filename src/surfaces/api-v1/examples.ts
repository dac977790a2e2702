/** Answers as the OpenAPI document shows them: invented, of the shapes that are really sent. */
import type { ErrorCode } from '../../domain/errors.ts'
import { articlePath, defaultPaths, eventPath } from '../../domain/site/paths.ts'
import type { Entry, Event, Wire } from './schemas.ts'

const at = '2026-11-21T09:00:00.000Z'
const site = 'https://news.example'
const meta = { api_version: 'v1', timestamp: at } as const
const original = 'https://daily.example/2026/harvest'
const tags = [{ id: 3, name: 'Harvest', slug: 'harvest' }]
const texts = { title: 'The harvest has begun', summary: 'It is a week earlier than last year, growers say.' }

const entry: Wire<typeof Entry> = {
  id: 4711,
  url: original,
  canonical_url: site + articlePath({ id: 4711, ...texts }),
  main_image_url: null,
  published_at: at,
  updated_at: at,
  source_count: 2,
  event: { id: 815, url: site + eventPath(defaultPaths, { id: 815, ...texts }), entries_count: 2 },
  story: null,
  click_count: 12,
  popularity_score: 20.3,
  relevant: true,
  apple_relevant: true,
  feed: { id: 7, title: 'The Daily', url: 'https://daily.example/', language: 'en', icon_url: null },
  content: { original: { ...texts, language: 'en' }, translated: null },
  tags,
}

const source = { publisher: 'daily.example', name: 'The Daily', entry_id: entry.id, url: original }

const event: Wire<typeof Event> = {
  id: 815,
  ...texts,
  by: 'publisher',
  model: null,
  points: [],
  revision: 0,
  language: 'en',
  url: site + eventPath(defaultPaths, { id: 815, ...texts }),
  image_url: null,
  first_published_at: at,
  updated_at: at,
  source_count: 1,
  entries_count: 1,
  popularity_score: 20.3,
  relevant: true,
  apple_relevant: true,
  lead: entry,
  entries: [
    {
      ...{ id: entry.id, feed_id: 7, publisher: source.publisher, title: texts.title, url: original },
      ...{ canonical_url: entry.canonical_url, published_at: at, language: 'en', kind: 'news' },
    },
  ],
  sources: [{ ...source, published_at: at, first: true, copies_of: null }],
  story: null,
  tags,
  split_from: null,
}

const pagination = {
  ...{ current_page: 1, per_page: 20, total: 1, last_page: 1, has_next: false, has_prev: false },
  ...{ next_page: null, prev_page: null, next_cursor: null },
}
const listOf = (one: object, filters = {}) => ({ data: [one], pagination, meta: { ...meta, filters } })
const oneOf = (data: unknown) => ({ data, meta })

const feed = {
  ...{ id: 7, title: 'The Daily', url: 'https://daily.example/', language: 'en', icon_url: null },
  ...{ entries_count: 1204, last_entry_published_at: at, is_following: false },
}
const tag = { id: 3, name: 'Harvest', slug: 'harvest', entries_count: 88 }
const story = {
  ...{ id: 42, title: 'The early harvest', lead: 'Growers pick a week earlier than last year.', status: 'active' },
  ...{ entries_count: 9, first_entry_published_at: '2026-11-14T09:00:00.000Z', last_entry_published_at: at },
  ...{ image_url: null, url: `${site}/stories/42-the-early-harvest`, by: 'publisher' },
}
const member = {
  ...{ id: entry.id, ...texts, source: 'The Daily', url: original, canonical_url: entry.canonical_url },
  ...{ published_at: at, tags },
}
const episode = {
  ...{ episode_id: '2026-11-21', title: 'Saturday 21 November', description: 'The harvest, and what it costs.' },
  ...{ published_on: at, duration_seconds: 312.4, page_url: `${site}/podd/2026-11-21` },
  ...{ audio_url: `${site}/podd/2026-11-21.mp3`, cover_url: null, cover_thumb_url: null },
}
const checked = {
  ...{
    text: 'The harvest has begun.',
    publisher: 'The Daily',
    publishers: ['The Daily'],
    passages: 1,
    headline_only: false,
  },
  ...{ supported: true, by_operator: false, evidence: null },
}
const judge = { model: 'mistral-large', planted_errors: { caught: 97, of: 100 } }
const checks = { title: null, sentences: [checked], dropped: 0, judge }
const change = { cursor: '1-42', at, type: 'entry.created', id: entry.id, fields: [], object: entry }
const follow = { kind: 'tag', key: 'harvest', title: 'Harvest', url: `${site}/tags/harvest` }
const mute = { kind: 'word', key: 'rumour', title: 'rumour', url: null }
const mine = { event, read: false, saved: true }
const saved = oneOf({ event_ids: [event.id] })
const read = oneOf({ read: [event.id], read_until: at })
const alerts = oneOf({
  rules: [{ ...follow, min_sources: 3, ways: ['push', 'mail'], always: false }],
  quiet: { timezone: 'Europe/Stockholm', from: '22:00', until: '07:00' },
  mail: { email: 'reader@example.com', confirmed: true, stopped: false },
  told: [{ event_id: event.id, source_count: 3, at }],
})
const devices = oneOf({
  // The server's of RFC 8292, section 2.4.
  public_key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  subscriptions: [{ id: 5, device: 'Firefox, Android', created_at: at, last_sent_at: null }],
})

/** The first answer of each operation. */
export const examples: Record<string, unknown> = {
  listEntries: listOf(entry),
  listPopularEntries: listOf(entry),
  listFollowedEntries: listOf(entry),
  listFeedEntries: listOf(entry),
  listTagEntries: listOf(entry),
  getEntry: oneOf(entry),
  getEntryChecks: oneOf({ entry_id: entry.id, ...checks }),
  getEventChecks: oneOf({ event_id: event.id, ...checks }),
  getStoryChecks: oneOf({ story_id: story.id, ...checks }),
  searchEntries: {
    data: [entry],
    meta: { ...meta, filters: { q: 'harvest' }, mode: 'keyword', did_you_mean: null },
  },
  listEvents: listOf(event),
  listTagEvents: listOf(event),
  getEvent: oneOf({ ...event, reactions: [], revisions: [] }),
  listEventEntries: listOf(entry),
  listStories: listOf(story),
  getStory: oneOf({
    ...story,
    body: 'Growers pick **a week earlier**.',
    predecessor: null,
    successors: [],
    entries: [member],
  }),
  listFeeds: listOf(feed),
  getFeed: oneOf({ ...feed, description: null, feed_url: 'https://daily.example/feed', reservation: null }),
  followFeed: oneOf({ feed_id: feed.id, is_following: true }),
  unfollowFeed: oneOf({ feed_id: feed.id, is_following: false }),
  listTags: listOf(tag),
  getTag: oneOf({ ...tag, related: [{ id: 9, name: 'Weather', slug: 'weather' }] }),
  listEpisodes: listOf(episode),
  getEpisode: oneOf({
    ...episode,
    chapters: [{ start_seconds: 4.2, title: texts.title, url: entry.canonical_url, image_url: null }],
    sources: [{ title: texts.title, url: original, source: 'The Daily', entry_id: entry.id }],
    transcript_url: `${site}/podd/2026-11-21.vtt`,
  }),
  getQuality: oneOf({
    model: { judge: true },
    judge: { ...judge, suspended_since: null },
    models_stopped_since: null,
    months: [
      {
        ...{ month: '2026-11', summarised: 812, refused: { numbers: 9, judge: 21 }, dropped: { judge: 14 } },
        ...{ corrections: 2, reports: 3, false_joins: 1, events_split: 0 },
        ...{ planted_errors: { caught: 1598, of: 1640 }, true_pairs: { refused: 9, of: 402 }, exams: 2 },
      },
    ],
  }),
  listChanges: { data: [change], next: change.cursor, has_more: false, meta },
  streamChanges: `id: 1-42\nevent: entry.created\ndata: ${JSON.stringify(change)}\n\n`,
  login: oneOf({
    ...{ token: 'kh_c29tZSByYW5kb20gYnl0ZXM', token_type: 'Bearer', expires_at: '2027-11-21T09:00:00.000Z' },
    user: { id: 1, email: 'reader@example.com' },
  }),
  logout: oneOf({ status: 'logged_out' }),
  deleteAccount: oneOf({ status: 'deleted' }),
  getMe: oneOf({
    ...{ id: 1, email: 'reader@example.com', seen_until: at, read_until: null },
    ...{ follows: 10, mutes: 1, saved: 4 },
  }),
  listMyFeed: listOf({ event, because: [follow], new: true, read: false, saved: true }),
  listMySaved: listOf(mine),
  saveEvent: saved,
  unsaveEvent: saved,
  listMyRead: read,
  markRead: read,
  listMyFollows: oneOf([follow]),
  followSomething: oneOf([follow]),
  unfollowSomething: oneOf([]),
  listMyMutes: oneOf([mute]),
  mute: oneOf([mute]),
  unmute: oneOf([]),
  listMyAlerts: alerts,
  saveMyAlert: alerts,
  removeMyAlert: alerts,
  saveMyQuietTime: alerts,
  endMyQuietTime: alerts,
  listMyPushSubscriptions: devices,
  savePushSubscription: devices,
  removePushSubscription: devices,
}

export const errorExample = (type: ErrorCode, message: string) => ({ error: { type, message }, meta })
