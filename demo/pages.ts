/** A demo publisher's web pages: its front page and its articles, each marked as invented. */
import type { DemoArticle, DemoPublisher } from './world.ts'

const WORDS = {
  sv: {
    note: 'Demoinnehåll – påhittade nyheter',
    about: 'Tidningen, personerna och händelserna på den här sidan är påhittade och visar hur Kärnhuset fungerar.',
    by: 'Av',
    more: 'Mer från',
    path: 'artikel',
  },
  en: {
    note: 'Demo content – invented news',
    about: 'The publisher, the people and the events on this page are invented. They show how Kärnhuset works.',
    by: 'By',
    more: 'More from',
    path: 'article',
  },
  de: {
    note: 'Demo – erfundene Nachrichten',
    about:
      'Die Zeitung, die Menschen und die Ereignisse auf dieser Seite sind erfunden. Sie zeigen, wie Kärnhuset arbeitet.',
    by: 'Von',
    more: 'Mehr von',
    path: 'artikel',
  },
}

const html = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
const wordsOf = ({ language }: DemoPublisher) => (WORDS as Record<string, typeof WORDS.en>)[language] ?? WORDS.en

/** Where the article is found below the publisher's address. */
export function articlePath(publisher: DemoPublisher, article: DemoArticle): string {
  return `/${wordsOf(publisher).path}/${article.slug}`
}

export function renderFrontPage(publisher: DemoPublisher, base: string): string {
  const list = publisher.articles
    .map(
      (a) =>
        `<li><a href="${html(base + articlePath(publisher, a))}">${html(a.title)}</a><p>${html(a.summary)}</p></li>`,
    )
    .join('\n')
  return page(publisher, base, publisher.name, `<main><ol>${list}</ol></main>`, '')
}

export function renderArticle(publisher: DemoPublisher, article: DemoArticle, base: string): string {
  const words = wordsOf(publisher)
  const address = base + articlePath(publisher, article)
  const image = article.motif ? `${base}/image/${article.slug}.webp` : null
  const date = new Intl.DateTimeFormat(publisher.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Stockholm',
  })
  const others = publisher.articles.filter((a) => a !== article).slice(0, 4)
  const head = `<link rel="canonical" href="${html(address)}">
<meta name="description" content="${html(article.summary)}">
<meta property="og:type" content="article"><meta property="og:title" content="${html(article.title)}">
<meta property="og:description" content="${html(article.summary)}"><meta property="og:url" content="${html(address)}">
<meta property="og:site_name" content="${html(publisher.name)}">${image ? `<meta property="og:image" content="${html(image)}">` : ''}
<meta property="article:published_time" content="${article.at.toISOString()}">`
  const body = `<main><article>
<h1>${html(article.title)}</h1>
<p class="lead">${html(article.summary)}</p>
<p class="meta">${article.author ? `${words.by} <span rel="author">${html(article.author)}</span> · ` : ''}<time datetime="${article.at.toISOString()}">${date.format(article.at)}</time></p>
${image ? `<img src="${html(image)}" width="1200" height="675" alt="">` : ''}
${article.paragraphs.map((paragraph) => `<p>${html(paragraph)}</p>`).join('\n')}
</article>
<nav aria-label="${words.more} ${html(publisher.name)}"><h2>${words.more} ${html(publisher.name)}</h2><ul>
${others.map((a) => `<li><a href="${html(base + articlePath(publisher, a))}">${html(a.title)}</a></li>`).join('\n')}
</ul></nav></main>`
  return page(publisher, base, `${article.title} – ${publisher.name}`, body, head)
}

function page(publisher: DemoPublisher, base: string, title: string, body: string, head: string): string {
  const words = wordsOf(publisher)
  return `<!doctype html>
<html lang="${publisher.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(title)}</title><meta name="robots" content="noindex">
<link rel="alternate" href="${html(base)}/feed.xml" title="${html(publisher.name)}" type="application/rss+xml">
${head}
<style>
:root { color-scheme: light dark; --accent: ${publisher.accent} }
body { margin: 0; font: 1.0625rem/1.6 ui-serif, Georgia, serif }
header, footer, main { max-width: 42rem; margin: auto; padding: 1rem }
header a { font-size: 1.6rem; font-weight: 700; color: inherit; text-decoration: none }
header p, footer p, .meta { margin: .2rem 0; font: .875rem/1.4 system-ui, sans-serif; opacity: .75 }
.demo { padding: .4rem 1rem; text-align: center; font: 600 .875rem system-ui, sans-serif; color: #fff; background: var(--accent) }
h1 { font-size: 2.1rem; line-height: 1.15 } .lead { font-size: 1.2rem } img { width: 100%; height: auto }
</style></head><body>
<div class="demo" role="note">${words.note}</div>
<header><a href="${html(base)}/">${html(publisher.name)}</a><p>${html(publisher.tagline)}</p></header>
${body}
<footer><p>${words.about}</p></footer>
</body></html>
`
}
