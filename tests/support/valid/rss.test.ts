import { describe, expect, it } from 'vitest'
import { validateRss } from './rss.ts'

const url = 'https://site.example/feed.rss'

const feed = (channel: string, items: string) => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>Prov</title><link>https://site.example/</link><description>Ett prov</description><language>sv</language>
<atom:link href="${url}" rel="self" type="application/rss+xml"/>${channel}${items}</channel></rss>`

const item = (extra = '', guid = '<guid>https://site.example/1</guid>') =>
  `<item><title>Nyhet</title><link>https://site.example/1</link>${guid}${extra}</item>`

const codes = (xml: string) => validateRss(xml, url).map((fault) => fault.code)

it('finds nothing in a valid feed', () => {
  const extra =
    '<description>&lt;p&gt;Text &amp;amp; &lt;a href="https://a.example/"&gt;länk&lt;/a&gt;&lt;/p&gt;</description>' +
    '<content:encoded><![CDATA[<p>Hel text</p>]]></content:encoded><pubDate>Sat, 21 Nov 2020 09:11:00 GMT</pubDate>' +
    '<category>AT&amp;T</category><enclosure url="https://site.example/a.jpg" length="10" type="image/jpeg"/>' +
    '<media:content url="https://site.example/a.jpg" medium="image" type="image/jpeg"/>'
  expect(validateRss(feed('<lastBuildDate>Sat, 21 Nov 2020 09:11:00 +0100</lastBuildDate>', item(extra)), url)).toEqual(
    [],
  )
})

describe('finds', () => {
  it.each([
    ['<rss version="2.0"><channel></rss>', ['SAXError']],
    ['<rss version="2.0"/>', ['MissingChannel']],
    [
      '<rss version="0.91"><channel/></rss>',
      [
        'InvalidRSSVersion',
        'MissingTitle',
        'MissingLink',
        'MissingDescription',
        'MissingDCLanguage',
        'MissingAtomSelfLink',
      ],
    ],
    ['<!DOCTYPE rss [<!ENTITY x "y">]><rss version="2.0"/>', ['ContainsSystemEntity']],
    ['<rss version="2.0" xmlns:x="http://x.example/"><x:channel/></rss>', ['UnknownNamespace']],
    [feed('<x/>', ''), ['UndefinedElement']],
    [feed('<title>Två</title>', ''), ['DuplicateElement']],
    [feed('', `${item()}<ttl>5</ttl>`), ['MisplacedItem']],
    [feed('<pubDate>2020-11-21T09:11:00Z</pubDate>', ''), ['InvalidRFC2822Date']],
    [feed('<pubDate>Mon, 21 Nov 2020 09:11:00 GMT</pubDate>', ''), ['IncorrectDOW']],
    [feed('<pubDate>Fri, 31 Dec 2199 09:11:00 GMT</pubDate>', ''), ['IncorrectDOW', 'ImplausibleDate']],
    [
      feed('<image><url>/a.png</url><title>Prov</title><link>https://site.example/</link></image>', ''),
      ['InvalidFullLink'],
    ],
    [
      feed('<image><url>https://site.example/a.png</url><title>X</title></image>', ''),
      ['MissingElement', 'ImageTitleDoesntMatch', 'ImageLinkDoesntMatch'],
    ],
    [feed('', '<item/>'), ['ItemMustContainTitleOrDescription', 'MissingGuid']],
    [feed('', item() + item()), ['DuplicateValue']],
    [feed('', item('', '<guid>42</guid>')), ['InvalidHttpGUID', 'InvalidPermalink']],
    [feed('', item('', '<guid isPermaLink="false">42</guid>')), []],
    [feed('', item('<description>&lt;script&gt;x&lt;/script&gt;</description>')), ['SecurityRisk']],
    [feed('', item('<description>&lt;b onclick="x"&gt;x&lt;/b&gt;</description>')), ['SecurityRiskAttr']],
    [feed('', item('<description>&lt;a href="javascript:x"&gt;x&lt;/a&gt;</description>')), ['SecurityRiskAttr']],
    [feed('', item('<description>&lt;img src="/a.png"&gt;</description>')), ['ContainsRelRef']],
    [feed('', item('<description>&lt;p&gt;&lt;b&gt;x&lt;/p&gt;</description>')), ['NotHtml']],
    [feed('', item('<content:encoded>x</content:encoded>')), ['NeedDescriptionBeforeContent']],
    [feed('', item('<enclosure url="/a.mp3"/>')), ['InvalidURLAttribute', 'MissingAttribute', 'MissingAttribute']],
    [
      feed('', item('<enclosure url="https://a.example/a b.mp3" length="-1" type="mp3"/>')),
      ['InvalidURLAttribute', 'UseZeroForUnknown', 'InvalidMIMEAttribute'],
    ],
    [feed('', item('<author>Anna</author>')), ['InvalidContact']],
    [feed('', item('<category> </category>')), ['NotBlank']],
    [feed('', item('<media:content medium="picture"/>')), ['MissingAttribute', 'InvalidMediaMedium']],
    [
      feed('<itunes:author>A</itunes:author>', ''),
      ['MissingItunesElement', 'MissingItunesElement', 'MissingItunesElement', 'MissingItunesEmail'],
    ],
    [
      feed('<itunes:category text="Podd"/>', '').replace(
        '</channel>',
        '<itunes:explicit>no</itunes:explicit></channel>',
      ),
      ['MissingItunesElement', 'MissingItunesEmail', 'InvalidItunesCategory', 'InvalidTrueFalse'],
    ],
    [feed('', '').replace('Ett prov', '&lt;b&gt;Ett&lt;/b&gt; prov'), ['ContainsHTML']],
    [feed('', '').replace('Ett prov', 'Ett\u0093 prov'), ['BadCharacters']],
    [feed('', '').replace('Prov', 'a &lt;b'), ['CharacterData']],
    [feed('', '').replace('Prov', 'a &#x3C;b'), []],
    [feed('', '').replace(url, 'https://other.example/feed.rss'), ['SelfDoesntMatchLocation']],
  ])('in case %#: what is wrong', (xml, expected) => {
    expect(codes(xml).toSorted()).toEqual(expected.toSorted())
  })
})
