/** A demo publisher's feed in the format that it keeps to. Written by hand, each with habits of its own, as real ones are. */
const esc = encodeURIComponent

import type { DemoArticle, DemoPublisher } from './world.ts'

export interface FeedDocument {
  type: string
  body: Buffer
}

interface Entry {
  article: DemoArticle
  url: string
  guid: string
  image: string | null
  html: string
}

const xml = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const pictured = (image: string | null, html: string) =>
  image ? `<p><img src="${xml(image)}" alt=""></p>\n${html}` : html

/** `base` is the address under which the publisher is served, without a trailing slash. */
export function renderFeed(publisher: DemoPublisher, base: string): FeedDocument {
  const entries = publisher.articles.map((article) => entryOf(publisher, article, base))
  const text = { rss, atom, rdf, json }[publisher.format](publisher, base, entries)
  const type = {
    rss: 'application/rss+xml',
    atom: 'application/atom+xml',
    rdf: 'application/rdf+xml',
    json: 'application/feed+json',
  }
  return {
    type: `${type[publisher.format]}; charset=${publisher.encoding}`,
    body: publisher.encoding === 'utf-8' ? Buffer.from(text) : Buffer.from(inLatin1(text), 'latin1'),
  }
}

/** What Latin-1 has no letter for, such as a dash, as a character reference. */
const inLatin1 = (text: string) => text.replace(/[\u0100-\u{10ffff}]/gu, (c) => `&#${c.codePointAt(0)};`)

function entryOf(publisher: DemoPublisher, article: DemoArticle, base: string): Entry {
  return {
    article,
    url: `${base}/${publisher.language === 'sv' ? 'artikel' : 'article'}/${esc(article.slug)}`,
    guid: `tag:${publisher.domain},2026:${article.slug}`,
    image: article.motif ? `${base}/image/${esc(article.slug)}.webp` : null,
    html: article.paragraphs.map((paragraph) => `<p>${xml(paragraph)}</p>`).join('\n'),
  }
}

function rss(p: DemoPublisher, base: string, entries: Entry[]): string {
  const items = entries.map(
    ({ article, url, guid, image, html }) => `    <item>
      <title>${xml(article.title)}</title>
      <link>${xml(url)}</link>
      <guid isPermaLink="false">${xml(guid)}</guid>
      <pubDate>${article.at.toUTCString()}</pubDate>${article.author ? `\n      <dc:creator>${xml(article.author)}</dc:creator>` : ''}
      <description>${cdata(article.summary)}</description>${p.fullText ? `\n      <content:encoded>${cdata(html)}</content:encoded>` : ''}${
        image
          ? `\n      <media:content url="${xml(image)}" medium="image" type="image/webp" width="1200" height="675"/>`
          : ''
      }
    </item>`,
  )
  return `<?xml version="1.0" encoding="${p.encoding}"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${xml(p.name)}</title>
    <link>${xml(base)}/</link>
    <atom:link href="${xml(base)}/feed.xml" rel="self" type="application/rss+xml"/>
    <description>${xml(p.tagline)}</description>
    <language>${p.language}</language>
${items.join('\n')}
  </channel>
</rss>
`
}

function atom(p: DemoPublisher, base: string, entries: Entry[]): string {
  const items = entries.map(
    ({ article, url, guid, image, html }) => `  <entry>
    <title type="text">${xml(article.title)}</title>
    <id>${xml(guid)}</id>
    <link rel="alternate" type="text/html" href="${xml(url)}"/>${image ? `\n    <link rel="enclosure" type="image/webp" href="${xml(image)}"/>` : ''}
    <published>${article.at.toISOString()}</published>
    <updated>${article.at.toISOString()}</updated>${article.author ? `\n    <author><name>${xml(article.author)}</name></author>` : ''}
    <summary type="text">${xml(article.summary)}</summary>
    <content type="html">${xml(pictured(image, html))}</content>
  </entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${p.language}">
  <title>${xml(p.name)}</title>
  <subtitle>${xml(p.tagline)}</subtitle>
  <id>tag:${p.domain},2026:feed</id>
  <link rel="alternate" type="text/html" href="${xml(base)}/"/>
  <link rel="self" type="application/atom+xml" href="${xml(base)}/feed.xml"/>
  <updated>${entries[0]?.article.at.toISOString() ?? ''}</updated>
  <author><name>${xml(p.name)}</name></author>
${items.join('\n')}
</feed>
`
}

function rdf(p: DemoPublisher, base: string, entries: Entry[]): string {
  const items = entries.map(
    ({ article, url, image, html }) => `  <item rdf:about="${xml(url)}">
    <title>${xml(article.title)}</title>
    <link>${xml(url)}</link>
    <description>${xml(article.summary)}</description>
    <dc:date>${article.at.toISOString().slice(0, 19)}+00:00</dc:date>${article.author ? `\n    <dc:creator>${xml(article.author)}</dc:creator>` : ''}
    <content:encoded>${cdata(pictured(image, html))}</content:encoded>
  </item>`,
  )
  return `<?xml version="1.0" encoding="${p.encoding}"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel rdf:about="${xml(base)}/feed.xml">
    <title>${xml(p.name)}</title>
    <link>${xml(base)}/</link>
    <description>${xml(p.tagline)}</description>
    <dc:language>${p.language}</dc:language>
    <items><rdf:Seq>${entries.map(({ url }) => `<rdf:li rdf:resource="${xml(url)}"/>`).join('')}</rdf:Seq></items>
  </channel>
${items.join('\n')}
</rdf:RDF>
`
}

function json(p: DemoPublisher, base: string, entries: Entry[]): string {
  return JSON.stringify(
    {
      version: 'https://jsonfeed.org/version/1.1',
      title: p.name,
      home_page_url: `${base}/`,
      feed_url: `${base}/feed.xml`,
      description: p.tagline,
      language: p.language,
      items: entries.map(({ article, url, guid, image, html }) => ({
        id: guid,
        url,
        title: article.title,
        summary: article.summary,
        content_html: html,
        date_published: article.at.toISOString(),
        ...(image && { image }),
        ...(article.author && { authors: [{ name: article.author }] }),
      })),
    },
    null,
    1,
  )
}
