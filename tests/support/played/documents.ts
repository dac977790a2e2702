/** Documents of publishers: the same items in each format of feeds, an old feed as if it were new, and a page of an article. */

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
    ...{ version: 'https://jsonfeed.org/version/1.1', title: 'Bladet', home_page_url: `${site}/` },
    items: items.map(({ id, link, title, text, date }) => ({
      ...{ id, url: link, title, content_text: text, date_published: date?.toISOString() },
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
<footer><p>Ansvarig utgivare: Någon Annan. Om kakor.</p></footer></body></html>`
}
