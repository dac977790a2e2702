/** Exports of other feed readers, written as each program writes them: from one list of articles to each program's file. */
import { gzipSync } from 'node:zlib'

export interface ExportedArticle {
  url: string
  title: string
  content: string
  publishedAt: Date
  savedAt: Date
  /** Null where the program does not know it any more. */
  feed: { url: string; title: string } | null
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const inWords = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')
const link = (href: string) => [{ href, type: 'text/html' }]

/** starred_….json of the archive that Subscription management → Import/export makes. */
function freshRss(articles: ExportedArticle[]) {
  const items = articles.map(({ url, title, content, publishedAt, savedAt, feed }, at) => ({
    ...{ id: `tag:google.com,2005:reader/item/${at.toString(16).padStart(16, '0')}`, guid: `${url}#guid` },
    ...{ crawlTimeMsec: String(savedAt.getTime()), timestampUsec: `${savedAt.getTime()}000` },
    ...{ published: seconds(publishedAt), title, author: 'Anna Holm', content: { content } },
    ...{ canonical: link(url), alternate: link(url) },
    categories: [
      'user/-/state/com.google/reading-list',
      'user/-/state/com.google/read',
      'user/-/state/com.google/starred',
    ],
    origin: feed
      ? { streamId: 'feed/7', htmlUrl: new URL(feed.url).origin, title: feed.title, feedUrl: feed.url }
      : { streamId: 'feed/8' },
  }))
  return { id: 'user/-/state/org.freshrss/starred', title: 'List of favourite articles', author: 'anna', items }
}

/** `/v3/streams/contents` of the tag global.saved. */
function feedly(articles: ExportedArticle[]) {
  const items = articles.map(({ url, title, content, publishedAt, savedAt, feed }) => ({
    ...{ id: 'Xne8uW/IUiZhV1EuO2ZMzIrc2Ak6NlhGjboZ+Yk0rJ8=_1523699cbb3:2aa0463:e47a7aef', originId: url, title },
    ...{ published: publishedAt.getTime(), crawled: savedAt.getTime(), actionTimestamp: savedAt.getTime() },
    ...{ summary: { content, direction: 'ltr' }, author: 'Anna Holm', unread: false },
    ...{ alternate: link(url.replace('https://', 'http://proxy.example/')), canonical: link(url) },
    ...(feed && { origin: { streamId: `feed/${feed.url}`, title: feed.title, htmlUrl: new URL(feed.url).origin } }),
  }))
  return { id: 'user/c805fcbf/tag/global.saved', items }
}

/** `/v1/entries?starred=true`. */
function miniflux(articles: ExportedArticle[]) {
  const entries = articles.map(({ url, title, content, publishedAt, savedAt, feed }, at) => ({
    ...{ id: at + 1, user_id: 1, feed_id: 7, status: 'read', hash: 'a1', title, url, comments_url: '', content },
    ...{
      published_at: publishedAt.toISOString(),
      created_at: savedAt.toISOString(),
      changed_at: savedAt.toISOString(),
    },
    ...{ author: 'Anna Holm', share_code: '', starred: true, reading_time: 1, enclosures: [], tags: [] },
    feed: feed ? { id: 7, feed_url: feed.url, title: feed.title } : null,
  }))
  return { total: entries.length, entries }
}

/** `/reader/starred_stories`, of feeds that are no longer subscribed to: others are not named. */
function newsBlur(articles: ExportedArticle[]) {
  const feeds = [...new Set(articles.flatMap(({ feed }) => feed?.url ?? []))]
  const stories = articles.map(({ url, title, content, publishedAt, savedAt, feed }) => ({
    ...{ id: url, story_hash: '7:a1b2c3', story_title: title, story_permalink: url, story_content: content },
    ...{ story_authors: 'Anna Holm', story_date: inWords(publishedAt), story_timestamp: String(seconds(publishedAt)) },
    ...{ starred: true, starred_date: 'Saturday, November 21st, 2026', starred_timestamp: seconds(savedAt) },
    story_feed_id: feed ? feeds.indexOf(feed.url) : 99,
  }))
  return {
    stories,
    feeds: Object.fromEntries(feeds.map((url, id) => [id, { id, feed_address: url, feed_title: 'F' }])),
  }
}

/** The plug-in import_export; an archived article has no feed. */
function tinyTinyRss(articles: ExportedArticle[]): string {
  const cdata = (text: string) => (text ? `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : '')
  const columns = ({ url, title, content, publishedAt, feed }: ExportedArticle) => ({
    ...{ guid: cdata(`${url}#guid`), title: cdata(title), content: cdata(content), marked: '1', published: '0' },
    ...{ score: '0', note: '', link: cdata(url), tag_cache: '', label_cache: cdata('[]') },
    ...{ feed_title: cdata(feed?.title ?? ''), feed_url: cdata(feed?.url ?? ''), updated: cdata(inWords(publishedAt)) },
  })
  const written = articles.map((article) => {
    const lines = Object.entries(columns(article)).map(([name, value]) => `  <${name}>${value}</${name}>\n`)
    return `<article>\n${lines.join('')}</article>\n`
  })
  return `<articles schema-version="152">${written.join('')}</articles>`
}

