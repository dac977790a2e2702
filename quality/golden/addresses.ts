/** The addresses whose answers are compared: each list with its filters, each detail, and all that leads elsewhere or nowhere. */
import { changeCursor, type GoldenWorld } from './world.ts'

/** An address, or an address with the header fields that are sent to it. */
export type Request = string | [url: string, headers: Record<string, string>]

const PAGES = [
  '',
  '?per_page=3',
  '?page=2&per_page=4',
  '?page=99',
  '?page=0',
  '?per_page=500',
  '?per_page=x',
  '?unknown=1',
]
const TIMES = [
  '?since=2026-11-20T10:00:00Z',
  '?until=2026-11-20T10:00:00%2B01:00',
  '?since=2026-11-20&until=2026-11-21',
  '?since=x',
]
const FLAGS = [
  '?relevant=true',
  '?relevant=false',
  '?apple_relevant=false',
  '?relevant=true&apple_relevant=false',
  '?relevant=1',
]
const CURSORS = ['?cursor=none', '?cursor=!', '?cursor=none.1&per_page=2', '?sort=popular&cursor=none.1']
const SORTS = ['?sort=newest', '?sort=popular', '?sort=popular&page=2&per_page=3', '?sort=updated', '?sort=old']
const TOGETHER = [
  '?lang=sv&relevant=true&since=2026-11-20&until=2026-11-22&sort=popular&page=1&per_page=2',
  '?until=2026-11-22&since=2026-11-20&apple_relevant=true&relevant=true&sort=newest&page=2&per_page=2',
]
const ARTICLES = [
  ...TOGETHER,
  ...PAGES,
  ...TIMES,
  ...FLAGS,
  ...CURSORS,
  ...SORTS,
  '?lang=sv',
  '?lang=en&per_page=2',
  '?lang=de',
]
const KEYED = ['?cursor=nope', '?cursor=karnan-2&per_page=1']
const MARKDOWN = { accept: 'text/markdown' }

export function requestsOf(world: GoldenWorld): Request[] {
  return [...rest(world), ...legacy(world), ...markdown(world), ...feedsOf(world), ...negotiated(world)]
}

const under = (path: string, queries: string[]) => queries.map((query) => path + query)

function rest({ bridge, feeds, mergedEvent, report, stories, token, articleId, tagSlug }: GoldenWorld): Request[] {
  const events = [
    ...[
      ...PAGES,
      ...TIMES,
      ...FLAGS,
      ...CURSORS,
      ...SORTS,
      '?sort=updated&cursor=none.1',
      '?min_sources=2',
      '?min_sources=0',
    ],
    ...[`?feed_id=${feeds[0]}`, '?feed_id=x', `?story_id=${stories.running}`, '?story_id=-1', '?story_id=99999999999'],
  ]
  const api = [
    ...under('/entries', ARTICLES),
    ...under('/entries/popular', [...PAGES, ...TIMES, ...FLAGS, '?lang=sv', '?sort=newest', '?cursor=none.1']),
    ...under(`/feeds/${feeds[0]}/entries`, ARTICLES),
    ...under('/tags/broar/entries', ARTICLES),
    ...['/feeds/999/entries', '/feeds/x/entries', '/tags/nope/entries', '/tags/a%00b/entries'],
    ...under('/entries/search', [
      '',
      '?q=bridge',
      '?q=ferry&limit=2',
      '?q=ferry&limit=99',
      '?q=x&limit=0',
      '?q=%22the+bridge%22',
    ]),
    ...under('/entries/search?q=ferry', [
      '&since=2026-11-20T12:00:00Z',
      '&until=2026-11-20T12:00:00Z',
      `&feed_id=${feeds[1]}`,
    ]),
    ...under('/entries/search?q=ferry', [
      '&tag=broar',
      '&tag=nope',
      '&kind=rumor',
      '&kind=x',
      '+source:posten',
      '+tag:nope',
    ]),
    ...[articleId, report, 999_999, 'abc', '1x', '-1', '0', '9999999999999999999'].map((id) => `/entries/${id}`),
    ...[articleId, report, 999_999].map((id) => `/entries/${id}/checks`),
    ...under('/feeds', [...PAGES, `?cursor=${feeds[0]}`, ...KEYED]),
    ...[...feeds, 999, 'abc', '99999999999999', pausedOf(feeds)].map((id) => `/feeds/${id}`),
    ...under('/tags', [...PAGES, '?cursor=broar&per_page=1', ...KEYED]),
    ...[tagSlug, 'broar', 'farjor-hamnar', 'nope', 'a%00b', 'Broar'].map((slug) => `/tags/${slug}`),
    ...under('/events', [
      ...events,
      '?tag=broar',
      '?tag=nope',
      '?tag=broar&sort=updated&min_sources=2&since=2026-11-20',
    ]),
    ...under('/tags/broar/events', events),
    ...under('/tags/nope/events', ['']),
    '/events?sort=updated&tag=broar&relevant=true&min_sources=1&feed_id=2&until=2026-11-22',
    '/entries/search?kind=news&tag=broar&feed_id=2&until=2026-11-22&since=2026-11-19&limit=4&q=bridge+ferry',
    ...[bridge, `${bridge}-words`, mergedEvent, `${mergedEvent}-x`, 999_999, 'x'].flatMap((id) => [
      ...[`/events/${id}`, `/events/${id}/entries`, `/events/${id}/checks`],
    ]),
    ...under(`/events/${bridge}/entries`, PAGES),
    ...under('/stories', [...PAGES, ...CURSORS, '?status=active', '?status=dormant', '?status=dead']),
    ...[...Object.values(stories), 7778, `${stories.running}-words`, 999_999, 'x'].flatMap((id) => [
      ...[`/stories/${id}`, `/stories/${id}/checks`],
    ]),
    ...under('/podd_episodes', [...PAGES, ...KEYED]),
    ...['karnan-1', 'karnan-2', 'nope', 'A%2FB'].map((id) => `/podd_episodes/${id}`),
    ...under('/podd_episodes/karnan-1', ['?include_transcript=true', '?include_transcript=1']),
    ...under('/changes', ['', '?after=x', '?after=ffffffff-1', '?limit=0', '?types=nope']),
    ...under(`/changes?after=${changeCursor(0)}`, [
      '',
      '&limit=5',
      '&types=event,story.created',
      '&limit=9999&types=entry.created',
    ]),
    ...under(`/changes?after=${changeCursor(0)}`, [
      '&types=episode,guide',
      '&types=correction,event.merged,event.split',
    ]),
    ...['/quality', '/openapi.json', '/entries/follows', '/me', '/me/feed', '/nope', ''],
  ].map((path) => `/api/v1${path}`)
  const authorization = `Bearer ${token}`
  const signed = [
    '/entries/follows',
    '/entries/follows?per_page=2',
    '/feeds',
    `/feeds/${feeds[0]}`,
    '/entries?per_page=1',
  ]
  const ofReader = [...signed, '/me', '/me/feed', '/me/saved', '/me/follows', '/me/mutes', '/me/read', '/me/alerts']
  return [
    ...api,
    ...ofReader.map((path): Request => [`/api/v1${path}`, { authorization }]),
    ...['/entries', '/feeds', '/entries/popular'].map(
      (path): Request => [`/api/v1${path}`, { authorization: 'Bearer nope' }],
    ),
  ]
}

