import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { parseOpml } from './opml.ts'
import { renderOpml } from './render-opml.ts'

const sourcesOf = (opml: string | Uint8Array) => parseOpml(opml).sources

const list = (body: string) =>
  `<?xml version="1.0"?>\n<opml version="2.0"><head><title>t</title></head><body>\n${body}\n</body></opml>`
const feed = (attributes: string) => list(`<outline type="rss" text="A" ${attributes}/>`)

describe('parseOpml', () => {
  it('reads every attribute and the group that a source stands in', () => {
    const text =
      list(`<outline text="Svenska"><outline type="rss" text="Åäö &amp; co" xmlUrl="https://a.example/rss?a=1&amp;b=2"
      htmlUrl="https://a.example/" language="SV" relevance="all" extract="false" publisher="A.example"/></outline>
      <outline type="rss" title="B" xmlUrl="http://b.example/"/>`)
    expect(sourcesOf(text)).toEqual([
      {
        url: 'https://a.example/rss?a=1&b=2',
        title: 'Åäö & co',
        siteUrl: 'https://a.example/',
        language: 'sv',
        relevance: 'all',
        extract: false,
        publisher: 'a.example',
        category: 'Svenska',
      },
      {
        url: 'http://b.example/',
        title: 'B',
        siteUrl: null,
        language: null,
        relevance: 'model',
        extract: true,
        publisher: null,
        category: null,
      },
    ])
  })

  it('keeps what readers know the publisher by, there and back', () => {
    const sources = sourcesOf(feed('xmlUrl="https://a.example/f" publisherName="A &amp;amp; O"'))
    expect(sources[0]?.publisherName).toBe('A & O')
    expect(sourcesOf(renderOpml(sources, 't'))).toEqual(sources)
  })

  it.each([
    ['a byte order mark', `\uFEFF${feed('xmlUrl="https://a.example/f"')}`],
    ['another case of attributes', feed('XMLURL="https://a.example/f"')],
    ['single quotes', feed("xmlUrl='https://a.example/f'")],
    ['the feed: scheme', feed('xmlUrl="feed:https://a.example/f"')],
    ['the feed: scheme in capitals, with slashes', feed('xmlUrl="FEED://https://a.example/f"')],
    ['white space around the address', feed('xmlUrl=" https://a.example/f "')],
    ['a repeated feed', list('<outline text="A" xmlUrl="https://a.example/f"/>'.repeat(2))],
  ])('reads %s', (_, text) => {
    expect(sourcesOf(text).map((s) => s.url)).toEqual(['https://a.example/f'])
  })

  it('keeps a bare ampersand and takes the host where there is no title', () => {
    expect(sourcesOf(list('<outline xmlUrl="https://a.example/?x=1&y=2"/>'))[0]).toMatchObject({
      url: 'https://a.example/?x=1&y=2',
      title: 'a.example',
    })
  })

  it.each([
    ['Str&amp;amp;m &amp;#8211; el', 'Str&m – el'],
    ['AT&amp;amp;amp;T', 'AT&T'],
    ['&amp;lt;b&amp;gt;El&amp;lt;/b&amp;gt; &amp;auml;r', 'El är'],
    ['Using &lt;b&gt; in HTML', 'Using <b> in HTML'],
    ['A &lt;b&gt; and &lt;/b&gt;', 'A <b> and </b>'],
  ])('decodes the name %j that was encoded too often', (written, title) => {
    const [source] = sourcesOf(
      list(`<outline text="${written}"><outline text="${written}" xmlUrl="https://a.example/"/></outline>`),
    )
    expect(source).toMatchObject({ title, category: title })
  })

  it.each(['unknown', 'English (US)', '"><b>', '-'])('reads no language from %j', (language) => {
    const written = language.replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    expect(sourcesOf(feed(`xmlUrl="https://a.example/f" language="${written}"`))[0]?.language).toBeNull()
  })

  it('reads an empty list', () => {
    expect(sourcesOf(list(''))).toEqual([])
  })

  it.each([
    ['nothing', '', 'line 1: no <opml> element'],
    ['a web page', '<!doctype html>\n<html><body>Hej</body></html>', 'line 2: expected <opml>, found <html>'],
    ['a list cut off', list('<outline text="A" xmlUrl="https://a.example/f"/>').slice(0, -20), 'line 3: the list ends'],
    ['an unknown relevance', feed('xmlUrl="https://a.example/" relevance="some"'), 'line 3: relevance "some"'],
    ['a publisher that is no domain', feed('xmlUrl="https://a.example/" publisher="The News!"'), 'line 3: publisher'],
  ])('refuses %s and names the line', (_, text, message) => {
    expect(() => parseOpml(text)).toThrow(AppError)
    expect(() => parseOpml(text)).toThrow(message)
  })

  it.each([
    [
      'an address that is none',
      feed('xmlUrl="a.example"'),
      'line 3: xmlUrl "a.example" is not an http or https address',
    ],
    ['a relative address', feed('xmlUrl="/feed.xml"'), 'line 3: xmlUrl "/feed.xml" is not an http or https address'],
    ['another scheme', feed('xmlUrl="newsletter:brev@post.example"'), 'line 3: xmlUrl "newsletter:brev@post.example"'],
    ['a dangerous address', list('\n<outline text="A" xmlUrl="javascript:alert(1)"/>'), 'line 4: xmlUrl "javascript'],
    ['no address', feed('xmlUrl=""'), 'line 3: "A" names no feed (xmlUrl)'],
    [
      'a site without a feed',
      feed('htmlUrl="https://a.example/"'),
      'line 3: "A" names the site https://a.example/ and no feed (xmlUrl)',
    ],
    ['a text', list('<outline text="Bara text"/>'), 'line 3: "Bara text" names no feed'],
    ['a link', list('<outline text="Länk" type="link" url="https://a.example/"/>'), 'line 3: "Länk" names no feed'],
    ['another list', list('<outline text="Fler" type="include" url="https://a.example/o.opml"/>'), 'line 3: "Fler"'],
    ['a folder with nothing in it', list('<outline text="Tom"></outline>'), 'line 3: "Tom" names no feed'],
    [
      'a folder with texts alone',
      list('<outline text="Mapp">\n<outline text="Anteckning"/></outline>'),
      'line 4: "Anteckning"',
    ],
  ])('leaves out a line with %s, names it, and reads the others', (_, text, line) => {
    const opml = text.replace('\n</body>', '<outline text="B" xmlUrl="https://b.example/f"/>\n</body>')
    const { sources, leftOut } = parseOpml(opml)
    expect(sources.map(({ url }) => url)).toEqual(['https://b.example/f'])
    expect(leftOut).toEqual([expect.stringContaining(line)])
  })

  it('leaves out nothing of a list in order', () => {
    const opml = list('<outline text="Mapp"><outline text="A" xmlUrl="https://a.example/f"/></outline>')
    expect(parseOpml(opml).leftOut).toEqual([])
  })

  it.each([
    ['/Teknik', 'Teknik'],
    ['/Tech/Apple,News', 'Apple'],
    ['Nyheter', 'Nyheter'],
    [' , /Lokalt/ ,/Norr', 'Lokalt'],
    ['/Mat &amp; dryck', 'Mat & dryck'],
    ['', null],
    ['/', null],
  ])('understands the category %j', (category, folder) => {
    expect(sourcesOf(feed(`xmlUrl="https://a.example/f" category="${category}"`))[0]?.category).toBe(folder)
  })

  it('takes the group before the category of a feed, and the category of a group without a name', () => {
    const inside = '<outline text="A" xmlUrl="https://a.example/f" category="/Annat"/>'
    const folderIn = (group: string) => sourcesOf(list(`<outline ${group}>${inside}</outline>`))[0]?.category
    expect(folderIn('text="Mapp" category="/Teknik"')).toBe('Mapp')
    expect(folderIn('category="/Teknik"')).toBe('Teknik')
    expect(folderIn('')).toBe('Annat')
  })

  const swedish = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><opml version="2.0"><body><outline text="Kvällsposten i Ö" xmlUrl="https://oposten.example/"/></body></opml>`
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(swedish('UTF-8'))],
    ['UTF-8 behind its mark', Buffer.from(`\ufeff${swedish('UTF-8')}`)],
    ['ISO-8859-1', Buffer.from(swedish('ISO-8859-1'), 'latin1')],
    ['windows-1252', Buffer.from(swedish('windows-1252'), 'latin1')],
    ['UTF-16 behind its mark', Buffer.from(`\ufeff${swedish('UTF-16')}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${swedish('UTF-16')}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(swedish('UTF-16LE'), 'utf16le')],
    [
      'UTF-32',
      Buffer.concat(
        [...`\ufeff${swedish('UTF-32')}`].map((c) => Buffer.from(Uint32Array.of(c.codePointAt(0) ?? 0).buffer)),
      ),
    ],
    ['macintosh', Buffer.from(swedish('macintosh').replace('ä', '\x8a').replace('Ö', '\x85'), 'latin1')],
  ])('reads %s', (_, bytes) => {
    expect(sourcesOf(bytes).map(({ title }) => title)).toEqual(['Kvällsposten i Ö'])
  })

  it('never expands or fetches an entity', () => {
    const text = `<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "boom">]>\n${feed('title="&x;&y;" xmlUrl="https://a.example/f"')}`
    expect(sourcesOf(text)[0]?.title).toBe('&x;&y;')
  })
})

