/** Documents as others write them: feeds in each format, an old feed as if it were new, a page of an article, exports of readers. */
import { gzipSync } from 'node:zlib'

export interface WrittenItem {
  id?: string | undefined
  link?: string | undefined
  title: string
  text: string
  date?: Date | undefined
}

type Write = (site: string, items: WrittenItem[]) => string

const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${xml(text)}</${name}>`

const rss: Write = (site, items) => {
  const entries = items.map(
    ({ id, link, title, text, date }) =>
      `<item>${element('title', title)}${element('link', link)}${element('guid', id).replace('<guid>', '<guid isPermaLink="false">')}${element('description', text)}${element('pubDate', date?.toUTCString())}</item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Bladet</title><link>${site}/</link>${entries.join('\n')}</channel></rss>`
}

const rdf: Write = (site, items) => {
  const entries = items.map(
    ({ id, link, title, text, date }) =>
      `<item${id === undefined ? '' : ` rdf:about="${xml(id)}"`}>${element('title', title)}${element('link', link)}${element('description', text)}${element('dc:date', date?.toISOString())}</item>`,
  )
  return `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="${site}/"><title>Bladet</title><link>${site}/</link></channel>${entries.join('\n')}</rdf:RDF>`
}

const atom: Write = (site, items) => {
  const entries = items.map(
    ({ id, link, title, text, date }) =>
      `<entry>${element('title', title)}${element('id', id)}${link === undefined ? '' : `<link href="${xml(link)}"/>`}${element('published', date?.toISOString())}${element('content', text)}</entry>`,
  )
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Bladet</title><link href="${site}/"/>${entries.join('\n')}</feed>`
}

const json: Write = (site, items) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Bladet',
    home_page_url: `${site}/`,
    items: items.map(({ id, link, title, text, date }) => ({
      id,
      url: link,
      title,
      content_text: text,
      date_published: date?.toISOString(),
    })),
  })

export const FEED_FORMATS = { rss, rdf, atom, json } satisfies Record<string, Write>

const DATES =
  /(?<=<(?:pubDate|published|updated|dc:date)(?:\s[^>]*)?>\s*|"date_(?:published|modified)"\s*:\s*")[^\s<"][^<"]*?(?=\s*[<"])/g

/** All dates are moved by as much as brings the newest of them to `newest`; what cannot be read as a date stays. */
export function moveDates(document: string, newest: Date): string {
  const times = [...document.matchAll(DATES)].map(([date]) => Date.parse(date)).filter((time) => !Number.isNaN(time))
  const by = newest.getTime() - times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY)
  return document.replace(DATES, (date) => {
    const time = Date.parse(date)
    if (Number.isNaN(time)) return date
    const moved = new Date(time + by)
    return /^\d{4}-/.test(date) ? moved.toISOString() : moved.toUTCString()
  })
}

export const PARAGRAPHS = [
  'Regeringen vill att alla nya telefoner som säljs i landet ska gå att laga i minst sju år, säger ministern, och lovar ett förslag före sommaren.',
  'Branschen är kritisk. Enligt dess förening blir kraven dyra för mindre tillverkare, och kunderna får betala. Miljörörelsen säger tvärtom att förslaget är för svagt.',
  'Förslaget ska nu ut på remiss, och svaren väntas i mars. Därefter kan riksdagen besluta i maj, och reglerna börja gälla till årsskiftet.',
  'Flera länder i Europa har liknande regler på gång, men ingen har gått så långt som den här lagen skulle göra, om den går igenom.',
]

export interface PageParts {
  head?: string
  article?: string
  htmlAttributes?: string
}

/** As sites build it: head, menu, article, teasers, footer. */
export function articlePage({ head = '', article, htmlAttributes = 'lang="sv-SE"' }: PageParts = {}): string {
  const body = article ?? PARAGRAPHS.map((text) => `<p>${text}</p>`).join('\n')
  return `<!doctype html>
<html ${htmlAttributes}><head><title>Telefoner ska gå att laga | Bladet</title>${head}
<script>document.write('<p>skräp från ett skript</p>')</script><style>p { color: red }</style></head>
<body><nav class="menu"><ul><li><a href="/">Start</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<main><article><h1>Telefoner ska gå att laga</h1>${body}</article></main>
<aside class="related sidebar"><a href="/1">Läs också det här</a> <a href="/2">Och det här</a></aside>
<footer><p>Ansvarig publisher: Någon Annan. Om kakor.</p></footer></body></html>`
}