/** The one that is paused comes last. */
const pausedOf = (feeds: number[]) => Math.max(...feeds) + 1

function legacy({ articleId, feedId, feeds, report }: GoldenWorld): Request[] {
  const items = ['', '?items=3', '?items=0', '?items=500', '?items=x']
  return [
    ...under('/entries.json', items),
    ...under('/entries/popular.json', items),
    ...[articleId, report, 999_999].map((id) => `/entries/${id}.json`),
    ...['/feeds.json', '/tags.json', '/feeds/999.json', '/tags/999.json', '/entries/abc.json', '/nope.json'],
    ...[feedId, feeds[0], feeds[2]].flatMap((id) => under(`/feeds/${id}.json`, items)),
    ...[1, 2, 3].flatMap((id) => under(`/tags/${id}.json`, items)),
  ]
}

function markdown({ articleId, report, bridge, mergedEvent, stories, guideSlug }: GoldenWorld): Request[] {
  return [
    ...[articleId, report, `${report}-any-words`, 999_999, 'abc'].map((id) => `/entries/${id}.md`),
    ...[bridge, `${bridge}-x`, mergedEvent, 999_999].map((id) => `/handelser/${id}.md`),
    ...[...Object.values(stories), 7778, 999_999].map((id) => `/stories/${id}.md`),
    ...['karnan-1', 'karnan-2', 'nope'].map((id) => `/podd/${id}.md`),
    ...[`/${guideSlug}.md`, '/nope.md', '/index.md', '/handelser.md', '/kvalitet.md', '/llms.txt', '/llms-full.txt'],
  ]
}

function feedsOf({ feedId, feeds, stories }: GoldenWorld): Request[] {
  const forms = (path: string) => [
    `${path}.rss`,
    `${path}.json`,
    `${path}.rss?min_sources=2`,
    `${path}.json?min_sources=x`,
  ]
  return [
    ...[
      '/entries.rss',
      '/feed.json',
      '/podd.rss',
      '/feeds.opml',
      '/podd/karnan-1/chapters.json',
      '/podd/karnan-2/chapters.json',
    ],
    ...[feedId, ...feeds, 999].map((id) => `/feeds/${id}.rss`),
    ...['broar', 'farjor-hamnar', 'nope'].flatMap((slug) => [`/tags/${slug}.rss`, ...forms(`/tags/${slug}/handelser`)]),
    ...forms('/handelser'),
    ...[...Object.values(stories), 7778, 999_999].flatMap((id) => [
      `/stories/${id}.rss`,
      ...forms(`/stories/${id}/handelser`),
    ]),
  ]
}

function negotiated({ report, bridge, mergedEvent, stories, guideSlug }: GoldenWorld): Request[] {
  const pages = [
    `/entries/${report}`,
    `/handelser/${bridge}`,
    `/handelser/${mergedEvent}`,
    `/stories/${stories.merged}`,
  ]
  return [...pages, `/stories/${stories.dissolved}`, '/handelser', '/podd/karnan-1', `/${guideSlug}`, '/nope'].map(
    (url) => [url, MARKDOWN],
  )
}
