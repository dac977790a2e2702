import { describe, expect, test } from 'vitest'
import type { FetchResult } from '../../platform/fetch/fetcher.ts'
import { bodyHash, compareWithPrevious } from './unchanged.ts'

const hashOf = (text: string) => bodyHash(Buffer.from(text))

const rss = (channel: string, item = '<title>Ett</title>') =>
  `<?xml version="1.0"?><rss><channel><title>Blad</title>${channel}<item>${item}</item></channel></rss>`

const answer = (text: string, changes: Partial<FetchResult> = {}): FetchResult => ({
  status: 200,
  url: 'https://example.com/feed',
  headers: {},
  body: Buffer.from(text),
  contentType: 'text/xml',
  redirects: [],
  ms: 1,
  bytes: text.length,
  problems: [],
  ...changes,
})

describe('the hash of a body', () => {
  test.each([
    ['the build date', rss('<lastBuildDate>Mon</lastBuildDate>'), rss('<lastBuildDate>Tue</lastBuildDate>')],
    ['the channel’s date', rss('<pubDate>Mon</pubDate>'), rss('<pubDate>Tue</pubDate>')],
    ['a date that is left out', rss('<pubDate>Mon</pubDate>'), rss('')],
    ['the channel’s dc:date', rss('<dc:date >Mon</dc:date>'), rss('<dc:date >Tue</dc:date>')],
    ['comments', `${rss('')}<!-- 0.31 s by host-3 -->`, `${rss('')}<!-- 0.29 s by host-1 -->`],
    [
      'numbers of comments',
      rss('', '<slash:comments>3</slash:comments>'),
      rss('', '<slash:comments>4</slash:comments>'),
    ],
    ['an empty number', rss('', '<slash:comments/>'), rss('', '')],
    [
      'threads',
      '<feed><entry><link thr:count="3" thr:updated="x" href="a"/><thr:total>3</thr:total></entry></feed>',
      `<feed><entry><link thr:count='4' href="a"/><thr:total>4</thr:total></entry></feed>`,
    ],
    [
      'an Atom feed’s own date',
      '<feed><updated>1</updated><entry>a</entry></feed>',
      '<feed><updated>2</updated><entry>a</entry></feed>',
    ],
  ])('does not see %s', (_what, one, other) => {
    expect(hashOf(one)).toBe(hashOf(other))
  })

  test.each([
    ['an item’s title', rss('', '<title>Ett</title>'), rss('', '<title>Två</title>')],
    ['an item’s date', rss('', '<pubDate>Mon</pubDate>'), rss('', '<pubDate>Tue</pubDate>')],
    [
      'an entry’s date',
      '<feed><entry><updated>1</updated></entry></feed>',
      '<feed><entry><updated>2</updated></entry></feed>',
    ],
    ['the channel’s title', '<rss><title>Ett</title></rss>', '<rss><title>Två</title></rss>'],
    ['the address of comments', rss('', '<comments>https://a</comments>'), rss('', '<comments>https://b</comments>')],
    [
      'what stands in CDATA',
      rss('', '<![CDATA[<!-- ]]>ett<![CDATA[ -->]]>'),
      rss('', '<![CDATA[<!-- ]]>två<![CDATA[ -->]]>'),
    ],
    ['what follows an unclosed comment', `${rss('')}<!-- ett`, `${rss('')}<!-- två`],
    ['what follows an unclosed date', '<rss><pubDate>ett', '<rss><pubDate>två'],
    ['a JSON feed’s item', '{"items":[{"id":"1"}]}', '{"items":[{"id":"2"}]}'],
  ])('sees %s', (_what, one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other))
  })

  test('takes any bytes, and time in proportion to their number', { tags: 'slow' }, () => {
    const spend = (text: string) => {
      const started = process.cpuUsage()
      hashOf(text)
      return process.cpuUsage(started).user
    }
    const plain = Math.max(spend('x'.repeat(3_000_000)), 20_000)
    for (const piece of [
      '<!--',
      '<![CDATA[',
      '<pubDate>',
      '<lastBuildDate ',
      '<slash:comments',
      ' thr:count="',
      '<item ',
    ])
      expect(spend(piece.repeat(3_000_000 / piece.length)) / plain).toBeLessThan(50)
  })
})

describe('an answer', () => {
  const existing = hashOf(rss('<pubDate>Mon</pubDate>'))

  test.each([
    ['a 304', answer('', { status: 304 })],
    ['another ETag on the same content', answer(rss('<pubDate>Tue</pubDate>'), { headers: { etag: '"v2"' } })],
  ])('is unchanged: %s', (_what, result) => {
    expect(compareWithPrevious(existing, result).unchanged).toBe(true)
  })

  test.each([
    ['other content', existing, answer(rss('other'))],
    ['the first ever', null, answer(rss(''))],
    ['other content under any ETag', existing, answer(rss('other'), { headers: { etag: '"v1"' } })],
  ])('is changed: %s', (_what, before, result) => {
    expect(compareWithPrevious(before, result)).toEqual({ unchanged: false, bodyHash: bodyHash(result.body) })
  })
})
