import { describe, expect, it } from 'vitest'
import { createCookies } from './cookies.ts'

const from = 'https://www.blad.example/nytt/flode'

/** Cookies of a request to `to` after an answer from `at` with these headers. */
function sent(to: string, headers: string[], at = from): string {
  const cookies = createCookies()
  cookies.store(new URL(at), headers)
  return cookies.headerFor(new URL(to))
}

describe('a cookie', () => {
  it.each<[string, string, string[], string?]>([
    ['the same host', 'https://www.blad.example/nytt/x', ['a=1']],
    ['a host below the domain that it names', 'https://www.blad.example/', ['a=1; Domain=.BLAD.example; path=/']],
    ['another host of that domain', 'https://media.blad.example/', ['a=1; domain=blad.example; Path=/']],
    ['its path, and what is below it', 'https://www.blad.example/nytt/a/b', ['a=1; Path=/nytt']],
    ['the folder of the answer where it names no path', 'https://www.blad.example/nytt/andra', ['a=1; Path=nowhere']],
    ['https where it is secure', 'https://www.blad.example/nytt/', ['a=1; Secure']],
    ['http from https where it is not', 'http://www.blad.example/nytt/', ['a=1']],
    ['a host with its marks in order', 'https://www.blad.example/', ['__Host-a=1; Secure; Path=/']],
    ['an address of the same port', 'http://127.0.0.1:8080/', ['a=1; Domain=127.0.0.1'], 'http://127.0.0.1:8080/'],
    ['a bare name', 'http://server/', ['a=1'], 'http://server/'],
    [
      'a name under a public suffix of two labels',
      'https://b.blad.co.uk/',
      ['a=1; Domain=blad.co.uk'],
      'https://a.blad.co.uk/',
    ],
    ['its host before it expires', 'https://www.blad.example/nytt/', ['a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT']],
  ])('is sent to %s', (_, to, headers, at) => expect(sent(to, headers, at)).toMatch(/a=1$/))

  it.each<[string, string, string[], string?]>([
    ['another site', 'https://annan.example/nytt/', ['a=1']],
    ['another host where it names no domain', 'https://media.blad.example/nytt/', ['a=1']],
    ['a host that only ends alike', 'https://ondblad.example/', ['a=1; Domain=blad.example; Path=/']],
    ['another path', 'https://www.blad.example/annat', ['a=1; Path=/nytt']],
    ['a path that only begins alike', 'https://www.blad.example/nyttigt', ['a=1; Path=/nytt']],
    ['http where it is secure', 'http://www.blad.example/nytt/', ['a=1; secure']],
    ['the site of another port of an address', 'http://127.0.0.1:9090/', ['a=1'], 'http://127.0.0.1:8080/'],
    ['a neighbour under a public suffix', 'https://b.co.uk/', ['a=1; Domain=co.uk'], 'https://a.co.uk/'],
    ['a neighbour at a host of many', 'https://b.github.io/', ['a=1; Domain=github.io'], 'https://a.github.io/'],
    ['a neighbour of a bare address', 'http://10.0.0.1/', ['a=1; Domain=0.0.1'], 'http://10.0.0.1/'],
  ])('is not sent to %s', (_, to, headers, at) => expect(sent(to, headers, at)).toBe(''))

  it.each<[string, string[], string?]>([
    ['a domain of others', ['a=1; Domain=annan.example']],
    ['a domain below the host', ['a=1; Domain=x.www.blad.example']],
    ['a whole top-level domain', ['a=1; Domain=example']],
    ['security without https', ['a=1; Secure'], 'http://www.blad.example/'],
    ['marks that it does not keep', ['__Host-a=1; Secure; Path=/nytt', '__Host-b=1; Path=/', '__Secure-c=1']],
    ['a past date', ['a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=1; Max-Age=0', 'c=1; max-age=-5']],
    ['no name', ['=1', '', ';', 'Secure']],
    ['characters that a header cannot carry', ['a=1\r\nX: y', 'b\x00=1', 'c c=1', 'd=ł']],
  ])('is not taken with %s', (_, headers, at) => {
    for (const to of ['https://www.blad.example/nytt/', 'https://annan.example/', 'https://x.www.blad.example/'])
      expect(sent(to, headers, at)).toBe('')
  })

  it('replaces its namesake, and ends it where it has expired', () => {
    const to = 'https://www.blad.example/nytt/'
    expect(sent(to, ['a=1', 'a=2', 'b=3', 'b=; Max-Age=0'])).toBe('a=2')
    expect(sent(to, ['a=1; Path=/', 'a=2; Path=/nytt'])).toBe('a=2; a=1')
  })

  it('is not kept beyond 8 kB, and not among hundreds', () => {
    const many = Array.from({ length: 1000 }, (_, n) => `c${n}=${'x'.repeat(300)}`)
    expect(sent('https://www.blad.example/nytt/', many).length).toBeLessThan(8 * 1024 + 200)
    expect(sent('https://www.blad.example/nytt/', [`a=${'x'.repeat(9000)}`, 'b=1'])).toBe('b=1')
  })
})