const json = (write: (articles: ExportedArticle[]) => unknown) => (articles: ExportedArticle[]) =>
  Buffer.from(JSON.stringify(write(articles), null, 2))

/** Program and form → its file. `knowsSaved`: it has the time of saving. */
export const READER_EXPORTS: Record<string, { write: (articles: ExportedArticle[]) => Buffer; knowsSaved: boolean }> = {
  FreshRSS: { write: json(freshRss), knowsSaved: true },
  Feedly: { write: json(feedly), knowsSaved: true },
  Miniflux: { write: json(miniflux), knowsSaved: true },
  NewsBlur: { write: json(newsBlur), knowsSaved: true },
  'NewsBlur, stories alone': { write: json((articles) => newsBlur(articles).stories), knowsSaved: true },
  'Tiny Tiny RSS': { write: (articles) => Buffer.from(tinyTinyRss(articles)), knowsSaved: false },
  'Tiny Tiny RSS, compressed': { write: (articles) => gzipSync(tinyTinyRss(articles)), knowsSaved: false },
}

/** Program → its OPML, with one feed in a folder and one in none. */
export const READER_LISTS: Record<string, (inFolder: string, alone: string) => string> = {
  FreshRSS: (inFolder, alone) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<opml xmlns:frss="https://freshrss.org/opml" version="2.0"><head><title>FreshRSS</title></head><body>
<outline text="Cykler"><outline text="A &amp;amp; B" type="rss" xmlUrl="${inFolder}" htmlUrl="https://a.example/" description="" frss:priority="important"/></outline>
<outline text="C" type="rss" xmlUrl="${alone}"/></body></opml>`,
  Miniflux: (inFolder, alone) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>Miniflux</title><dateCreated>Sat, 21 Nov 2026 12:00:00 UTC</dateCreated></head><body>
<outline text="Cykler"><outline title="A &amp; B" text="A &amp; B" xmlUrl="${inFolder}" htmlUrl="https://a.example/"></outline></outline>
<outline title="C" text="C" xmlUrl="${alone}"></outline></body></opml>`,
  Feedly: (inFolder, alone) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<opml version="1.0"><head><title>anna subscriptions in feedly Cloud</title></head><body>
<outline text="Cykler" title="Cykler"><outline type="rss" text="A &amp; B" title="A &amp; B" xmlUrl="${inFolder}" htmlUrl="https://a.example/"/></outline>
<outline type="rss" text="C" title="C" xmlUrl="${alone}"/></body></opml>`,
  NewsBlur: (inFolder, alone) =>
    `<?xml version='1.0' encoding='utf-8'?>
<opml version="1.1"><head><title>NewsBlur Feeds</title></head><body>
<outline text="C" title="C" type="rss" version="RSS" htmlUrl="" xmlUrl="${alone}"/>
<outline text="Cykler" title="Cykler"><outline text="A &amp; B" title="A &amp; B" type="rss" version="RSS" htmlUrl="https://a.example/" xmlUrl="${inFolder}"/></outline></body></opml>`,
  'Tiny Tiny RSS': (inFolder, alone) =>
    `<?xml version="1.0" encoding="utf-8"?>
<opml version="1.0"><head><title>Tiny Tiny RSS Feed Export</title></head><body>
<outline text="Cykler" ttrssSortOrder="0"><outline type="rss" text="A &amp; B" xmlUrl="${inFolder}" ttrssSortOrder="0" ttrssPurgeInterval="0" htmlUrl="https://a.example/"/></outline>
<outline type="rss" text="C" xmlUrl="${alone}"/>
<outline text="tt-rss-prefs" schema-version="152"><outline pref-name="USER_LANGUAGE" value="da"/></outline></body></opml>`,
}
