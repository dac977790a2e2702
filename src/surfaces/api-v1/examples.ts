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
const listOf = (one: object) => ({ data: [one], pagination, meta: { ...meta, filters: {} } })

export const examples = {
  entry: { data: entry, meta },
  entries: listOf(entry),
  events: listOf(event),
  changes: {
    data: [{ cursor: '1-42', at, type: 'entry.created', id: entry.id, fields: [], object: entry }],
    ...{ next: '1-42', has_more: false, meta },
  },
}

export const errorExample = (type: ErrorCode, message: string) => ({ error: { type, message }, meta })
