import { describe, expect, it } from 'vitest'
import { growth } from '../../../tests/support/growth.ts'
import { originsOnly, withoutPathOf, withoutSecrets } from './addresses.ts'

describe('a text for the log', () => {
  it.each([
    ['https://x.example/hook/SECRET', 'https://x.example/…'],
    ['https://x.example?SECRET', 'https://x.example/…'],
    ['https://x.example#SECRET', 'https://x.example/…'],
    ['asked https://x.example:8443/a?t=SECRET, in vain', 'asked https://x.example:8443/… in vain'],
    ['https://user:SECRET@x.example/feed', 'https://x.example/…'],
    ['https://user:SEC%2FRET@x.example', 'https://x.example'],
    ['https://user:SEC@RET@x.example/', 'https://x.example/…'],
    ['http://[2001:db8::1]:80/SECRET', 'http://[2001:db8::1]:80/…'],
    ['http://räka.example/SECRET', 'http://räka.example/…'],
    ['HTTPS://X.EXAMPLE/SECRET', 'HTTPS://X.EXAMPLE/…'],
    ['postgres://u:SECRET@db.example:5432/news?password=SECRET', 'postgres://db.example:5432/…'],
    ['postgresql://u:SEC/RET@db.example/news', 'postgresql://u/…'],
    ['smtps://u:SECRET@mail.example', 'smtps://mail.example'],
    ['https://a.example/SECRET,https://b.example/SECRET', 'https://a.example/…'],
    ['{"url":"https://x.example/a\\"SECRET","next":1}', '{"url":"https://x.example/…","next":1}'],
    [
      '{"stack":"https://x.example/SECRET\\n    at file:///srv/x.ts:1:2"}',
      '{"stack":"https://x.example/…\\n    at file:///srv/x.ts:1:2"}',
    ],
    ['at https://x.example, https://y.example.', 'at https://x.example, https://y.example.'],
    ['(https://x.example) <https://y.example>', '(https://x.example) <https://y.example>'],
    ['12:30 a://b', '12:30 a://b'],
  ])('%s becomes %s', (text, shown) => {
    expect(originsOnly(text)).toBe(shown)
  })

  it.each(['a', 'https://', '@', 'a:'])('takes time that grows with the length alone, of many %j', (piece) => {
    expect(growth(originsOnly, (size) => `https://${piece.repeat(size)}`, 2_000)).toBeLessThan(16)
  })
})

const KEY = 'aB3-'.repeat(8)

it.each([
  [`/min/${KEY}.rss?x=1`, '/min/….rss?x=…'],
  [`/min/${KEY}/podcast.rss`, '/min/…/podcast.rss'],
  [`/letters/alerts/${KEY}/yes`, '/letters/alerts/…/yes'],
  [`"url":"/websub/${KEY}"`, '"url":"/websub/…"'],
  [
    `did you forget to \\"return reply\\" in the \\"/min/${KEY}.rss\\" (GET) route?`,
    'did you forget to \\"return reply\\" in the \\"/min/….rss\\" (GET) route?',
  ],
  ['/handelser/12-en-mycket-lang-rubrik-om-nagot', '/handelser/12-en-mycket-lang-rubrik-om-nagot'],
  ['/sok?q=hur+sjuk+ar+jag&page=2', '/sok?q=…&page=…'],
  ['/sok?q=https://x.example/?t=1&page=2', '/sok?q=…'],
  ['/reader/quickadd?quickadd=feed%2Fhttps%3A%2F%2Fa%3Ab%40x.example%2F', '/reader/quickadd?quickadd=…'],
  [
    '/reader/stream/contents/feed%2Fhttps%253A%252F%252Fa%3Ab%40x.example%2F HTTP',
    '/reader/stream/contents/feed%2F… HTTP',
  ],
  ['/accounts/ClientLogin?Email=ann&Passwd=abc', '/accounts/ClientLogin?Email=…&Passwd=…'],
  ['"authorization":"GoogleLogin auth=abcdef-abcdef-abcdef"', '"authorization":"GoogleLogin auth=…"'],
  [`Bearer kho_${'x'.repeat(43)}`, 'Bearer …'],
  [`a key khk_${'x'.repeat(43)}.`, 'a key khk_…'],
  ['/konto/connect?client_id=x&state=a\\"b&redirect_uri=c', '/konto/connect?client_id=…&state=…&redirect_uri=…'],
])('%s is logged as %s', (line, shown) => {
  expect(withoutSecrets(line)).toBe(shown)
})

it.each(['?a=', 'kh_', '/', 'bearer ', 'a%25', '25'])(
  'takes time that grows with the length alone to cut secrets out of many %j',
  (piece) => {
    expect(growth(withoutSecrets, (size) => `https%${piece.repeat(size)}`, 2_000)).toBeLessThan(16)
  },
)

it('leaves out the path that a server repeats', () => {
  const url = 'https://x.example/hook/SECRET?key=SECRET'
  expect(withoutPathOf(url, 'Cannot POST /hook/SECRET?key=SECRET')).toBe('Cannot POST /…')
  expect(withoutPathOf(url, 'Cannot POST /hook/SECRET')).toBe('Cannot POST /…')
  expect(withoutPathOf('https://x.example/', 'Cannot POST /')).toBe('Cannot POST /')
})
