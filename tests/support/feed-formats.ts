/** The same items written in each format of feeds. */

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
