import { describe, expect, it } from 'vitest'
import { originsOnly, withoutPathOf } from './addresses.ts'

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

  it('takes no time, however long', () => {
    const started = performance.now()
    for (const text of ['a'.repeat(1e6), 'https://'.repeat(1e5), `https://${'@'.repeat(1e6)}`, 'a:'.repeat(5e5)])
      originsOnly(text)
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})

it('leaves out the path that a server repeats', () => {
  const url = 'https://x.example/hook/SECRET?key=SECRET'
  expect(withoutPathOf(url, 'Cannot POST /hook/SECRET?key=SECRET')).toBe('Cannot POST /…')
  expect(withoutPathOf(url, 'Cannot POST /hook/SECRET')).toBe('Cannot POST /…')
  expect(withoutPathOf('https://x.example/', 'Cannot POST /')).toBe('Cannot POST /')
})
