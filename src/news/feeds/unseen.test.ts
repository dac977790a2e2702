/** Parts that are invisible or not the article: titles of nothing, names that are addresses, titles within texts. */
import { describe, expect, it, test } from 'vitest'
import { isNamed, isVisible } from '../../platform/text/titles.ts'
import { identifyItems } from '../articles/rules/identity.ts'
import { parseFeed } from './parse.ts'

const NOTHINGS = {
  'a zero-width space': '\u200b',
  joiners: '\u200c\u200d',
  'marks of direction': '\u200e\u200f\u061c\u202a\u202c\u2066\u2069',
  'soft hyphens': '\u00ad\u00ad',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'a Braille blank': '\u2800',
  'Hangul fillers': '\u115f\u1160\u3164\uffa0',
  'a combining joiner': '\u034f',
  'variation selectors': '\ufe0f\u{e0100}',
  tags: '\u{e0041}\u{e007f}',
  'white space of all kinds': '\u00a0\u1680\u2000\u2003\u2009\u202f\u205f\u3000\u2028\u2029\t',
  'a Mongolian separator': '\u180e',
  'a mark alone': '\u0308',
  'private letters': '\ue000',
  'all of them': '\u200b \u2800\u3164\u00ad\u200e',
}

const xml = (text: string) => text.replace(/[^ -~]/gu, (sign) => `&#${sign.codePointAt(0)};`)
const parse = (document: string) =>
  parseFeed(Buffer.from(document), { url: 'https://a.example/feed', contentType: null })
const link = 'https://a.example/1'
const FORMATS: Record<string, (title: string) => string> = {
  RSS: (title) =>
    `<rss version="2.0"><channel><title>${xml(title)}</title><item><title>${xml(title)}</title><link>${link}</link><description>Bron öppnar på lördag. Färjan slutar gå.</description></item></channel></rss>`,
  'RSS 1.0': (title) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>${xml(title)}</title></channel><item rdf:about="${link}"><title>${xml(title)}</title><link>${link}</link><description>Bron öppnar på lördag. Färjan slutar gå.</description></item></rdf:RDF>`,
  Atom: (title) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>${xml(title)}</title><entry><id>1</id><title type="html">${xml(title)}</title><link href="${link}"/><content type="html">Bron öppnar på lördag. Färjan slutar gå.</content></entry></feed>`,
  'JSON Feed': (title) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title,
      items: [{ id: '1', url: link, title, content_text: 'Bron öppnar på lördag. Färjan slutar gå.' }],
    }),
}

describe.each(Object.entries(NOTHINGS))('a title of %s', (_name, title) => {
  it('is nothing to see and no name', () => expect([isVisible(title), isNamed(title)]).toEqual([false, false]))

  it.each(Object.entries(FORMATS))('is none in %s: the text gives one', (_format, document) => {
    const feed = parse(document(title))
    expect([feed.title, feed.items[0]?.title]).toEqual(['', ''])
    expect(identifyItems(feed.items, link).candidates[0]?.title).toBe('Bron öppnar på lördag')
  })

  it('is not taken from a text of nothing either: the address stands for it', () => {
    const document = { version: 'https://jsonfeed.org/version/1.1', items: [{ url: link, title, content_text: title }] }
    expect(identifyItems(parse(JSON.stringify(document)).items, link).candidates[0]?.title).toBe('a.example/1')
  })
})

test.each(['…', '!', '½', '“', 'ก', '☂', '👩‍👩‍👧', 'e\u0301', '\u3164Hej\u3164'])(
  'a title of "%s" is to be seen',
  (title) => {
    expect(isVisible(title)).toBe(true)
  },
)

describe('authors of JSON Feed', () => {
  const authorOf = (item: object, feed: object = {}) =>
    parse(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...feed, items: [{ id: '1', ...item }] }))
      .items[0]?.author
  test.each([
    ['authors before author', { authors: [{ name: 'Ann' }, { name: 'Bo' }], author: { name: 'Red.' } }, 'Ann, Bo'],
    ['author where authors are empty', { authors: [], author: { name: 'Ann' } }, 'Ann'],
    ['author where authors have no name', { authors: [{ url: link }], author: { name: 'Ann' } }, 'Ann'],
    ['no address', { authors: [{ name: 'ann@a.example' }] }, null],
    [
      'the name beside an address',
      { authors: [{ name: 'ann@a.example (Ann Ek)' }, { name: 'Bo <bo@a.example>' }] },
      'Ann Ek, Bo',
    ],
    ['no address of author', { author: { name: 'mailto:ann@a.example' } }, null],
    ['plain texts', { authors: ['Ann', 'bo@a.example'] }, 'Ann'],
    ['nothing to see', { authors: [{ name: '\u3164' }] }, null],
  ])('%s', (_what, item, author) => {
    expect(authorOf(item)).toBe(author)
    expect(authorOf({}, item)).toBe(author)
  })
})

describe('a title within a text is none of it', () => {
  const head = '<head><title>Inre titel</title></head><body><p>Bron öppnar.</p></body>'
  const div = '<div xmlns="http://www.w3.org/1999/xhtml"><title>Inre titel</title><p>Bron öppnar.</p></div>'
  const escaped = (html: string) => html.replace(/</g, '&lt;')
  test.each([
    [
      'application/xhtml+xml',
      `<content type="application/xhtml+xml"><html xmlns="http://www.w3.org/1999/xhtml">${head}</html></content>`,
    ],
    [
      'application/xhtml+xml, escaped',
      `<content type="application/xhtml+xml">${escaped(`<html>${head}</html>`)}</content>`,
    ],
    ['xhtml', `<content type="xhtml">${div}</content>`],
    ['an xhtml summary', `<summary type="xhtml">${div}</summary>`],
    ['html', `<content type="html">${escaped(`<html>${head}</html>`)}</content>`],
    ['an html summary', `<summary type="html">${escaped(head)}</summary>`],
  ])('%s', (_type, content) => {
    const feed = parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><id>1</id><title>Bron</title>${content}</entry></feed>`,
    )
    expect(feed.items[0]).toMatchObject({ title: 'Bron', summary: 'Bron öppnar.' })
    expect(feed.items[0]?.contentHtml).not.toContain('Inre')
  })
  it('but a word in angle brackets is', () => {
    const feed = parse(FORMATS.RSS?.('Bron').replace('Bron öppnar', 'Skriv &lt;title> rätt och') ?? '')
    expect(feed.items[0]?.summary).toContain('rätt och på lördag')
  })
})
