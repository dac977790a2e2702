import { expect, test } from 'vitest'
import { registrableDomain } from '../../../platform/text/url.ts'
import { basicLogin, checkEdit, checkHeaders, parseHeaders, splitCredentials } from './source-settings.ts'

test('takes what a source can have, in its stored form', () => {
  const edit = {
    title: ' \u001bBladet\u0007\n ',
    language: 'SV',
    publisher: 'Bladet.SE',
    publisherName: '',
    folder: '  ',
    interval: 30,
  }
  expect(checkEdit(edit)).toEqual({
    title: 'Bladet',
    language: 'sv',
    publisher: 'bladet.se',
    publisherName: null,
    folder: null,
    interval: 30,
  })
  expect(checkEdit({ language: '', interval: null })).toEqual({ language: null, interval: null })
})

test.each([
  ...[
    'http://bladet.se/feed',
    'http://127.0.0.1:8080/feed',
    'http://[::1]:3000/',
    'http://intranet/',
    'http://my_host:81/',
  ],
  ...['http://blåbär.se/', 'https://xn--blbr-roah.se:8443/'],
])('takes the publisher that %s has by itself', (url) => {
  const publisher = registrableDomain(url)
  expect(checkEdit({ publisher })).toEqual({ publisher })
})

test.each([
  [{ url: 'ftp://bladet.se/feed' }, 'not an http or https address'],
  [{ url: `https://bladet.se/${'x'.repeat(2000)}` }, 'longer than 2000'],
  [{ title: ' ' }, 'title is empty'],
  [{ title: 'x'.repeat(201) }, 'title is longer than 200'],
  [{ publisherName: 'x'.repeat(101) }, 'publisher is longer than 100'],
  [{ folder: 'x'.repeat(101) }, 'folder is longer than 100'],
  [{ language: 'svenska!' }, 'not a language tag'],
  [{ publisher: 'https://bladet.se' }, 'a domain such as'],
  [{ publisher: 'bladet.se/' }, 'a domain such as'],
  [{ publisher: 'bladet.se:port' }, 'a domain such as'],
  [{ publisher: 'en redaktion' }, 'a domain such as'],
  [{ publisher: '[x]' }, 'a domain such as'],
  [{ publisher: '' }, 'a domain such as'],
  [{ interval: 4 }, '5 to 1440 minutes'],
  [{ interval: 1441 }, '5 to 1440 minutes'],
  [{ interval: 7.5 }, '5 to 1440 minutes'],
])('refuses %j in a sentence', (edit, why) => {
  expect(() => checkEdit(edit)).toThrow(why)
})

test.each([5, 1440])('accepts an interval of %i minutes', (interval) => {
  expect(checkEdit({ interval })).toEqual({ interval })
})

test('a login in an address becomes a header, and the address has none', () => {
  const { url, headers } = splitCredentials('https://anna:hem%20lig@bladet.se/feed')
  expect(url).toBe('https://bladet.se/feed')
  expect(headers).toEqual(basicLogin('anna', 'hem lig'))
  expect(Buffer.from(headers?.authorization?.slice(6) ?? '', 'base64').toString()).toBe('anna:hem lig')
  expect(splitCredentials('https://anna:100%@bladet.se/').headers).toEqual(basicLogin('anna', '100%'))
  expect(() => splitCredentials('https://a%3Ab:c@bladet.se/')).toThrow('has no colon')
  expect(splitCredentials('https://bladet.se/feed')).toEqual({ url: 'https://bladet.se/feed', headers: null })
})

test('headers are lines of name and value, and nothing that could break a request', () => {
  expect(parseHeaders('X-Key: abc\n\nCookie: a=1; b=2 ')).toEqual({ 'x-key': 'abc', cookie: 'a=1; b=2' })
  expect(() => parseHeaders('X-Key: abc\nno colon')).toThrow('Line 2')
  for (const bad of ['Host: x', 'Content-Length: 3', 'X Y: 1', 'X-Key:'])
    expect(() => parseHeaders(bad)).toThrow(/header/)
  const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`x-${i}`, 'a']))
  expect(checkHeaders(many(10))).toEqual(many(10))
  expect(() => checkHeaders(many(11))).toThrow('At most 10 headers')
  expect(() => checkHeaders({ 'x-key': 'a\r\nx-other: b' })).toThrow('cannot be sent')
})
