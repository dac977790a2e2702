import { describe, expect, it } from 'vitest'
import { canonicalUrl, cleanUrl, registrableDomain } from './url.ts'

describe('canonicalUrl', () => {
  it.each([
    ['host case, default port, www, fragment and slash', 'HTTPS://WWW.Example.SE:443/Nyhet/#kommentarer'],
    ['http for https', 'http://example.se/Nyhet'],
    ['tracking', 'https://example.se/Nyhet?utm_source=rss&utm_medium=feed&fbclid=x&ref=rss'],
    ['a mobile host', 'https://m.example.se/Nyhet'],
    ['an AMP host', 'https://amp.example.se/Nyhet'],
    ['an AMP path', 'https://example.se/Nyhet/amp/'],
    ['an AMP parameter', 'https://example.se/Nyhet?amp=1'],
    ['Google AMP', 'https://www.google.com/amp/s/www.example.se/Nyhet'],
    ['the AMP cache', 'https://www-example-se.cdn.ampproject.org/c/s/www.example.se/Nyhet/amp'],
  ])('sees through %s', (_, url) => {
    expect(canonicalUrl(url)).toBe('https://example.se/Nyhet')
  })

  it.each([
    ['the path, with its case', 'https://example.se/a', 'https://example.se/A'],
    ['a parameter that names the article', 'https://example.se/?id=1', 'https://example.se/?id=2'],
    ['another port', 'https://example.se:8443/a', 'https://example.se/a'],
    ['another subdomain', 'https://blog.example.se/a', 'https://example.se/a'],
  ])('keeps apart by %s', (_, one, other) => {
    expect(canonicalUrl(one)).not.toBe(canonicalUrl(other))
  })

  it('puts parameters in order and removes the mobile label in the middle of a host', () => {
    expect(canonicalUrl('https://sv.m.example.org/x?b=2&a=1')).toBe('https://sv.example.org/x?a=1&b=2')
  })

  it('is idempotent and leaves a domain that is called m alone', () => {
    expect(canonicalUrl('https://www.m.com/amp')).toBe('https://m.com/amp')
    const once = canonicalUrl('http://www.example.se/a//b/?x=%C3%A5&y')
    expect(canonicalUrl(once)).toBe(once)
  })
})

describe('cleanUrl', () => {
  it('resolves against the base and strips tracking without touching the other parameters', () => {
    expect(cleanUrl(' ../a?q=a%20b&utm_campaign=x&c ', 'https://example.se/b/c/')).toBe(
      'https://example.se/b/a?q=a%20b&c',
    )
  })

  it.each(['', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.se', '/no/base', 'http://', 'java\nscript:x'])(
    'refuses %j',
    (raw) => {
      expect(cleanUrl(raw)).toBeNull()
    },
  )

  it.each([
    ...['http://https://u.example/a', 'https//u.example/a', 'https:/u.example/a', 'https:u.example/a'],
    ...['https:///u.example/a', 'http://https//u.example/a', 'https:// u.example/a', 'https://u.exa\n  mple/a'],
    ...[
      'https:://u.example/a',
      'https;//u.example/a',
      'https:\\\\u.example\\a',
      '//u.example/a',
      'HTTP://HTTPS://U.example/a',
    ],
    ...['https&#58;//u.example&amp;#47;a', '\u200bhttps://u.example/a\ufeff', ' https://u.example/a\r\n'],
  ])('reads what was meant by %j', (raw) => {
    expect(cleanUrl(raw, 'https://site.example/dir/')).toBe('https://u.example/a')
  })

  it.each([
    ['www.u.example/a', 'https://www.u.example/a'],
    ['https/guide.html', 'https://site.example/dir/https/guide.html'],
    ['wwwhat', 'https://site.example/dir/wwwhat'],
    ['https://localhost/a', 'https://localhost/a'],
    ['https:/[2001:db8::1]/a', 'https://[2001:db8::1]/a'],
    ['https://u.example/x/http://other.example/', 'https://u.example/x/http://other.example/'],
    ['https://u.example/?a=1&copy=2&b=3', 'https://u.example/?a=1&copy=2&b=3'],
    ['https://u.example/?a=1&amp;amp;b=2&#x26;c=3', 'https://u.example/?a=1&b=2&c=3'],
  ])('reads %j as %s', (raw, url) => expect(cleanUrl(raw, 'https://site.example/dir/')).toBe(url))

  it.each([
    'java&#115;cript:alert(1)',
    'javascript&colon;alert(1)',
    'data&amp;#58;text/html,x',
    'http://javascript:alert(1)',
  ])('finds no address in %j', (raw) => expect(cleanUrl(raw, 'https://site.example/')).toBeNull())

  it.each([
    ...[
      ['#xtor=RSS-1', ''],
      ['#utm_source=a&utm_medium=b', ''],
      ['#?utm_source=a', ''],
      ['#ref=rss', ''],
    ],
    ...[
      ['#Echobox=17', ''],
      ['#:~:text=ord', ''],
      ['#ftag=RSS1', ''],
      ['#fbclid=x', ''],
      ['#del:~:text=ord', '#del'],
    ],
    ...[
      ['#del&utm_source=a', '#del'],
      ['#del', '#del'],
      ['#/vy?page=2', '#/vy?page=2'],
      ['#!/a', '#!/a'],
    ],
    ...[
      ['#t=90', '#t=90'],
      ['#kommentar-1', '#kommentar-1'],
      ['#%C3%A5', '#%C3%A5'],
    ],
  ])('of the fragment %s leaves "%s"', (fragment, left) =>
    expect(cleanUrl(`https://u.example/a${fragment}`)).toBe(`https://u.example/a${left}`),
  )

  it('drops a user name and password', () => {
    expect(cleanUrl('https://apple.com@example.se/')).toBe('https://example.se/')
  })
})

describe('registrableDomain', () => {
  it.each([
    ['https://www.news.example.co.uk/x', 'example.co.uk'],
    ['Feeds.Example.SE', 'example.se'],
    ['one.blogspot.com', 'one.blogspot.com'],
    ['http://127.0.0.1:8097/feed', '127.0.0.1:8097'],
    ['localhost:3000', 'localhost:3000'],
    ['[::1]:80', '[::1]'],
  ])('of %s is %s', (given, domain) => {
    expect(registrableDomain(given)).toBe(domain)
  })
})
