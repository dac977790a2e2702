/** Attacks by size and shape, and compressed documents. What fixtures can show is in fixtures.test.ts. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { decodeBytes } from './decode/decode.ts'
import { parseFeed } from './parse.ts'

const options = { url: 'https://fruktbladet.example/flode.xml', contentType: null }
const parse = (text: string) => parseFeed(Buffer.from(text), options)
const rss = (inner: string) => `<rss version="2.0"><channel><title>Titel</title>${inner}</channel></rss>`

describe('parseFeed', () => {
  it('unpacks a compressed document and refuses one that swells', { tags: 'slow' }, () => {
    expect(parseFeed(gzipSync(rss('')), options).title).toBe('Titel')
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, 32))
    expect(() => parseFeed(bomb, options)).toThrow(AppError)
  })

  it.each([
    ['a version', { version: 'https://jsonfeed.org/version/1.1', items: [] }, true],
    ['a title', { title: 'Titel', items: [] }, true],
    ['neither', { items: [{ id: '1', title: 'Inget flöde' }] }, false],
    ['no items', { version: 'https://jsonfeed.org/version/1.1', title: 'Titel' }, false],
  ])('takes JSON for a feed by its items and its version or title: %s', (_, document, isFeed) => {
    const read = () => parse(JSON.stringify(document))
    if (isFeed) expect(read().items).toEqual([])
    else expect(read).toThrow(AppError)
  })

  it('reads past any number of byte order marks', () =>
    expect(decodeBytes(Buffer.from('\ufeff\ufeff\ufeff<rss/>'), null).text).toBe('<rss/>'))

  // Names that every object has.
  it.each(['constructor', 'toString', '__proto__'])('reads what names its encoding %s', (label) => {
    const document = rss('<item><title>Kärnor</title></item>')
    const contentType = `text/xml; charset=${label}`
    for (const [text, type] of [
      [document, contentType],
      [`<?xml version="1.0" encoding="${label}"?>${document}`, null],
    ] as const)
      expect(parseFeed(Buffer.from(text), { ...options, contentType: type }).items[0]?.title).toBe('Kärnor')
  })

  it('refuses an entity that is repeated without measure', () => {
    const document = `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(1_500)}">]>${rss(`<item><title>${'&a;'.repeat(1_000)}</title></item>`)}`
    expect(() => parse(document)).toThrow('XML bomb')
  })

  it('refuses entities that multiply each other', () => {
    const laughs = [...'bcdef'].map((name, at) => `<!ENTITY ${name} "${`&${'abcde'[at]};`.repeat(10)}">`)
    const document = `<!DOCTYPE r [<!ENTITY a "ha">${laughs.join('')}]>${rss('<item><title>&f;</title></item>')}`
    expect(() => parse(document)).toThrow('XML bomb')
  })

  it('refuses elements without end', () => {
    expect(() => parse('<a>'.repeat(100_000))).toThrow('nests its elements')
  })

  it('keeps the text of markup that nests without end', () => {
    const feed = parse(
      rss(`<item><description><![CDATA[${'<div>'.repeat(20_000)}kvar<script>x</script>]]></description></item>`),
    )
    expect(feed.items[0]?.contentHtml).toContain('kvar')
    expect(feed.items[0]?.contentHtml).not.toContain('<')
  })

  it('reads at most 5,000 items and says so', () => {
    const feed = parse(rss('<item><title>a</title></item>'.repeat(6_000)))
    expect(feed.items).toHaveLength(5_000)
    expect(feed.problems).toEqual(['only the first 5000 items were read'])
  })

  it('refuses RDF that is no feed, and a web page with RDF in it', () => {
    const rdf = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description/></rdf:RDF>'
    expect(() => parse(rdf)).toThrow(AppError)
    expect(() => parse(`<html><body>${rdf}</body></html>`)).toThrow('web page')
  })

  it('has nothing to resolve relative links against when the document is a file', () => {
    const feed = parseFeed(Buffer.from(rss('<item><link>/a</link></item>')), { ...options, url: '' })
    expect(feed.items[0]?.url).toBeNull()
  })
})