describe('the product’s own sources', () => {
  const sources = sourcesOf(readFileSync('content/sources.opml', 'utf8'))

  it('are about forty, with at least ten in Swedish, each with site and language', () => {
    expect(sources.length).toBeGreaterThanOrEqual(38)
    expect(sources.length).toBeLessThan(50)
    expect(sources.filter((s) => s.language === 'sv').length).toBeGreaterThanOrEqual(10)
    expect(sources.filter((s) => !s.siteUrl || !s.language)).toEqual([])
  })

  it('of general news are not taken as all about the topic', () => {
    const general =
      /engadget|theregister|bleepingcomputer|europa\.eu|svt\.se|svd\.se|dn\.se|m3\.se|mobil\.se|techcrunch/
    expect(sources.filter((s) => s.relevance === 'all' && general.test(s.url))).toEqual([])
    expect(sources.filter((s) => general.test(s.url)).length).toBe(10)
  })

  it('hold no forum, no search service and nothing without encryption', () => {
    expect(sources.filter((s) => /forum|news\.google|reddit|civis/.test(s.url) || !s.url.startsWith('https:'))).toEqual(
      [],
    )
  })
})

const folder = join(process.env.KARNHUSET_TEST_DATA ?? '../shared/data', 'opml')
describe.skipIf(!existsSync(folder))('real lists', () => {
  it.each(existsSync(folder) ? readdirSync(folder) : [])('%s survives reading and writing', (file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const sources = sourcesOf(text)
    const addresses = new Set([...text.matchAll(/xmlUrl="([^"]*)"/g)].map((m) => m[1]?.replaceAll('&amp;', '&')))
    expect(sources.map((s) => s.url).sort()).toEqual([...addresses].sort())
    expect(sourcesOf(renderOpml(sources, file))).toEqual(sources)
  })
})