/** A saved article, for the exports that other feed readers write. */
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
    id: `tag:google.com,2005:reader/item/${at.toString(16).padStart(16, '0')}`,
    guid: `${url}#guid`,
    crawlTimeMsec: String(savedAt.getTime()),
    timestampUsec: `${savedAt.getTime()}000`,
    published: seconds(publishedAt),
    title,
    author: 'Anna Holm',
    content: { content },
    canonical: link(url),
    alternate: link(url),
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
    id: 'Xne8uW/IUiZhV1EuO2ZMzIrc2Ak6NlhGjboZ+Yk0rJ8=_1523699cbb3:2aa0463:e47a7aef',
    originId: url,
    title,
    published: publishedAt.getTime(),
    crawled: savedAt.getTime(),
    actionTimestamp: savedAt.getTime(),
    summary: { content, direction: 'ltr' },
    author: 'Anna Holm',
    unread: false,
    alternate: link(url.replace('https://', 'http://proxy.example/')),
    canonical: link(url),
    ...(feed && { origin: { streamId: `feed/${feed.url}`, title: feed.title, htmlUrl: new URL(feed.url).origin } }),
  }))
  return { id: 'user/c805fcbf/tag/global.saved', items }
}

/** `/v1/entries?starred=true`. */
function miniflux(articles: ExportedArticle[]) {
  const entries = articles.map(({ url, title, content, publishedAt, savedAt, feed }, at) => ({
    id: at + 1,
    user_id: 1,
    feed_id: 7,
    status: 'read',
    hash: 'a1',
    title,
    url,
    comments_url: '',
    content,
    published_at: publishedAt.toISOString(),
    created_at: savedAt.toISOString(),
    changed_at: savedAt.toISOString(),
    author: 'Anna Holm',
    share_code: '',
    starred: true,
    reading_time: 1,
    enclosures: [],
    tags: [],
    feed: feed ? { id: 7, feed_url: feed.url, title: feed.title } : null,
  }))
  return { total: entries.length, entries }
}

/** `/reader/starred_stories`, of feeds that are no longer subscribed to: others are not named. */
function newsBlur(articles: ExportedArticle[]) {
  const feeds = [...new Set(articles.flatMap(({ feed }) => feed?.url ?? []))]
  const stories = articles.map(({ url, title, content, publishedAt, savedAt, feed }) => ({
    id: url,
    story_hash: '7:a1b2c3',
    story_title: title,
    story_permalink: url,
    story_content: content,
    story_authors: 'Anna Holm',
    story_date: inWords(publishedAt),
    story_timestamp: String(seconds(publishedAt)),
    starred: true,
    starred_date: 'Saturday, November 21st, 2026',
    starred_timestamp: seconds(savedAt),
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
    guid: cdata(`${url}#guid`),
    title: cdata(title),
    content: cdata(content),
    marked: '1',
    published: '0',
    score: '0',
    note: '',
    link: cdata(url),
    tag_cache: '',
    label_cache: cdata('[]'),
    feed_title: cdata(feed?.title ?? ''),
    feed_url: cdata(feed?.url ?? ''),
    updated: cdata(inWords(publishedAt)),
  })
  const written = articles.map((article) => {
    const lines = Object.entries(columns(article)).map(([name, value]) => `  <${name}>${value}</${name}>\n`)
    return `<article>\n${lines.join('')}</article>\n`
  })
  return `<articles schema-version="152">${written.join('')}</articles>`
}

const jsonFile = (write: (articles: ExportedArticle[]) => unknown) => (articles: ExportedArticle[]) =>
  Buffer.from(JSON.stringify(write(articles), null, 2))

/** Program and form → its file. `knowsSaved`: it has the time of saving. */
export const READER_EXPORTS: Record<string, { write: (articles: ExportedArticle[]) => Buffer; knowsSaved: boolean }> = {
  FreshRSS: { write: jsonFile(freshRss), knowsSaved: true },
  Feedly: { write: jsonFile(feedly), knowsSaved: true },
  Miniflux: { write: jsonFile(miniflux), knowsSaved: true },
  NewsBlur: { write: jsonFile(newsBlur), knowsSaved: true },
  'NewsBlur, stories alone': { write: jsonFile((articles) => newsBlur(articles).stories), knowsSaved: true },
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
